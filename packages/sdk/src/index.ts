/** Public surface of `@heron/sdk`: web platform only, no Node module. */
export { publishCatalog, type PublishedCatalog } from './catalog/publish.js'
export type { PolicyAnswer, StatementAnswer } from './client/answers.js'
export type { BreakerOptions } from './client/breaker.js'
export { HeronClient, MAX_STATEMENTS } from './client/client.js'
export { type CallFailureCode, HeronCallError, HeronUsageError } from './client/errors.js'
export type { TransportOptions } from './client/transport.js'
export type { ArgumentPath, ToolContract, Wrapping } from './contract/contract.js'
export type { Contracts } from './contract/book.js'
export type { InternalRecipients } from './contract/count.js'
export type { EvidenceLag, FlushReport } from './evidence/delivery.js'
export { type EvidenceOutbox, memoryOutbox, type OutboxEntry, type OutboxLag } from './evidence/outbox.js'
export { type CallOutcome, classifyError, type ErrorReport } from './evidence/outcome.js'
export type { EvidenceStatus } from './evidence/sending.js'
export type { VendorKey } from './evidence/vendor-key.js'
export { type BlockedCode, HeronBlocked } from './guard/blocked.js'
export type { KeptReceipt } from './guard/context.js'
export {
  type AllowedDecision,
  answerStepUp,
  type Decision,
  type StepUpAnswer,
  type ToolCall,
  type UndecidedCode,
  type UndecidedDecision,
  type WithheldDecision,
} from './guard/decision.js'
export type { ApprovalWait } from './guard/await-approval.js'
export { Guard, type GuardOptions } from './guard/guard.js'
export type { Instructions, SessionOptions } from './guard/opening.js'
export { PROCESS_ENDED } from './guard/judge.js'
export { shownTextCommitment } from './guard/prepare.js'
export type { ClosedSession, GuardedSession } from './guard/session.js'
export { derivedSessions, memorySessions, type SessionStore } from './guard/session-store.js'
export type { StepUpResolution } from './guard/step-up.js'
export { INTENT_QUESTION, type IntentQuestion, type TurnOptions } from './guard/turn.js'
export type { HeronProblem, OnProblem, ProblemCode } from './problems.js'
export {
  checkDecision,
  type AnnouncedCall,
  type CheckedDecision,
  type CheckedReceipt,
  type ReceiptFailure,
  type ReceiptFailureCode,
  type ReceiptTrust,
} from './receipts/check.js'
export { HeronKeys } from './receipts/keys.js'
export { type Runtime, type TimerPurpose, webRuntime } from './runtime.js'
