/** Good bundles to alter, and what honest producers do after a change: chain anew, sign anew. */
import { readFileSync } from 'node:fs'
import { decodeHex, type JsonValue } from '@heron/evidence'
import { exportLedger } from '../../src/bundle/export.js'
import type { BundleReport } from '../../src/bundle/report.js'
import { verifyBundle, type VerifyBundleOptions } from '../../src/bundle/verify.js'
import { Guard } from '../../src/guard/guard.js'
import { GENESIS_PREV_HASH, hashEntry } from '../../src/ledger/hash.js'

/** A parsed object that a test may alter anywhere. */
export type Mutable = Record<string, ReturnType<JSON['parse']>>
export type MutableBundle = Mutable & { entries: Mutable[]; anchor: Mutable; envelopes?: Mutable[] }

const vectors = JSON.parse(
  readFileSync(new URL('../../vectors/bundles/bundle_vectors_v1.json', import.meta.url), 'utf8'),
)

const SECRET = decodeHex(vectors.cases[0].signer.secret_hex)!
export const KEY = { alg: 'HS256', kid: 'bundle-interop-v1', secret: SECRET } as const

/** A fresh copy of the nine-entry ledger of the vectors: two nodes, two observed calls, one denial. */
export function goodBundle(): MutableBundle {
  return structuredClone(vectors.cases[0].bundle)
}

/** A version 1 ledger: root, spawn, allow, deny, kill, done, passthrough, refused spawn. */
export function goodV1Bundle(): MutableBundle {
  const root = Guard.issue(
    'orchestrator',
    { scopes: ['crm.*'], constraints: [{ key: 'max_rows', max: 100 }], ttl: 3600 },
    { ...fixedRuntime(), chainId: 'one', schemaVersion: 1, maxFanout: 2 },
  )
  const child = root.delegate('reader', { scopes: ['crm.read'], ttl: 60 }, { task: 'read' })
  child.check('crm.read', { context: { rows: 5 } })
  child.check('crm.export')
  root.recordPassthrough('legacy.sync')
  const other = root.delegate('writer', { scopes: ['crm.write'] })
  other.revoke()
  try {
    root.delegate('third', { scopes: ['crm.read'] })
  } catch {
    // Refused by fan-out, and recorded.
  }
  child.complete()
  return structuredClone(root.exportBundle({ signer: KEY })) as MutableBundle
}

/** A clock that stands still and a counter for randomness: the same ledger on every run. */
export function fixedRuntime(): { clock: () => number; randomBytes: (length: number) => Uint8Array } {
  let counter = 0
  return {
    clock: () => 0,
    randomBytes: (length) => {
      counter += 1
      const bytes = new Uint8Array(length)
      new DataView(bytes.buffer).setUint32(length - 4, counter)
      return bytes
    },
  }
}

/** What a dishonest or careless producer does after a change: seq, prev_hash and hash made consistent again. */
export function rechain(bundle: MutableBundle, from = 0): MutableBundle {
  let previous = from === 0 ? GENESIS_PREV_HASH : bundle.entries[from - 1]!['hash']
  for (let index = from; index < bundle.entries.length; index += 1) {
    const entry = bundle.entries[index]!
    entry['seq'] = index
    entry['prev_hash'] = previous
    entry['hash'] = hashEntry(previous, entry)
    previous = entry['hash']
  }
  return bundle
}

/** {@link rechain}, and a fresh anchor over the result. */
export function resign(bundle: MutableBundle): MutableBundle {
  rechain(bundle)
  const signed = exportLedger(
    {
      v: bundle['v'] as 1 | 2,
      chainId: bundle['chain_id'] as string,
      entries: bundle.entries,
    },
    { signer: KEY },
  )
  return { ...bundle, anchor: structuredClone(signed['anchor']) as Mutable }
}

export type Position = readonly [reason: string, seq: JsonValue, node: JsonValue]

export function findings(report: BundleReport): Position[] {
  return report.failure_details.map(({ reason, seq, node }) => [reason, seq, node] as const)
}

export function verify(bundle: unknown, options: VerifyBundleOptions = {}): BundleReport {
  return verifyBundle(bundle, { anchorKey: KEY, ...options })
}
