/** The inbox of approvals: every STEP_UP with what a person must see to answer it. */
import {
  type Classification,
  type DecisionPayload,
  type EvaluationPayload,
  parseJson,
  type PolicyBundle,
  type Principal,
} from '@heron/evidence'
import { findAction, findSessionName } from '../../store/queries/actions.js'
import { countAnswers, pageOfSettled, pageOfWaiting } from '../../store/queries/approvals.js'
import { findPolicy } from '../../store/queries/projects.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { cursorOf, readCursor } from '../evidence-page/paging.js'
import { scopeOf } from '../operator-keys.js'
import { Refusal } from '../refusal.js'
import { personName } from '../settings/person-name.js'
import { type ApprovalState, readApprovalPlace } from './approval-state.js'
import { wordsOf } from './words.js'
import type { ProjectKey } from '../tenant.js'

export type Approval = {
  readonly action: string
  readonly session: string
  readonly session_external_id: string
  readonly agent: string
  readonly principal: Principal
  readonly tool: string
  readonly args_hash: string
  /** Null once it has expired. */
  readonly args_redacted: unknown
  readonly classification: Classification
  readonly rule: { readonly id: string; readonly title: string; readonly text: string } | null
  readonly reasons: readonly string[]
  readonly requested_at: string
  readonly due_at: string | null
  readonly state: ApprovalState
  readonly answered?: {
    readonly by: string | null
    readonly decision: 'APPROVE' | 'DECLINE'
    readonly reason: string
    readonly at: string
    readonly entry_hash: string
    readonly used_by_action: string | null
  }
  /** How people answered the same rule on the same tool before. */
  readonly earlier: { readonly approved: number; readonly declined: number }
  /** What will happen. */
  readonly words: string
}

export type ApprovalPage = { readonly items: readonly Approval[]; readonly next_cursor: string | null }

type Parts = { readonly store: Reader; readonly now: () => string }

/** Sorts after every id. */
const END = '~'

export async function listApprovals(
  parts: Parts,
  project: ProjectKey,
  {
    state,
    cursor,
    limit,
  }: { readonly state: 'waiting' | 'answered'; readonly cursor: string | null; readonly limit: number },
): Promise<ApprovalPage> {
  const page = state === 'waiting' ? pageOfWaiting : pageOfSettled
  const [before = END] = readCursor(cursor, 1) ?? []
  const rows = await parts.store.all(page, {
    ...scopeOf({ project }),
    ...{ before_id: before, now: parts.now(), limit },
  })
  const view = viewer(parts)
  const items: Approval[] = []
  for (const row of rows) items.push(await view(row))
  const last = rows.at(-1)
  return { items, next_cursor: last === undefined || rows.length < limit ? null : cursorOf(last.id) }
}

/** @throws {Refusal} not_found for a call that nobody is asked about. */
export async function readApproval(parts: Parts, project: ProjectKey, actionId: string): Promise<Approval> {
  const row = await parts.store.first(findAction, { ...scopeOf({ project }), id: actionId })
  if (row?.verdict !== 'STEP_UP')
    throw new Refusal('not_found', 'there is no such call that waits for a person')
  return viewer(parts)(row)
}

/** Rows of one page share rules, names and counts: each is read once. */
function viewer({ store, now }: Parts): (row: Schema['actions']) => Promise<Approval> {
  const kept = new Map<string, Promise<unknown>>()
  const once = <Value>(key: string, read: () => Promise<Value>): Promise<Value> => {
    const known = (kept.get(key) as Promise<Value> | undefined) ?? read()
    kept.set(key, known)
    return known
  }
  return async (row) => {
    const { organization_id, project_id, session_id, tool } = row
    const scope = { organization_id, project_id }
    const decision = parseJson(row.decision_text) as unknown as DecisionPayload
    const { classification } = parseJson(row.evaluation_text) as unknown as EvaluationPayload
    const place = await readApprovalPlace(store, row, now())
    const answer = place?.answer ?? null
    const rule = row.rule ?? ''
    const session = await once(`session ${session_id}`, () =>
      store.first(findSessionName, { ...scope, session_id }),
    )
    const hash = decision.policy_hash
    const bundle =
      hash === null
        ? null
        : await once(`policy ${hash}`, () => readBundle(store, { ...scope, policy_hash: hash }))
    const asked = bundle?.rules.find(({ id }) => id === row.rule)
    const earlier = await once(`earlier ${rule} ${tool}`, () =>
      store.all(countAnswers, { ...scope, tool, rule }),
    )
    const countOf = (said: string): number => earlier.find((each) => each.decision === said)?.answers ?? 0
    const by = answer?.answered_by ?? null
    return {
      action: row.id,
      session: session_id,
      session_external_id: session?.external_id ?? '',
      agent: decision.agent,
      principal: decision.principal,
      tool,
      args_hash: row.args_hash,
      args_redacted: row.args_redacted_text === null ? null : parseJson(row.args_redacted_text),
      classification,
      rule: asked === undefined ? null : { id: asked.id, title: asked.title, text: asked.text },
      reasons: decision.reasons,
      requested_at: decision.requested_at,
      due_at: place?.dueAt ?? null,
      state: place?.state ?? 'timed_out',
      ...(answer === null
        ? {}
        : {
            answered: {
              by:
                by === null ? null : await once(`person ${by}`, () => personName(store, organization_id, by)),
              decision: answer.decision,
              reason: answer.reason,
              at: answer.answered_at,
              entry_hash: answer.entry_hash,
              used_by_action: place?.usedBy ?? null,
            },
          }),
      earlier: { approved: countOf('APPROVE'), declined: countOf('DECLINE') },
      words: wordsOf(tool, classification),
    }
  }
}

async function readBundle(
  store: Reader,
  which: { readonly organization_id: string; readonly project_id: string; readonly policy_hash: string },
): Promise<PolicyBundle | null> {
  const row = await store.first(findPolicy, which)
  return row === undefined ? null : (parseJson(row.bundle_text) as unknown as PolicyBundle)
}
