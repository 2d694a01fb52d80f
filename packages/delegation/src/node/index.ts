/** Node-only part of `@heron/delegation`: what needs a file system, a clock or the system's randomness. */
export { GroupedLedgerFile, LedgerFileError, SyncedLedgerFile } from './ledger-file.js'
export { nodeRuntime } from './runtime.js'
export {
  type PendingRecord,
  SpoolFullError,
  type SpoolOptions,
  type SpoolRecord,
  SpoolSink,
} from './spool.js'
