/** Public surface of `@heron/server`: what the command line, the tests and the benchmarks put together. */
export { createService, type ServiceOptions } from './domain/create-service.js'
export { type CreatedOrganization, type NewOrganization } from './domain/create-organization.js'
export {
  importVendorKey,
  mintApiKey,
  type Operation,
  revokeApiKey,
  revokeVendorKey,
  type VendorKeyState,
} from './domain/operator-keys.js'
export type { OperatorParts } from './domain/operator-log.js'
export { answerApproval } from './domain/approvals/answer-approval.js'
export { declareWindow, endWindowEarly } from './domain/enforcement/declare-window.js'
export { noteKeyRotation } from './domain/keys/note-rotation.js'
export { changeSettings, type SettingsPatch } from './domain/settings/change-settings.js'
export type { Edit, EditParts } from './domain/settings/edits.js'
export { DEFAULT_TIMINGS, type Timings } from './domain/reconcile/timings.js'
export type { FindingState } from './domain/findings/finding-state.js'
export { type FindingHistory, type FindingView, readFinding, viewOf } from './domain/findings/read-finding.js'
export { type Review, reviewFindings } from './domain/findings/review-findings.js'
export {
  type Facet,
  FACETS,
  type FindingFilter,
  type SelectedFinding,
  selectFindings,
} from './domain/findings/select-findings.js'
export { type FacetCount, type Issue, readIssues } from './domain/issues/issues.js'
export { reviewIssue } from './domain/issues/review-issue.js'
export {
  type FindingsReport,
  readFindingsReport,
  type ReportedIssue,
} from './domain/report/findings-report.js'
export { reportMarkdown } from './domain/report/report-markdown.js'
export { type HeadProof, proveHead } from './domain/checkpoints/head-proof.js'
export { readCheckpoints } from './domain/checkpoints/read-checkpoints.js'
export { addCosignatures, addWitness, type Cosigned, witnessRequest } from './domain/checkpoints/witnesses.js'
export { changeRetention } from './domain/retention/change-retention.js'
export { type Sender, type SenderOptions, startWebhookSender } from './webhooks/sender.js'
export { startWorker, type Worker, type WorkerOptions, type WorkerTotals } from './worker/worker.js'
export { Refusal, type RefusalCode, REFUSALS } from './domain/refusal.js'
export type { ActionView, HeronService, RequestContext, SessionView } from './domain/service.js'
export type { Tenant } from './domain/tenant.js'
export { KEY_RING_VARIABLE, loadKeyRing, ringInEnvironment, saveKeyRing } from './keys/key-ring-file.js'
export { type KeyRing, KeyRingError, type PublishedKey, rotateKeyRing } from './keys/key-ring.js'
export { createThreadSigner, type Signer } from './keys/signer.js'
export type { OpenInstallation } from './setup/installation.js'
export {
  createPostgresInstallation,
  openOrPreparePostgres,
  openPostgresInstallation,
  type PostgresLocation,
} from './setup/postgres-installation.js'
export { createDataDirectory, DataDirectoryExistsError } from './setup/create-data-directory.js'
export {
  databasePath,
  keyRingPath,
  openDataDirectory,
  type OpenDataDirectory,
} from './setup/data-directory.js'
export { copyFromSqlite, type CopyOptions } from './store/postgres/copy-from-sqlite.js'
export { openPostgresStore, type PostgresOptions } from './store/postgres/postgres-store.js'
export { openSqliteStore, type SqliteOptions } from './store/sqlite/sqlite-store.js'
export { type Store, StoreOpenError } from './store/store.js'
export { type AppOptions, createApp } from './http/app.js'
export type { OidcProvider } from './http/auth/people-auth.js'
export { resetPassword } from './domain/people/reset-password.js'
export { mintSetUpToken, needsSetUp } from './domain/people/set-up.js'
export { ListenError, type RunningServer, startServer } from './http/server.js'
export { createLogger } from './http/logger.js'
export { ownerOperation, ProjectChoiceError } from './setup/owner-operation.js'
export { backUpSqlite } from './store/sqlite/backup.js'
export { migrationsFor } from './store/migrate.js'
export { normaliseTime } from './domain/time.js'
export { type ExportParts, exportProject, type ExportRequest } from './domain/export-project.js'
export {
  htmlPieces,
  jsonPieces,
  ndjsonPieces,
  PlainExportTooLargeError,
  TemplateError,
} from './domain/evidence-page/export-forms.js'
export {
  changeWindow,
  issueReviewerLink,
  listLinks,
  revokeReviewerLink,
  type ReviewerLink,
  setPublicOverview,
} from './domain/evidence-page/links.js'
export type { EvidencePageService } from './domain/evidence-page/service.js'
export { listLinkRequests, type WaitingRequest } from './domain/overview/link-requests.js'
export { checkStore } from './domain/fsck/check-store.js'
export { type FsckCode, type FsckFinding, type FsckReport } from './domain/fsck/report.js'
