/**
 * Idempotency keys: made from what a request means, so that a retry, a re-announcement after a crash and a second
 * process all say the same key (heron.md §3). The forms are those of the recorded vendor client.
 */
import { catalogHash, hashJson, type ExecutionStatement, type ToolCatalogBody } from '@heron/evidence'

/** Visible ASCII that every proxy passes on, and short enough for any limit. */
const HEADER_SAFE = /^[\x21-\x7e]{1,200}$/

export function sessionKey(externalId: string): string {
  return key('session', externalId)
}

/** The parts that identify an action: two requests that agree in these mean the same call. */
export type ActionIdentity = {
  readonly session: string
  readonly seq: number
  readonly tool: string
  readonly args_hash: string
}

export function actionKey({ session, seq, tool, args_hash }: ActionIdentity): string {
  return `action:${hashJson({ session, seq, tool, args_hash })}`
}

export function executionKey(statement: Pick<ExecutionStatement, 'action_id' | 'outcome'>): string {
  return key('execution', `${statement.action_id}:${statement.outcome}`)
}

/** For several statements at once. Times are left out: an honest client re-stamps them under one key. */
export function executionsKey(statements: readonly ExecutionStatement[]): string {
  const meaning = statements.map((one) => [
    one.action_id,
    one.decision_id,
    one.outcome,
    one.result_hash,
    one.error_code,
  ])
  return `executions:${hashJson(meaning)}`
}

export function closeKey(externalId: string): string {
  return key('close', externalId)
}

export function catalogKey(body: ToolCatalogBody): string {
  return `catalog:${catalogHash(body)}`
}

/** A vendor's id may hold anything; what a header cannot carry is named by its hash. */
function key(kind: string, id: string): string {
  return HEADER_SAFE.test(id) ? `${kind}:${id}` : `${kind}:${hashJson(id)}`
}
