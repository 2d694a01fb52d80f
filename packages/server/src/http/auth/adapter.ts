/**
 * The store as better-auth sees it: its models are rows of our tables, through the one connection and the one folder of
 * migrations that everything here uses, on every engine. Three things are ours on the way: of a session's token only the
 * hash is stored; what changes how somebody signs in is an entry of the organization's log in the same transaction; and
 * sessions are timed by Heron's clock.
 */
import { createAdapterFactory, type CustomAdapter } from 'better-auth/adapters'
import { organizationAct, personSubject } from '../../domain/people/acts.js'
import { usedSince } from '../../domain/people/who-is.js'
import { commitActs, type OperatorParts } from '../../domain/operator-log.js'
import { hashSecret } from '../../keys/secrets.js'
import { deleteEndedSessions, findMembership } from '../../store/queries/people.js'
import {
  type BoundQuery,
  type Comparison,
  type Condition,
  deleteRows,
  insertOne,
  selectRows,
  type SignInRow,
  type SignInTable,
  updateRows,
} from '../../store/queries/signing-in.js'
import { type Step, step } from '../../store/store.js'
import type { SqlValue } from '../../store/query.js'

type Entity = Readonly<Record<string, unknown>>
type Where = Parameters<CustomAdapter['findOne']>[0]['where']

const TABLES: Readonly<Record<string, SignInTable>> = {
  user: 'people',
  session: 'person_sessions',
  account: 'credentials',
  verification: 'verifications',
  twoFactor: 'two_factors',
}

/** What better-auth names otherwise than our columns do, besides the case of letters. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  session: { token: 'token_hash' },
  account: { password: 'password_hash' },
}

/** Tokens of an identity provider are of no use here: who signed in is all that is asked of it. */
const NOT_KEPT = new Set([
  'accessToken',
  'refreshToken',
  'idToken',
  'accessTokenExpiresAt',
  'refreshTokenExpiresAt',
  'scope',
])

const COMPARISONS = new Set<string>(['eq', 'ne', 'lt', 'lte', 'gt', 'gte'])
/** Rows that are changed one by one where a whole set is meant; nobody has more sessions than this. */
const MANY = 1000

/** An adapter for `betterAuth({ database })`. */
export function createAuthAdapter(parts: OperatorParts): ReturnType<typeof createAdapterFactory> {
  return createAdapterFactory({
    config: {
      adapterId: 'heron',
      supportsDates: false,
      supportsBooleans: false,
      supportsJSON: false,
      supportsNumericIds: false,
    },
    adapter: () => customAdapter(parts),
  })
}

function customAdapter(parts: OperatorParts): CustomAdapter {
  const { store } = parts
  const find = async (
    model: string,
    where: Where,
    limit: number,
    newestBy: string | null = null,
  ): Promise<Entity[]> => {
    const conditions = conditionsOf(model, where)
    const { query, params } = selectRows(tableOf(model), conditions, { limit, newestBy })
    const rows = await store.all(query, params)
    return rows.flatMap((row) => entityOf(parts, model, row, where))
  }
  const first = async (model: string, where: Where): Promise<Entity | null> =>
    (await find(model, where, 1))[0] ?? null
  const change = async (model: string, where: Where, bound: BoundQuery, update: Entity): Promise<boolean> => {
    const userId = await concerned(model, update, () => first(model, where))
    return write(parts, userId, actOf(model, update), stepOf(bound, 1))
  }
  const changeOne: NonNullable<CustomAdapter['incrementOne']> = async ({ model, where, increment, set }) => {
    const found = await first(model, where)
    if (found === null) return null
    const update = (set ?? {}) as Entity
    // The conditions hold when it is written, too: what was read may be gone by then.
    const bound = updateRows(
      tableOf(model),
      conditionsOf(model, where),
      rowOf(model, update),
      Object.fromEntries(Object.entries(increment).map(([name, by]) => [columnOf(model, name), by])),
    )
    if (!(await change(model, where, bound, update))) return null
    return (await first(model, idOf(found))) as never
  }
  return {
    create: async ({ model, data }) => {
      const given = data as Entity
      const row = rowOf(model, model === 'session' ? timed(parts, given) : given)
      const act = actOf(model, given, true)
      const written = await write(
        parts,
        textOf(given['userId']),
        act,
        stepOf(insertOne(tableOf(model), row), 1),
      )
      if (!written) throw new Error(`better-auth: a new ${model} met one that is already there`)
      if (model === 'session') await store.commit([step(deleteEndedSessions, { now: parts.now() }, null)])
      return data
    },
    findOne: async ({ model, where }) => (await first(model, where)) as never,
    findMany: async ({ model, where = [], limit, sortBy }) => {
      const newestBy = sortBy?.direction === 'desc' ? columnOf(model, sortBy.field) : null
      return (await find(model, where, limit, newestBy)) as never
    },
    update: ({ model, where, update }) =>
      changeOne({ model, where, increment: {}, set: update as Record<string, unknown> }),
    updateMany: async ({ model, where, update }) => {
      const rows = await find(model, where, MANY)
      for (const row of rows) await changeOne({ model, where: idOf(row), increment: {}, set: update })
      return rows.length
    },
    delete: async ({ model, where }) => {
      await store.commit([stepOf(deleteRows(tableOf(model), conditionsOf(model, where)), null)])
    },
    deleteMany: async ({ model, where }) => {
      const rows = await find(model, where, MANY)
      await store.commit([stepOf(deleteRows(tableOf(model), conditionsOf(model, where)), null)])
      return rows.length
    },
    consumeOne: async ({ model, where }) => {
      const found = await first(model, where)
      if (found === null) return null
      const gone = await store.commit([
        stepOf(deleteRows(tableOf(model), conditionsOf(model, idOf(found))), 1),
      ])
      return (gone.ok ? found : null) as never
    },
    incrementOne: changeOne,
    count: async ({ model, where = [] }) => (await find(model, where, MANY)).length,
  }
}

