/** Every call in a database, for the ledger of what clients were told. */
import type { TestDatabase } from '../support/place.js'
import type { AnsweredCall } from './ledger.mjs'

export function storedCalls(database: TestDatabase): AnsweredCall[] {
  const rows = database
    .prepare(
      `select s.external_id as session, a.seq, a.id as action, a.record_hash, a.decision_signature as signature
       from actions a join sessions s on s.organization_id = a.organization_id and s.project_id = a.project_id
         and s.id = a.session_id`,
    )
    .all() as (Omit<AnsweredCall, 'recordHash'> & { record_hash: string })[]
  return rows.map(({ record_hash: recordHash, ...row }) => ({ ...row, recordHash }))
}

/** An answer of the service as the ledger keeps it. */
export function answeredCall(
  session: string,
  seq: number,
  answer: {
    readonly action_id: string
    readonly chain: { readonly record_hash: string }
    readonly receipt: { readonly signature: string }
  },
): AnsweredCall {
  const { action_id: action, chain, receipt } = answer
  return { session, seq, action, recordHash: chain.record_hash, signature: receipt.signature }
}
