/** Public surface of `@heron/delegation`. */
export { type Authority } from './authority/authority.js'
export { meet, type MeetResult } from './authority/meet.js'
export { narrower, type NarrowerResult } from './authority/narrower.js'
export {
  type Permission,
  type PermitCode,
  type PermitOptions,
  type PermitReason,
  permits,
} from './authority/permits.js'
export {
  LEDGER_PROFILES,
  type Profile,
  type ProfileName,
  PROFILES,
  type ScopeForm,
} from './authority/profile.js'
export { type AuthorityRefusal, type AuthorityResult, readAuthority, toWire } from './authority/read.js'
export { classifyScope, scopeCovers } from './authority/scope.js'
export { CallerError, type CallerErrorCode } from './caller-error.js'
export { type CallState, type ExecutionBinding } from './bundle/binding.js'
export { type FailureDetail } from './bundle/finding.js'
export { type Lifecycle } from './bundle/lifecycle.js'
export { type BundleReport, type CheckStatus } from './bundle/report.js'
export {
  BUNDLE_REASONS,
  type BundleReason,
  ENVELOPE_REASONS,
  isOutsideContract,
  OUTSIDE_CONTRACT_REASONS,
} from './bundle/reasons.js'
export { scoreBundleVectors } from './bundle/vectors.js'
export { verifyBundle, type VerifyBundleOptions } from './bundle/verify.js'
export {
  envelopeSigningBytes,
  type Observation,
  type ObservationResult,
  signEnvelope,
  type Witness,
} from './envelope/envelope.js'
export { type EntryState, type EnvelopeNotice, type EnvelopeSummary } from './envelope/summary.js'
export { readTrustSet, type TrustedWitness, type TrustSet, type WitnessKeyRow } from './envelope/trust-set.js'
export { scoreEnvelopeVectors } from './envelope/vectors.js'
export { type AnchorKey, type AnchorSigner, signAnchor } from './ledger/anchor.js'
export { GENESIS_PREV_HASH, hashEntry } from './ledger/hash.js'
export { type LedgerFileVerdict, verifyLedgerText } from './ledger/json-lines.js'
export { type LedgerEntry, type LedgerSink, LedgerWriteError } from './ledger/ledger.js'
export { commitParams, type ParamsCommitment } from './ledger/params.js'
export { briefly, printable } from './ledger/printable.js'
export { type VectorMiss, type VectorScore } from './vector-score.js'
export { type HolderCheck } from './dpop/holder-check.js'
export { memoryReplayCache, type ReplayCache } from './dpop/replay-cache.js'
export { type FetchedStatusList, type StatusCheck } from './status/source.js'
export { type ActionDecision } from './token/action.js'
export { readTokenFile, type TokenFileResult } from './token/file.js'
export { type ChainInspection, inspectChain, type InspectedToken } from './token/inspect.js'
export { readTrustedJwks } from './token/jwks.js'
export { mintChain, type MintHop, type MintOptions } from './token/mint.js'
export { type MintPlan, type MintPlanResult, readMintPlan } from './token/mint-plan.js'
export { type ChainAction, type VerifyOptions } from './token/options.js'
export { type ActionReason, TOKEN_REASONS, type TokenReason } from './token/reasons.js'
export { type ChainsResult, verifyChains } from './token/several.js'
export { ed25519Signer, es256Signer, hs256Signer, type TokenSigner } from './token/signer.js'
export { confirmedThumbprint, jwkThumbprint } from './token/thumbprint.js'
export {
  ed25519Key,
  type Ed25519KeyOptions,
  es256Key,
  hs256Key,
  type TokenAlg,
  type TrustedKey,
} from './token/trusted-key.js'
export { scoreTokenVectors, type VectorFile } from './token/vectors.js'
export {
  type ChainAccepted,
  type ChainRejected,
  type ChainResult,
  permitsUnderChain,
  type StepNotPerformed,
  type VerifiedChain,
  verifyChain,
} from './token/verify.js'
export { type ExportOptions, exportLedger } from './bundle/export.js'
export { type Adapter, type CheckOptions } from './guard/options.js'
export {
  type Decision,
  type DecisionReason,
  decisionToWire,
  type DenialCode,
  explain,
} from './guard/decision.js'
export {
  AuthorizationDenied,
  DecisionWriteError,
  DelegationRefused,
  type RefusalCode,
} from './guard/errors.js'
export { type AuthorityInput, Guard, type GuardOptions } from './guard/guard.js'
export { type DenialOptions, type OutcomeOptions, type PassthroughOptions } from './guard/record.js'
export { type GuardRuntime, type StrikePolicy } from './guard/state.js'
export { type BodyState, type Capture, type Disposition, type SchemaVersion } from './ledger/vocabulary.js'
export { type DenialRow, denials } from './bundle/denials.js'
export { type DelegationGraph, delegationGraph, type GraphNode } from './bundle/graph.js'
export { renderEntries, renderReport, renderTree } from './bundle/render.js'
export {
  checkSessionGrant,
  type GrantedCall,
  type GrantTrust,
  isDelegationDocument,
  type OutsideReason,
  type SessionGrantReport,
} from './session/session-grant.js'
