/** What every session of one guard shares. */
import type { AnchorKey, JsonObject } from '@heron/evidence'
import type { HeronClient } from '../client/client.js'
import type { ToolContract } from '../contract/contract.js'
import type { InternalRecipients } from '../contract/recipients.js'
import type { EvidenceDelivery } from '../evidence/delivery.js'
import type { ErrorReport } from '../evidence/outcome.js'
import type { OnProblem } from '../problems.js'
import type { CheckedReceipt, ReceiptTrust } from '../receipts/check.js'
import type { Runtime } from '../runtime.js'

/** The vendor's signing key. The seed stays in this process; Heron knows the public half only. */
export type VendorKey = {
  readonly kid: string
  /** 32 bytes. */
  readonly seed: Uint8Array
}

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
  readonly vendorKey: VendorKey
  /** Verifier and keys, which are there once it resolves. Rejects with `HeronCallError` where they cannot be fetched. */
  readonly trust: () => Promise<ReceiptTrust>
  /** Null when the vendor makes no anchors. */
  readonly anchorKey: AnchorKey | null
  readonly internalRecipients: InternalRecipients | null
  /** By exact tool name. */
  readonly contracts: ReadonlyMap<string, ToolContract>
  readonly delivery: EvidenceDelivery
  readonly classifyError: (error: unknown) => ErrorReport
  readonly obeyAlways: boolean
  readonly onReceipt: (kept: KeptReceipt) => void
  readonly onProblem: OnProblem
}
