/**
 * Scores this build on the ingest vectors (`vectors/ingest.json`): what an integrator must get byte-exact (heron.md §2).
 * The same function runs in Node, in a browser and behind `heron conformance`.
 */
import { anchorToken, extractAnchors } from '../anchor/anchors.js'
import type { AnchorType } from '../anchor/patterns.js'
import { decodeBase64url } from '../crypto/base64url.js'
import { type Digest, hashChained, hashJson } from '../crypto/digest.js'
import { publicKeyOfSeed, type SignatureVerifier } from '../crypto/ed25519.js'
import { toBase64url } from '../crypto/base64url.js'
import { signStatement, statementText, verifyStatement } from '../execution/statement.js'
import { canonicalize } from '../json/canonical.js'
import { parseJson } from '../json/read.js'
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/value.js'
import type { ExecutionStatement } from '../wire/requests.js'
import type { VectorMiss, VectorScore } from './score.js'

/** What a case computes, beside what the vector says it must be. */
type Answer = { readonly expected: unknown; readonly got: unknown }
type CaseScorer = (vector: JsonObject, verify: SignatureVerifier) => Answer | Promise<Answer>

const SECTIONS: Readonly<Record<string, CaseScorer>> = {
  canonicalization: (vector) => ({
    expected: vector['canonical'],
    got: canonicalize(vector['input']),
  }),
  args_hash: (vector) => ({
    expected: { canonical: vector['canonical'], args_hash: vector['args_hash'] },
    got: { canonical: canonicalize(vector['args']), args_hash: hashJson(vector['args']) },
  }),
  chain: (vector) => ({
    expected: vector['record_hash'],
    got: hashChained(canonicalize(vector['record']), (vector['prev_hash'] ?? null) as Digest | null),
  }),
  execution_evidence: scoreEvidence,
  anchors: (vector) => ({
    expected: vector['token'],
    got: anchorToken(text(vector, 'type') as AnchorType, text(vector, 'value'), anchorKey(vector)),
  }),
  anchor_text: (vector) => ({
    expected: vector['anchors'],
    got: extractAnchors(text(vector, 'text'), anchorKey(vector)),
  }),
}

/**
 * Runs every case of the vector file.
 *
 * @param vectors text of `vectors/ingest.json`.
 * @param verify the runtime's signature check, which the evidence cases exercise too.
 * @throws {TypeError} when the text is no such file.
 */
export async function scoreIngestVectors(vectors: string, verify: SignatureVerifier): Promise<VectorScore> {
  const file = parseJson(vectors)
  if (!isJsonObject(file) || ownMember(file, 'spec') !== 'heron-ingest-conformance') {
    throw new TypeError('not a file of ingest vectors')
  }
  const failed: VectorMiss[] = []
  let total = 0
  for (const [section, cases] of Object.entries(file)) {
    if (!Array.isArray(cases)) continue
    const scorer = Object.hasOwn(SECTIONS, section) ? SECTIONS[section] : undefined
    for (const vector of cases as readonly JsonValue[]) {
      total += 1
      const name = `${section}/${isJsonObject(vector) ? text(vector, 'name') : total.toString()}`
      const answer = await answerOf(vector, scorer, verify)
      // A section that nobody scores must not look passed.
      if (canonicalize(answer.expected) !== canonicalize(answer.got)) failed.push({ name, ...answer })
    }
  }
  return { name: 'ingest', passed: total - failed.length, total, failed }
}

async function answerOf(
  vector: JsonValue,
  scorer: CaseScorer | undefined,
  verify: SignatureVerifier,
): Promise<Answer> {
  if (scorer === undefined || !isJsonObject(vector))
    return { expected: 'a known case', got: 'an unknown one' }
  try {
    const { expected, got } = await scorer(vector, verify)
    return { expected: expected ?? null, got }
  } catch (error) {
    return { expected: 'an answer', got: error instanceof Error ? error.message : 'an error' }
  }
}

async function scoreEvidence(vector: JsonObject, verify: SignatureVerifier): Promise<Answer> {
  const payload = vector['payload'] as unknown as ExecutionStatement
  const seed = decodeBase64url(text(vector, 'seed_base64').replace(/=+$/, ''))
  if (seed === null) throw new TypeError('the seed is not base64')
  const publicKey = publicKeyOfSeed(seed)
  const signature = text(vector, 'signature')
  return {
    expected: {
      canonical: vector['canonical'],
      public_key: vector['public_key_base64url'],
      signature,
      verifies: true,
      verifies_altered: false,
    },
    got: {
      canonical: statementText(payload),
      public_key: toBase64url(publicKey),
      signature: signStatement(payload, { kid: 'vector', seed }).value,
      verifies: await verifyStatement(payload, signature, publicKey, verify),
      verifies_altered: await verifyStatement(
        { ...payload, result_hash: 'sha256:altered' },
        signature,
        publicKey,
        verify,
      ),
    },
  }
}

function anchorKey(vector: JsonObject): { readonly secret: string; readonly scope: string } {
  return { secret: text(vector, 'secret'), scope: text(vector, 'scope') }
}

function text(vector: JsonObject, name: string): string {
  const value = ownMember(vector, name)
  if (typeof value !== 'string') throw new TypeError(`the case has no text \`${name}\``)
  return value
}
