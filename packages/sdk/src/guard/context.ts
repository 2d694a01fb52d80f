/** What every session of one guard shares. */
import type { AnchorKey, JsonObject } from '@heron/evidence'
import type { HeronClient } from '../client/client.js'
import type { ContractBook } from '../contract/book.js'
import type { InternalRecipients } from '../contract/count.js'
import type { EvidenceDelivery } from '../evidence/delivery.js'
import type { ErrorReport } from '../evidence/outcome.js'
import type { VendorSigner } from '../evidence/vendor-key.js'
import type { OnProblem } from '../problems.js'
import type { CheckedReceipt, ReceiptTrust } from '../receipts/check.js'
import type { Runtime } from '../runtime.js'
import type { SessionStore } from './session-store.js'

/** A receipt that was checked, for the vendor to keep: it proves what Heron said even if Heron denies it later. */
export type KeptReceipt = {
  readonly kind: 'decision' | 'evaluation' | 'close'
  readonly receipt: CheckedReceipt
  /** The chain record that a decision signs. */
  readonly record: JsonObject | null
}

export type GuardContext = {
  readonly client: HeronClient
  readonly runtime: Runtime
  readonly sign: VendorSigner
  /** Verifier and keys, which are there once it resolves. Rejects with `HeronCallError` where they cannot be fetched. */
  readonly trust: () => Promise<ReceiptTrust>
  /** Resolves once what has to be there before the first call was tried: the catalogue. Never rejects. */
  readonly prepared: () => Promise<void>
  /** Null when the vendor makes no anchors. */
  readonly anchorKey: AnchorKey | null
  readonly internalRecipients: InternalRecipients | null
  readonly contracts: ContractBook
  readonly sessions: SessionStore
  readonly delivery: EvidenceDelivery
  /** Whether a report waits for Heron, or only until the outbox keeps it. */
  readonly reporting: 'awaited' | 'background'
  readonly classifyError: (error: unknown) => ErrorReport
  readonly obeyAlways: boolean
  readonly onReceipt: (kept: KeptReceipt) => void
  readonly onProblem: OnProblem
}
