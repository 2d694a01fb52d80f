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
