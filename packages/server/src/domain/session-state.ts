/**
 * Where the chains of this process's sessions stand, including what is on its way to the disk. A decision is planned on
 * the state that the one before it will leave, so that a hot session need not wait for a commit per action; the
 * database compares each head before it moves, so a plan that went wrong is undone there, with all that followed it.
 */
import { type History, parseJson } from '@heron/evidence'
import { maxSeq } from '../store/queries/actions.js'
import { findSession, listQuestions } from '../store/queries/sessions.js'
import type { Reader } from '../store/store.js'
import { OpenQuestions } from './open-questions.js'
import type { Tenant } from './tenant.js'

export type SessionIdentity = {
  readonly id: string
  readonly externalId: string
  readonly agent: string
  readonly agentVersion: string | null
  readonly principal: { readonly type: 'human' | 'service'; readonly ref: string }
  readonly genesisHash: string
  readonly closed: boolean
}

/** INVARIANT: changed only between two awaits, by the use case that plans; thrown away when a plan failed. */
export type SessionState = SessionIdentity & {
  headHash: string
  position: number
  history: History
  /** Largest `seq` planned; null before the first. Most vendors count upwards, and then nothing need be looked up. */
  maxSeq: number | null
  readonly questions: OpenQuestions
}

/** Sessions kept in memory, the least recently used dropped first; about 1 KiB each. */
const MAX_SESSIONS = 50_000

export class SessionStates {
  readonly #reader: Reader
  readonly #states = new Map<string, Promise<SessionState | null>>()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Null when the tenant has no session of that name. */
  load(tenant: Tenant, externalId: string): Promise<SessionState | null> {
    const key = keyOf(tenant, externalId)
    const known = this.#states.get(key)
    if (known !== undefined) {
      this.#states.delete(key)
      this.#states.set(key, known)
      return known
    }
    const loading = this.#read(tenant, externalId)
    this.#states.set(key, loading)
    if (this.#states.size > MAX_SESSIONS) {
      const oldest = this.#states.keys().next()
      if (oldest.done !== true) this.#states.delete(oldest.value)
    }
    const forget = (): void => {
      if (this.#states.get(key) === loading) this.#states.delete(key)
    }
    loading.then((state) => {
      if (state === null) forget()
    }, forget)
    return loading
  }

  /** Drops this very state; a fresher one that took its place stays. */
  async forget(tenant: Tenant, externalId: string, state: SessionState): Promise<void> {
    const key = keyOf(tenant, externalId)
    const known = this.#states.get(key)
    if (known === undefined) return
    if ((await known.catch(() => null)) === state && this.#states.get(key) === known) this.#states.delete(key)
  }

  async #read(tenant: Tenant, externalId: string): Promise<SessionState | null> {
    const scope = { organization_id: tenant.organizationId, project_id: tenant.projectId }
    const row = await this.#reader.first(findSession, {
      ...scope,
      environment: tenant.environment,
      external_id: externalId,
    })
    if (row === undefined) return null
    const inSession = { ...scope, session_id: row.id }
    const [newest, asked] = await Promise.all([
      this.#reader.first(maxSeq, inSession),
      this.#reader.all(listQuestions, inSession),
    ])
    const questions = new OpenQuestions()
    for (const open of asked) {
      const { action_id: actionId, verdict, tool, args_hash: argsHash, due_at: dueAt } = open
      questions.add({ actionId, verdict, tool, argsHash, dueAt }, '')
    }
    return {
      id: row.id,
      externalId,
      agent: row.agent_external_id,
      agentVersion: row.agent_version,
      principal: { type: row.principal_type, ref: row.principal_ref },
      genesisHash: row.genesis_hash,
      closed: row.closed_at !== null,
      headHash: row.head_hash,
      position: row.position,
      history: parseJson(row.history_text) as unknown as History,
      maxSeq: newest?.seq ?? null,
      questions,
    }
  }
}

function keyOf({ organizationId, projectId, environment }: Tenant, externalId: string): string {
  return `${organizationId}/${projectId}/${environment}/${externalId}`
}
