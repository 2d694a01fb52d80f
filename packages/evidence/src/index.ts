/** Public surface of `@heron/evidence`. */
export { decodeBase64, toBase64 } from './crypto/base64.js'
export { decodeBase64url, toBase64url } from './crypto/base64url.js'
export {
  type Digest,
  hashCanonicalText,
  hashChained,
  hashJson,
  hmacSha256,
  isDigest,
  sha256,
  toDigest,
} from './crypto/digest.js'
export {
  type Ed25519Jwk,
  importPublicKey,
  type PublicKeyBytes,
  publicKeyOfSeed,
  signEd25519,
  type SignatureVerifier,
  toJwk,
  verifyEd25519,
} from './crypto/ed25519.js'
export { decodeHex, toHex } from './crypto/hex.js'
export { detectMessageSigner, detectSignatureVerifier, type MessageSigner } from './crypto/web-crypto.js'
export { canonicalBytes, CanonicalizationError, canonicalize, MAX_JSON_DEPTH } from './json/canonical.js'
export {
  decodeJson,
  JsonTextError,
  type JsonTextErrorCode,
  type JsonReadOptions,
  type JsonReadResult,
  parseJson,
  parseJsonBytes,
} from './json/read.js'
export {
  childPointer,
  isJsonObject,
  type JsonObject,
  type JsonPointer,
  type JsonValue,
  ownMember,
} from './json/value.js'
export type {
  ActionRecord,
  ActionRecordV1,
  ActionRecordV2,
  ActionRecordV3,
  ChainedRecord,
  ChainRecord,
  Principal,
  SessionRecord,
  SessionRecordV1,
  SessionRecordV2,
} from './chain/records.js'
export { chainRecord } from './chain/records.js'
export type {
  ApprovalMatch,
  ApprovalStatement,
  Classification,
  Condition,
  DataClass,
  Destination,
  Dimension,
  Dimensioned,
  Evaluation,
  EvaluationInput,
  History,
  InferenceStatement,
  Magnitude,
  Operation,
  Pending,
  PolicyBundle,
  Reversibility,
  Rule,
  Signals,
  SignalTest,
  SignalTestResult,
  Source,
  Thresholds,
  Transform,
  Verdict,
} from './policy/types.js'
export {
  DATA_CLASSES,
  DESTINATIONS,
  DIMENSIONS,
  MAGNITUDES,
  OPERATIONS,
  REVERSIBILITIES,
  SOURCES,
  VERDICTS,
} from './policy/types.js'
export type {
  ActionSubject,
  AuditPayload,
  AuditRecord,
  AuditState,
  ClosePayload,
  DecisionPayload,
  Enforcement,
  EvaluationPayload,
  Receipt,
  ReceiptPayload,
  ResolutionPayload,
  SnapshotHead,
  SnapshotPayload,
} from './receipt/payloads.js'
export type {
  AnnounceActionAnswer,
  CloseSessionAnswer,
  DecisionAnswer,
  OpenSessionAnswer,
  Problem,
  PutToolCatalogAnswer,
  ReportExecutionAnswer,
} from './wire/answers.js'
export type {
  AnnounceActionRequest,
  CatalogSignals,
  CatalogTool,
  DelegationDocument,
  ExecutionStatement,
  GrantScope,
  OpenSessionRequest,
  Outcome,
  PutToolCatalogRequest,
  ReportExecutionRequest,
  ToolCatalogBody,
  VendorSignature,
} from './wire/requests.js'
export { OUTCOMES } from './wire/requests.js'
export {
  type AnchorKey,
  anchorToken,
  anchorTypeOf,
  extractAnchors,
  isAnchorToken,
  VENDOR_SCOPE,
} from './anchor/anchors.js'
export { ANCHOR_TYPES, anchorPattern, type AnchorType, looksPersonal } from './anchor/patterns.js'
export { canonicalCatalog, catalogHash, signCatalog } from './catalog/catalog.js'
export {
  type CatalogCheck,
  type CatalogFinding,
  type CatalogWarning,
  checkCatalog,
  MAX_CATALOG_TOOLS,
  MAX_TOOL_ALIASES,
} from './catalog/check.js'
export { type CatalogCoverage, type CatalogIndex, indexCatalog } from './catalog/join.js'
export { type SignedStatement, signStatement, statementText, verifyStatement } from './execution/statement.js'
export { actorPseudonym, chainLogEntry, type LogChain, logRecordOf } from './log/operator-log.js'
export {
  APPROVAL_ACTS,
  END_GRACE_MS,
  ENFORCEMENT_ACTS,
  LONGEST_ENFORCEMENT_MS,
  type LooseEffect,
} from './log/governance-acts.js'
export { RECEIPT_VERSIONS, receiptText, verifyReceiptText } from './receipt/receipts.js'
export {
  type FindingKind,
  PUBLISHED_FINDINGS,
  type PublishedFindingKind,
  type Severity,
  severityOf,
  UNPUBLISHED_FINDINGS,
  type UnpublishedFindingKind,
} from './reconcile/findings.js'
export {
  type DecisionFacts,
  lateAfter,
  PAIRS_FOR_P99,
  type PairState,
  reconcile,
  type ReconcileSettings,
  type Reconciliation,
  type StatementFacts,
  WORLD_OUTCOMES,
} from './reconcile/reconcile.js'
export { instructionsChanged, sensitiveThenExternal, unnamedRecipients } from './reconcile/agent-findings.js'
export { LineDigest } from './export/digest.js'
export { composeText, embedText } from './export/embed.js'
export type {
  ActionEntry,
  BundleEntry,
  CatalogEntry,
  CheckpointEntry,
  CheckpointLeafEntry,
  CloseEntry,
  EntryType,
  ExportEntry,
  ExportScope,
  FindingEntry,
  HeaderEntry,
  KeyEntry,
  LogEntry,
  ManifestEntry,
  ManifestPayload,
  PlainExport,
  ResolutionEntry,
  SessionEntry,
  StatementEntry,
  UnmatchedEntry,
  VendorKeyEntry,
} from './export/format.js'
export {
  ENTRY_TYPES,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  MAX_LINE_BYTES,
  MAX_PLAIN_BYTES,
  REVIEW_ACTS,
  VENDOR_KEY_ACTS,
  WITHHELD_ERROR_CODE,
} from './export/format.js'
export { ExportWriter, manifestLine } from './export/writer.js'
export { advanceHistory, EMPTY_HISTORY, type JudgedAction } from './policy/history.js'
export { isSameJson } from './json/same.js'
export { classify, type ClassificationInput } from './classify/classify.js'
export { LEXICON, TAXONOMY_VERSION } from './classify/lexicon.js'
export { derivedReversibility, deriveFromName, type DerivedFromName } from './classify/name.js'
export {
  COMMITMENT_SIGNALS,
  type CommitmentSignal,
  COUNT_SIGNALS,
  type CountSignal,
  type DeclaredSignals,
  readSignals,
  type SignalReading,
  type SignalRefusal,
  type SignalRefusalCode,
  type StatedFacts,
  type StatedInference,
  type StatedSignals,
} from './classify/signals.js'
export { type ApprovalCandidate, type ApprovalQuestion, APPROVE, matchApproval } from './policy/approval.js'
export { type BundleParts, DEFAULT_THRESHOLDS, makeBundle, policyHash } from './policy/bundle.js'
export { checkBundle, checkRule, MAX_RULES } from './policy/check-bundle.js'
export { signalTestKey, signalTestsIn } from './policy/conditions.js'
export { evaluate } from './policy/engine.js'
export type { PolicyFinding, PolicyFindingCode } from './policy/findings.js'
export { MANAGED_RULES, managedBundle } from './policy/managed.js'
export { type Reason, REASONS } from './policy/reasons.js'
export { runSignalTests } from './policy/signal-tests.js'
export {
  type CheckpointLeaf,
  checkpointLeafHash,
  checkpointLeafText,
  checkpointOrigin,
  type LogHeadLeaf,
  type SessionHeadLeaf,
  type StatementLeaf,
} from './checkpoint/leaves.js'
export {
  consistencyProof,
  EMPTY_ROOT,
  inclusionProof,
  leafHash,
  sameTreeHash,
  TreeBuilder,
  type TreeHash,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from './checkpoint/merkle.js'
export {
  type Checkpoint,
  checkpointText,
  type Note,
  type NoteKey,
  noteKeyId,
  type NoteSignature,
  noteSignatureLine,
  type NoteSignatureType,
  noteSigningInput,
  parseCheckpoint,
  parseNote,
  parseNoteKey,
  type VerifiedNoteSignature,
  verifyNote,
  writeNote,
  writeNoteKey,
} from './checkpoint/note.js'
export { type CheckId, CHECK_IDS, CHECKS } from './verify/checks.js'
export { type Batch, type BatchInspection, inspectBatch } from './verify/inspect/batch.js'
export { type JwksReading, readJwks } from './verify/jwks.js'
export type { Material, VendorKey, VerifierTools } from './verify/material.js'
export {
  type CheckFinding,
  type CheckOutcome,
  type CheckResult,
  inertText,
  type Notice,
  type VerificationReport,
} from './verify/report.js'
export { readExportEntries } from './verify/source/entries.js'
export { type BatchInspector, verifyExport, type VerifyOptions } from './verify/verify-export.js'
export type { ByteSource } from './verify/source/blocks.js'
export { type KeptCheckpoint, readKeptCheckpoint } from './verify/walk/kept-checkpoints.js'
export type { PinnedHead } from './verify/walk/pins.js'
export { byPattern, SECRET_FINDERS, type TextFinder, type TextSpan } from './redaction/secrets.js'
export { scoreIngestVectors } from './conformance/ingest.js'
export type { VectorMiss, VectorScore } from './conformance/score.js'
export type {
  LinkRequest,
  PageAction,
  PageCall,
  PageCheckpoints,
  Paged,
  PageFinding,
  PageKeys,
  PageLogEntry,
  PagePolicy,
  PagePosture,
  PageRun,
  PageRunDetail,
  PageSignals,
  PageSnapshot,
  PageSnapshotComparison,
  PageSummary,
  PublicOverview,
} from './page/answers.js'
export { POSTURE_IDS, type PostureClaim, type PostureId, type PostureMark } from './posture/claims.js'
export type { PostureFacts, Telemetry } from './posture/facts.js'
export { judgePosture } from './posture/posture.js'