/** Writes, with an entry in the log of the person's organization where the change is one of how they sign in. */
async function write(
  parts: OperatorParts,
  userId: string,
  act: { readonly act: string; readonly provider?: string } | null,
  change: Step,
): Promise<boolean> {
  const membership = act === null ? undefined : await parts.store.first(findMembership, { user_id: userId })
  if (act === null || membership === undefined) return (await parts.store.commit([change])).ok
  const organizationId = membership.organization_id
  const entry = organizationAct(
    { organizationId, userId },
    {
      act: act.act,
      subject: personSubject(parts, organizationId, userId),
      after: act.provider === undefined ? null : { provider: act.provider },
    },
  )
  return (await commitActs(parts, [entry], () => [change])) !== null
}

function actOf(
  model: string,
  change: Entity,
  isNew = false,
): { readonly act: string; readonly provider?: string } | null {
  if (model === 'account' && isNew) {
    return { act: 'sign_in_method.added', provider: textOf(change['providerId']) }
  }
  if (model === 'account' && 'password' in change) return { act: 'password.changed' }
  if (model === 'user' && 'twoFactorEnabled' in change) {
    return { act: isTrue(change['twoFactorEnabled']) ? 'two_factor.enabled' : 'two_factor.disabled' }
  }
  return null
}

/** Whom a change is about; nobody where it is not one that is told of. */
async function concerned(model: string, update: Entity, find: () => Promise<Entity | null>): Promise<string> {
  if (actOf(model, update) === null) return ''
  const found = await find()
  const id = model === 'user' ? found?.['id'] : found?.['userId']
  return textOf(id)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1
}

function stepOf({ query, params }: BoundQuery, expect: number | null): Step {
  return step(query, params, expect)
}

function tableOf(model: string): SignInTable {
  const table = TABLES[model]
  if (table === undefined) throw new TypeError(`better-auth asked for a model that is not kept: ${model}`)
  return table
}

function columnOf(model: string, field: string): string {
  return RENAMED[model]?.[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function conditionsOf(model: string, where: Where): Condition[] {
  return where.map(({ field, operator, connector, value }) => {
    const isPlain = typeof value !== 'object' || value === null
    if (connector !== 'AND' || operator === undefined || !COMPARISONS.has(operator) || !isPlain) {
      throw new TypeError(`better-auth asked for ${model} by ${field} in a way that is not known here`)
    }
    return {
      column: columnOf(model, field),
      operator: operator as Comparison,
      value: storedValue(model, field, value),
    }
  })
}

function rowOf(model: string, entity: Entity): SignInRow {
  return Object.fromEntries(
    Object.entries(entity)
      .filter(([field, value]) => value !== undefined && !NOT_KEPT.has(field))
      .map(([field, value]) => [columnOf(model, field), storedValue(model, field, value)]),
  )
}

function storedValue(model: string, field: string, value: unknown): SqlValue {
  if (model === 'session' && field === 'token' && typeof value === 'string') return hashSecret(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value === null) return null
  throw new TypeError(`better-auth stores what is no plain value: ${model} ${field}`)
}

/** A row under better-auth's names; none for a session that has ended. */
function entityOf(parts: OperatorParts, model: string, row: SignInRow, where: Where): Entity[] {
  const entity: Record<string, unknown> = Object.fromEntries(
    Object.entries(row).map(([column, value]) => [fieldOf(model, column), value]),
  )
  if (model !== 'session') return [entity]
  const now = parts.now()
  const { expires_at: expiresAt, updated_at: usedAt } = row
  if (typeof expiresAt !== 'string' || expiresAt <= now) return []
  if (typeof usedAt !== 'string' || usedAt <= usedSince(now)) return []
  // Whoever asked by the token has it; anybody else is given a name that opens nothing.
  const asked = where.find(({ field }) => field === 'token')?.value
  entity['token'] = typeof asked === 'string' ? asked : row['token_hash']
  // better-auth compares with the system's clock.
  const remainingMs = Date.parse(expiresAt) - Date.parse(now)
  entity['expiresAt'] = new Date(Date.now() + remainingMs).toISOString()
  return [entity]
}

function fieldOf(model: string, column: string): string {
  const renamed = Object.entries(RENAMED[model] ?? {}).find(([, name]) => name === column)
  return renamed?.[0] ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** A new session in Heron's time. */
function timed({ now }: OperatorParts, session: Entity): Entity {
  const at = now()
  const lastsMs = Date.parse(String(session['expiresAt'])) - Date.now()
  const expiresAt = new Date(Date.parse(at) + lastsMs).toISOString()
  return { ...session, createdAt: at, updatedAt: at, expiresAt }
}

function idOf(found: Entity): Where {
  const id = String(found['id'])
  return [{ field: 'id', operator: 'eq', value: id, connector: 'AND', mode: 'sensitive' }]
}
