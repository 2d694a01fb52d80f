/**
 * Reading the service's answers: only the members that this SDK acts on, each checked. UNTRUSTED throughout; null means
 * "not the promised answer". Decisions are read by `../receipts/check.ts`, out of what is signed.
 */
import {
  type CloseSessionAnswer,
  type Ed25519Jwk,
  isDigest,
  isJsonObject,
  type JsonValue,
  type OpenSessionAnswer,
  type PolicyBundle,
  type Problem,
  type PutToolCatalogAnswer,
  type ReportExecutionAnswer,
} from '@heron/evidence'

/** `GET /v1/policy` and `GET /v1/policies/{hash}`. */
export type PolicyAnswer = { readonly policy_hash: string; readonly bundle: PolicyBundle }

/** What became of one of several statements, in the place it was sent in: taken, or refused alone. */
export type StatementAnswer = ReportExecutionAnswer | ({ readonly ok: false } & Problem)

export function readOpenSession(value: JsonValue): OpenSessionAnswer | null {
  if (!isJsonObject(value)) return null
  const { session_id, head_hash } = value
  return typeof session_id === 'string' && isDigest(head_hash)
    ? (value as unknown as OpenSessionAnswer)
    : null
}

export function readReportExecution(value: JsonValue): ReportExecutionAnswer | null {
  if (!isJsonObject(value)) return null
  const { ok, signature_valid } = value
  return ok === true && typeof signature_valid === 'boolean'
    ? (value as unknown as ReportExecutionAnswer)
    : null
}

export function readReportExecutions(value: JsonValue, sent: number): readonly StatementAnswer[] | null {
  if (!Array.isArray(value) || value.length !== sent) return null
  const items = value as readonly JsonValue[]
  const readable = items.every(
    (item) =>
      readReportExecution(item) !== null ||
      (isJsonObject(item) && item['ok'] === false && typeof item['code'] === 'string'),
  )
  return readable ? (items as unknown as readonly StatementAnswer[]) : null
}

export function readCloseSession(value: JsonValue): CloseSessionAnswer | null {
  if (!isJsonObject(value)) return null
  const { head_hash, count } = value
  return isDigest(head_hash) && typeof count === 'number' ? (value as unknown as CloseSessionAnswer) : null
}

export function readPutToolCatalog(value: JsonValue): PutToolCatalogAnswer | null {
  if (!isJsonObject(value)) return null
  const { catalog_hash, signature_valid } = value
  return isDigest(catalog_hash) && typeof signature_valid === 'boolean'
    ? (value as unknown as PutToolCatalogAnswer)
    : null
}

export function readPolicy(value: JsonValue): PolicyAnswer | null {
  if (!isJsonObject(value)) return null
  const { policy_hash, bundle } = value
  return isDigest(policy_hash) && isJsonObject(bundle ?? null) ? (value as unknown as PolicyAnswer) : null
}

/** Keys of other kinds in the set are passed over; they are not ours to judge. */
export function readJwks(value: JsonValue): readonly Ed25519Jwk[] | null {
  if (!isJsonObject(value) || !Array.isArray(value['keys'])) return null
  const keys = value['keys'] as readonly JsonValue[]
  return keys.filter(
    (key) =>
      isJsonObject(key) &&
      key['crv'] === 'Ed25519' &&
      typeof key['kid'] === 'string' &&
      typeof key['x'] === 'string',
  ) as unknown as readonly Ed25519Jwk[]
}
