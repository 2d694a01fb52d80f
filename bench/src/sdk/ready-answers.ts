/** Answers of a Heron that were made beforehand: the same calls in the same order always get the same ones. */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import {
  chainRecord,
  type Digest,
  hashJson,
  type JsonObject,
  receiptText,
  type Signals,
} from '@heron/evidence'
import type { SessionOptions } from '@heron/sdk'

export const BENCH_HERON = { kid: 'heron-1', seed: new Uint8Array(32).fill(7) }

export const BENCH_SESSION: SessionOptions = {
  externalId: 'run_1',
  agent: { externalId: 'a1' },
  principal: { type: 'human', ref: 'user_881' },
  originalRequest: 'Send the plan',
}

export type ReadyAnswers = {
  /** The time at which every call is made. */
  readonly nowMs: number
  /** The next answer to a path. */
  readonly next: (path: string) => Response
}

const NOW = '2026-11-30T12:00:00.000Z'
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Allows `calls` calls of one session with these arguments and signals, numbered from 0. */
export function readyAnswers(tool: string, args: JsonObject, signals: Signals, calls: number): ReadyAnswers {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, BENCH_HERON.seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const said = { tool, args_hash: hashJson(args), signals_hash: hashJson(signals) }
  let head = hashJson('genesis')
  const opened = JSON.stringify({ session_id: 'ses_1', head_hash: head })
  const actions = Array.from({ length: calls }, (_, seq) => {
    const { text, recordHash } = actionAnswer(key, head, seq, said)
    head = recordHash
    return text
  })
  let at = 0
  return {
    nowMs: Date.parse(NOW),
    next: (path) => new Response(path === '/v1/sessions' ? opened : (actions[at++] ?? '')),
  }
}

function actionAnswer(
  key: KeyObject,
  head: Digest,
  seq: number,
  said: { readonly tool: string; readonly args_hash: Digest; readonly signals_hash: Digest },
): { readonly text: string; readonly recordHash: Digest } {
  const [action, decision] = [`act_${seq}`, `dec_${seq}`]
  const { tool, args_hash } = said
  const record = {
    ...{
      kind: 'action' as const,
      org: 'org_1',
      session: 'ses_1',
      action,
      seq,
      requested_at: NOW,
      v: 3 as const,
    },
    ...{ ...said, resource_ref_hash: null },
  }
  const { recordHash, prevHash } = chainRecord(record, head)
  const subject = {
    ...{ org: 'org_1', project: 'prj_1', session: 'ses_1', agent: 'a1', agent_version: null },
    ...{ principal: { type: 'human', ref: 'user_881' }, action, decision, seq, position: seq + 1 },
    ...{ tool, args_hash, policy_hash: hashJson('policy'), catalog_hash: null, v: 4 },
  }
  const verdict = { verdict: 'ALLOW', reasons: ['bench'], rule: null, transform: null, pending: null }
  const payload = {
    ...{
      ...subject,
      ...verdict,
      kind: 'decision',
      record_hash: recordHash,
      prev_hash: prevHash,
      resolves: null,
    },
    ...{ enforcement: { effect: 'enforced', declared_by: null } },
    ...{ requested_at: NOW, received_at: NOW, decided_at: NOW },
  }
  const signed = (what: object): object => ({
    ...{ payload: what, alg: 'EdDSA', kid: BENCH_HERON.kid },
    signature: sign(null, Buffer.from(receiptText(what)), key).toString('base64url'),
  })
  const text = JSON.stringify({
    ...{
      action_id: action,
      decision: { decision_id: decision, engine: 'ready', effect: 'enforced', ...verdict },
    },
    ...{ receipt: signed(payload), evaluation: signed({ ...subject, kind: 'evaluation' }), record },
    chain: { prev_hash: prevHash, record_hash: recordHash, position: seq + 1 },
  })
  return { text, recordHash }
}
