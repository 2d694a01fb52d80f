/**
 * What remains of an entry once its line was inspected: the little that the walk through the file needs (order, links,
 * counts, heads). Plain data, so that it can come back from a worker.
 */
import type { Principal } from '../chain/records.js'
import type { CheckpointLeaf } from '../checkpoint/leaves.js'
import type { TreeHash } from '../checkpoint/merkle.js'
import type { Checkpoint } from '../checkpoint/note.js'
import type { PublicKeyBytes } from '../crypto/ed25519.js'
import type {
  BundleEntry,
  CatalogEntry,
  EntryType,
  FindingEntry,
  HeaderEntry,
  KeyEntry,
  ManifestPayload,
  VendorKeyEntry,
} from '../export/format.js'
import type { JudgedAction } from '../policy/history.js'
import type { History, Verdict } from '../policy/types.js'
import type { AuditState, Enforcement, ResolutionPayload } from '../receipt/payloads.js'

export type LogFacts = {
  readonly type: 'log'
  readonly chain: string
  readonly seq: number
  readonly prevHash: string | null
  readonly entryHash: string
  readonly act: string
  readonly actor: string
  readonly subject: string
  readonly at: string
  readonly before: AuditState
  readonly after: AuditState
}

export type SessionFacts = {
  readonly type: 'session'
  readonly session: string
  readonly refHash: string
  readonly genesisHash: string
  readonly headHash: string
  readonly actions: number
  readonly state: 'open' | 'closed'
  /** The session line carries the delegation chain that it was granted by. */
  readonly carriesGrant: boolean
  /** Null where the record is in a format that we do not know. */
  readonly identity: {
    readonly agent: string
    readonly principal: Principal
  } | null
}

/** A statement as far as its own line could tell. */
export type StatedOutcome = {
  readonly decision: string | null
  readonly outcome: string | null
  /** As Heron states it; compared with the signature where that could be checked. */
  readonly signatureValid: boolean
  readonly receivedAt: string
}

export type ActionFacts = {
  readonly type: 'action'
  readonly prevHash: string
  readonly recordHash: string
  /** Null where the record is in a format that we do not know. */
  readonly identity: {
    readonly session: string
    readonly action: string
    readonly seq: number
  } | null
  readonly statements: readonly StatedOutcome[]
  /** Null where a receipt has a version that we do not know. */
  readonly judged: JudgedFacts | null
}

/** What decision and evaluation say. */
export type JudgedFacts = {
  readonly decision: string
  readonly position: number
  readonly agent: string
  readonly agentVersion: string | null
  readonly principal: Principal
  readonly tool: string
  readonly argsHash: string
  readonly verdict: Verdict
  readonly enforcement: Enforcement
  readonly resolves: string | null
  /** A person's answer applied to the action named by `resolves`. */
  readonly answered: boolean
  /** The dashboard's answer that the evaluation leans on; null where it leans on none. */
  readonly operatorAnswer: {
    readonly action: string
    readonly decision: 'APPROVE' | 'DECLINE'
    readonly approver: string
    readonly entryHash: string
  } | null
  readonly contradicted: boolean
  readonly decidedAt: string
  /** The bundle that judged; null where none could be loaded. */
  readonly policyHash: string | null
  /** As it was read. */
  readonly history: History
  readonly step: JudgedAction
}

export type ResolutionFacts = {
  readonly type: 'resolution'
  readonly session: string
  readonly action: string
  readonly decision: string
  readonly reason: ResolutionPayload['reason']
}

export type CloseFacts = {
  readonly type: 'close'
  readonly session: string
  readonly headHash: string
  readonly actions: number
}

export type UnmatchedFacts = {
  readonly type: 'unmatched'
  readonly action: string | null
  readonly signatureValid: boolean
}

export type CheckpointFacts = {
  readonly type: 'checkpoint'
  /** Null where the note is none of this log. */
  readonly checkpoint: Checkpoint | null
  readonly nodes: readonly TreeHash[] | null
  /** Names of the pinned witnesses whose cosignature holds. */
  readonly witnessedBy: readonly string[]
}

export type CheckpointLeafFacts = {
  readonly type: 'checkpoint_leaf'
  readonly index: number
  readonly hash: TreeHash
  /** Null where the leaf is of a kind or version that we do not know. */
  readonly leaf: CheckpointLeaf | null
}

export type EntryFacts =
  | { readonly type: 'header'; readonly entry: HeaderEntry }
  | { readonly type: 'key'; readonly entry: KeyEntry; readonly key: PublicKeyBytes | null }
  | { readonly type: 'vendor_key'; readonly entry: VendorKeyEntry; readonly key: PublicKeyBytes | null }
  | { readonly type: 'bundle'; readonly entry: BundleEntry; readonly sound: boolean }
  | {
      readonly type: 'catalog'
      readonly entry: CatalogEntry
      readonly sound: boolean
      readonly verified: boolean
    }
  | LogFacts
  | CheckpointFacts
  | CheckpointLeafFacts
  | SessionFacts
  | ActionFacts
  | ResolutionFacts
  | CloseFacts
  | { readonly type: 'finding'; readonly entry: FindingEntry }
  | UnmatchedFacts
  | { readonly type: 'manifest'; readonly payload: ManifestPayload }
  /** An entry whose members are not what its type asks for, or whose version we do not know. */
  | { readonly type: 'unread'; readonly of: EntryType }
  /** Not an entry at all. */
  | { readonly type: 'unreadable' }
