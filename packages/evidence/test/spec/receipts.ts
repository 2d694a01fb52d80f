/** Vectors of receipts: every payload kind, signed with the fixed seed of the tests, and what must not pass (heron.md §6). */
import {
  type ExportEntry,
  hashJson,
  type JsonValue,
  parseJson,
  RECEIPT_VERSIONS,
  type Receipt,
  receiptText,
  type SnapshotPayload,
  toBase64url,
  verifyEd25519,
} from '../../src/index.js'
import { decodeBase64url } from '../../src/crypto/base64url.js'
import { buildExport, signReceipt } from '../support/export-builder.js'
import { FULL_SCRIPT } from '../support/full-script.js'
import { HERON_KEY, HERON_KID, HERON_SEED } from '../support/keys.js'
import { changeLeaf, leavesOf } from '../support/leaves.js'

type AnyReceipt = Receipt<{ readonly kind: string; readonly v: number }>

export function receiptVectors(): Readonly<Record<string, unknown>> {
  const honest = honestReceipts()
  return {
    spec: 'heron-receipts',
    version: 1,
    seed: toBase64url(HERON_SEED),
    kid: HERON_KID,
    public_key: toBase64url(HERON_KEY),
    known_versions: RECEIPT_VERSIONS,
    receipts: [
      ...honest.map((receipt) => vector(`valid_${receipt.payload.kind}`, receipt)),
      ...honest.map((receipt) => vector(`unknown_version_${receipt.payload.kind}`, newer(receipt))),
      ...honest.flatMap((receipt) =>
        spread(leavesOf(receipt.payload as unknown as JsonValue)).map((pointer) =>
          vector(`reject_${receipt.payload.kind}_changed_at_${pointer}`, {
            ...receipt,
            payload: changeLeaf(receipt.payload as unknown as JsonValue, pointer) as never,
          }),
        ),
      ),
      vector('reject_signature_cut_short', cut(honest[0]!)),
    ],
  }
}

function vector(name: string, receipt: AnyReceipt): object {
  const payload = receiptText(receipt.payload)
  const signature = decodeBase64url(receipt.signature)
  const known = (RECEIPT_VERSIONS as Readonly<Record<string, number>>)[receipt.payload.kind]
  return {
    name,
    receipt,
    canonical: payload,
    valid: signature !== null && verifyEd25519(HERON_KEY, new TextEncoder().encode(payload), signature),
    known_version: receipt.payload.v === known,
  }
}

/** One receipt of each kind that Heron signs; the manifest has a place of its own, in the exports. */
function honestReceipts(): readonly AnyReceipt[] {
  const entries = buildExport(FULL_SCRIPT).map((line) => parseJson(line) as unknown as ExportEntry)
  const found = new Map<string, AnyReceipt>()
  const take = (receipt: AnyReceipt): void => {
    if (!found.has(receipt.payload.kind)) found.set(receipt.payload.kind, receipt)
  }
  for (const entry of entries) {
    if (entry.type === 'log' || entry.type === 'close' || entry.type === 'resolution') take(entry.receipt)
    if (entry.type !== 'action') continue
    take(entry.decision)
    take(entry.evaluation)
  }
  take(signReceipt(snapshot()))
  return [...found.values()]
}

function snapshot(): SnapshotPayload {
  const heads = [{ session: 'ses_1', head_hash: hashJson('head'), actions: 3 }]
  const log = { head_hash: hashJson('log'), entries: 2 }
  return {
    kind: 'snapshot',
    v: 1,
    org: 'org_test',
    project: 'prj_test',
    snapshot: 'snp_1',
    since: '2026-06-13T12:00:00.000Z',
    heads,
    actions: 3,
    findings: 0,
    log,
    digest: hashJson({ heads, log }),
    taken_at: '2026-07-13T12:00:00.000Z',
  }
}

/** A version that does not exist yet, signed: neither valid in full nor tampered. */
function newer(receipt: AnyReceipt): AnyReceipt {
  return signReceipt({ ...receipt.payload, v: 99, novelty: true })
}

function cut(receipt: AnyReceipt): AnyReceipt {
  return { ...receipt, signature: receipt.signature.slice(0, -2) }
}

/** Four of them, from first to last: the sweep over all is the job of the mutation tests. */
function spread(pointers: readonly string[]): readonly string[] {
  return [0, 1 / 3, 2 / 3, 1].map((part) => pointers[Math.round(part * (pointers.length - 1))]!)
}
