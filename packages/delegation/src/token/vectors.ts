/** Scores this verifier on token vector files (delegation.md §2.15): one verdict, and one reason, for each file. */
import {
  decodeHex,
  decodeJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
} from '@heron/evidence'
import { CallerError } from '../caller-error.js'
import type { VectorMiss, VectorScore } from '../vector-score.js'
import type { VerifyOptions } from './options.js'
import { hs256Key } from './trusted-key.js'
import { verifyChain } from './verify.js'

export type VectorFile = { readonly name: string; readonly text: string }

/** Runs every file. A file that cannot be read as a vector counts as failed. */
export async function scoreTokenVectors(files: readonly VectorFile[]): Promise<VectorScore> {
  const failed: VectorMiss[] = []
  for (const { name, text } of files) {
    const vector = readVector(text)
    if (typeof vector === 'string') {
      failed.push({ name, expected: 'a readable vector', got: vector })
      continue
    }
    const got = await outcomeOf(vector)
    if (got !== vector.expected) failed.push({ name, expected: vector.expected, got })
  }
  return { name: 'delegation', passed: files.length - failed.length, total: files.length, failed }
}

type TokenVector = {
  /** `accept` or the reason of the refusal. */
  readonly expected: string
  readonly tokens: JsonValue | undefined
  readonly options: VerifyOptions
}

async function outcomeOf({ tokens, options }: TokenVector): Promise<string> {
  try {
    const result = await verifyChain(tokens, options)
    return result.outcome === 'accept' ? 'accept' : result.reason
  } catch (error) {
    if (error instanceof CallerError) return `configuration: ${error.message}`
    throw error
  }
}

function readVector(text: string): TokenVector | string {
  const read = decodeJson(text)
  if (!read.ok) return read.error.message
  const file = read.value
  const signer = isJsonObject(file) ? ownMember(file, 'signer') : undefined
  if (!isJsonObject(file) || !isJsonObject(signer)) return 'not an object with a `signer`'
  const expected = ownMember(file, 'expect') ?? ownMember(file, 'expect_reject_reason')
  if (typeof expected !== 'string') return 'neither `expect` nor `expect_reject_reason`'
  const secretHex = ownMember(signer, 'secret_hex')
  const secret = typeof secretHex === 'string' ? decodeHex(secretHex) : null
  if (ownMember(signer, 'alg') !== 'HS256' || secret === null || secret.length === 0) {
    return 'the signer is not an HS256 secret in hex'
  }
  const now = ownMember(file, 'now')
  if (typeof now !== 'number') return '`now` is not a number'
  return {
    expected,
    tokens: ownMember(file, 'tokens'),
    options: {
      profile: ownMember(file, 'draft') === '02' ? 'draft-02' : 'draft-01',
      keys: [hs256Key(secret)],
      now,
      ...verifierOf(ownMember(file, 'verifier')),
    },
  }
}

/** The configuration that a draft-02 vector states for its verifier. */
function verifierOf(verifier: JsonValue | undefined): Pick<VerifyOptions, 'acceptedAlgs' | 'audience'> {
  const config: JsonObject = isJsonObject(verifier) ? verifier : {}
  const algs = ownMember(config, 'accepted_algs')
  const audience = ownMember(config, 'audience')
  return {
    ...(Array.isArray(algs) ? { acceptedAlgs: algs as readonly string[] } : {}),
    ...(typeof audience === 'string' ? { audience } : {}),
  }
}
