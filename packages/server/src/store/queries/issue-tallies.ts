/** Findings counted by all that issues are distributed over (0006): rows by kind, day and value, never one a finding. */
import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { query } from '../query.js'
import type { Schema } from '../schema.js'

/** An empty text lets everything through; `~` asks for those without such a value. `since_day` is a UTC day. */
type Tallied = {
  organization_id: string
  project_id: string
  kind: string
  state: string
  since_day: string
  tool: string
  agent: string
  environment: string
  verdict: string
  rule: string
}

const isAsked = (column: string, value: string) =>
  sql<SqlBool>`(${value} = '' or ${sql.ref(column)} = case when ${value} = '~' then '' else ${value} end)`

const passes = (eb: ExpressionBuilder<Schema, 'issue_tallies'>, p: Tallied) =>
  eb.and([
    eb('organization_id', '=', p.organization_id),
    eb('project_id', '=', p.project_id),
    sql<SqlBool>`(${p.kind} = '' or kind = ${p.kind})`,
    sql<SqlBool>`(${p.state} = '' or state = ${p.state})`,
    sql<SqlBool>`day >= ${p.since_day}`,
    isAsked('tool', p.tool),
    isAsked('agent', p.agent),
    isAsked('environment', p.environment),
    isAsked('verdict', p.verdict),
    isAsked('rule', p.rule),
  ])

export const sumIssues = query<Tallied>()((db, p) =>
  db
    .selectFrom(
      // First what the connections counted apart becomes one number again: what is no more in a state counts for nothing.
      db
        .selectFrom('issue_tallies')
        .select([
          'kind',
          'state',
          sql<number>`sum(n)`.as('n'),
          sql<string>`min(first_at)`.as('first_at'),
          sql<string>`max(last_at)`.as('last_at'),
        ])
        .where((eb) => passes(eb, p))
        .groupBy(['kind', 'day', 'tool', 'agent', 'environment', 'verdict', 'rule', 'state'])
        .having(sql<SqlBool>`sum(n) > 0`)
        .as('chunk'),
    )
    .select([
      'kind',
      sql<number>`sum(n)`.as('count'),
      sql<number>`sum(case when state = 'open' then n else 0 end)`.as('open'),
      sql<string>`min(first_at)`.as('first_seen'),
      sql<string>`max(last_at)`.as('last_seen'),
    ])
    .groupBy('kind'),
)

/** How many have each value, by kind; empty stands for none. */
const distribution = (facet: 'tool' | 'agent' | 'environment' | 'verdict' | 'rule' | 'day') =>
  query<Tallied & { limit: number }>()((db, p) =>
    db
      .selectFrom('issue_tallies')
      .select(['kind', sql<string>`${sql.ref(facet)}`.as('value'), sql<number>`sum(n)`.as('count')])
      .where((eb) => passes(eb, p))
      .groupBy(['kind', facet])
      .having(sql<SqlBool>`sum(n) > 0`)
      .orderBy('count', 'desc')
      .orderBy('value')
      .limit(p.limit),
  )

export const issuesByTool = distribution('tool')
export const issuesByAgent = distribution('agent')
export const issuesByEnvironment = distribution('environment')
export const issuesByVerdict = distribution('verdict')
export const issuesByRule = distribution('rule')
/** The findings raised on each day. */
export const issuesByDay = distribution('day')

/** Sessions in which kinds were found, of one agent or environment where that is asked. */
export const sumIssueRuns = query<{
  organization_id: string
  project_id: string
  agent: string
  environment: string
}>()((db, p) =>
  db
    .selectFrom('issue_runs')
    .select(['kind', sql<number>`sum(n)`.as('runs')])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where(sql<SqlBool>`(${p.agent} = '' or agent = ${p.agent})`)
    .where(sql<SqlBool>`(${p.environment} = '' or environment = ${p.environment})`)
    .groupBy('kind'),
)
