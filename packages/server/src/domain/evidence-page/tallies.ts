/** The counts of a window, exact and without reading an action: sums of what was counted as rows were written. */
import {
  DIMENSIONS,
  type Dimension,
  PUBLISHED_FINDINGS,
  type PublishedFindingKind,
  type Source,
  SOURCES,
  type Verdict,
  VERDICTS,
} from '@heron/evidence'
import { sumActionTallies, sumFindingTallies, sumSessionTallies } from '../../store/queries/tallies.js'
import type { Reader } from '../../store/store.js'
import type { Window } from './reach.js'

export type VerdictCounts = { readonly [verdict in Verdict]: number }

export type PolicyUse = {
  decisions: number
  firstUsedAt: string
  lastUsedAt: string
  readonly decided: Map<string, number>
}

export type ActionCounts = {
  readonly actions: number
  readonly verdicts: VerdictCounts
  readonly dimensions: { readonly [name in Dimension]: { readonly [source in Source]: number } }
  readonly tools: readonly string[]
  /** By policy hash; decisions without a policy under the empty name. */
  readonly policies: ReadonlyMap<string, PolicyUse>
  readonly instructions: number
  readonly shownText: number
}

export type SessionCounts = {
  readonly sessions: number
  readonly closed: number
  readonly grants: number
  readonly tasks: number
  /** Actions with a statement. */
  readonly stated: number
}

export type FindingCount = {
  readonly kind: PublishedFindingKind
  readonly severity: (typeof PUBLISHED_FINDINGS)[PublishedFindingKind]
  readonly open: number
  readonly reviewed: number
  readonly cleared: number
  readonly newest_at: string
}

/** `no_rule` stands for the base, which decides where no rule matched. */
const NO_RULE = 'no_rule'

export async function countActions(reader: Reader, reach: Window): Promise<ActionCounts> {
  const verdicts = zeroes(VERDICTS)
  const bySource = (): Record<Source, number> => zeroes(SOURCES)
  const dimensions = Object.fromEntries(DIMENSIONS.map((name) => [name, bySource()])) as Record<
    Dimension,
    Record<Source, number>
  >
  const tools = new Set<string>()
  const policies = new Map<string, PolicyUse>()
  let actions = 0
  let instructions = 0
  let shownText = 0
  for (const row of await reader.all(sumActionTallies, inWindow(reach))) {
    const shape = readShape(row.shape)
    actions += row.actions
    tools.add(row.tool)
    if (Object.hasOwn(verdicts, row.verdict)) verdicts[row.verdict as Verdict] += row.actions
    for (const [index, name] of DIMENSIONS.entries())
      dimensions[name][shape.sources[index] ?? 'unknown'] += row.actions
    if (shape.commitments.includes('instructions_hash')) instructions += row.actions
    if (shape.commitments.includes('shown_text_hash')) shownText += row.actions
    const use = policies.get(shape.policyHash) ?? {
      ...{ decisions: 0, firstUsedAt: row.first_at, lastUsedAt: row.last_at },
      decided: new Map<string, number>(),
    }
    const rule = row.rule === '' ? NO_RULE : row.rule
    use.decisions += row.actions
    use.decided.set(rule, (use.decided.get(rule) ?? 0) + row.actions)
    if (row.first_at < use.firstUsedAt) use.firstUsedAt = row.first_at
    if (row.last_at > use.lastUsedAt) use.lastUsedAt = row.last_at
    policies.set(shape.policyHash, use)
  }
  return { actions, verdicts, dimensions, tools: [...tools].sort(), policies, instructions, shownText }
}

export async function countSessions(reader: Reader, reach: Window): Promise<SessionCounts> {
  const counts = { sessions: 0, closed: 0, grants: 0, tasks: 0, stated: 0 }
  for (const { what, n } of await reader.all(sumSessionTallies, inWindow(reach))) counts[what] = n
  return counts
}

/** Kinds that were raised in the window, the gravest first. */
export async function countFindings(reader: Reader, reach: Window): Promise<readonly FindingCount[]> {
  const counts = new Map<PublishedFindingKind, FindingCount>()
  for (const { kind, state, n, newest_at } of await reader.all(sumFindingTallies, inWindow(reach))) {
    if (!isPublished(kind)) continue
    const known = counts.get(kind) ?? {
      ...{ kind, severity: PUBLISHED_FINDINGS[kind], newest_at },
      ...{ open: 0, reviewed: 0, cleared: 0 },
    }
    const newest = newest_at > known.newest_at ? newest_at : known.newest_at
    counts.set(kind, { ...known, [state]: n, newest_at: newest })
  }
  const order = ['critical', 'high', 'medium', 'low']
  return [...counts.values()].sort(
    (left, right) =>
      order.indexOf(left.severity) - order.indexOf(right.severity) || (left.kind < right.kind ? -1 : 1),
  )
}

export function isPublished(kind: string): kind is PublishedFindingKind {
  return Object.hasOwn(PUBLISHED_FINDINGS, kind)
}

function inWindow({ scope, from }: Window): {
  readonly organization_id: string
  readonly project_id: string
  readonly since_day: string
} {
  return { ...scope, since_day: from.slice(0, 10) }
}

/** The five sources, the commitments, the policy hash; an unreadable one counts as unknown. */
function readShape(text: string): {
  readonly sources: readonly Source[]
  readonly commitments: readonly unknown[]
  readonly policyHash: string
} {
  const parts = JSON.parse(text) as readonly unknown[]
  const sources = parts
    .slice(0, DIMENSIONS.length)
    .map((part) => SOURCES.find((source) => source === part) ?? 'unknown')
  const commitments = parts[DIMENSIONS.length]
  const policyHash = parts[DIMENSIONS.length + 1]
  return {
    sources,
    commitments: Array.isArray(commitments) ? commitments : [],
    policyHash: typeof policyHash === 'string' ? policyHash : '',
  }
}

function zeroes<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}
