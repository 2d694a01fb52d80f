/** The policy and signals tables, counted from an export at hand. */
import {
  type ActionEntry,
  DIMENSIONS,
  indexCatalog,
  type PagePolicy,
  type PageSignals,
  SOURCES,
} from '@heron/evidence'
import type { FileRecord } from './file-record.js'

export function policyOf({ bundles, log }: FileRecord, actions: readonly ActionEntry[]): PagePolicy {
  return {
    in_force: actions.at(-1)?.decision.payload.policy_hash ?? null,
    bundles: bundles.map((entry) => {
      const own = actions.filter(({ decision }) => decision.payload.policy_hash === entry.policy_hash)
      const times = own.map(({ decision }) => decision.payload.decided_at).sort()
      const decided: Record<string, number> = {}
      for (const { decision } of own) {
        const rule = decision.payload.rule ?? 'no_rule'
        decided[rule] = (decided[rule] ?? 0) + 1
      }
      return {
        ...entry,
        first_used_at: times[0] ?? null,
        last_used_at: times.at(-1) ?? null,
        decisions: own.length,
        decided,
      }
    }),
    disabled: disabledIn(log),
  }
}

/** Rules of which the log says last that they were turned off. */
function disabledIn(log: FileRecord['log']): PagePolicy['disabled'] {
  const last = new Map(
    log
      .filter(({ record }) => record.subject.startsWith('rule:'))
      .map(({ record }) => [record.subject, record]),
  )
  return [...last.values()]
    .filter(({ act }) => act === 'rule.disabled')
    .map(({ subject, reason, at }) => ({ rule: subject.replace(/^rule:/, ''), reason, at }))
}

export function signalsOf({ catalogs, runs }: FileRecord, actions: readonly ActionEntry[]): PageSignals {
  const catalog = catalogs.findLast(({ signature_valid }) => signature_valid) ?? null
  const index = catalog === null ? null : indexCatalog(catalog.body)
  const tools = [...new Set(actions.map(({ record }) => record.tool))].sort()
  const coverage = (tool: string) => index?.coverage(tool) ?? 'absent'
  const dimensions = Object.fromEntries(
    DIMENSIONS.map((name) => [
      name,
      Object.fromEntries(
        SOURCES.map((source) => [
          source,
          actions.filter(({ evaluation }) => evaluation.payload.classification[name].source === source)
            .length,
        ]),
      ),
    ]),
  ) as PageSignals['dimensions']
  const committed = (name: string) =>
    actions.filter(({ evaluation }) => evaluation.payload.classification.commitments.includes(name)).length
  const stated = (member: 'grant_hash' | 'task_ref_hash') =>
    runs.filter(({ entry }) => 'v' in entry.record && entry.record[member] !== null).length
  return {
    actions: actions.length,
    dimensions,
    tools: {
      described: tools.filter((tool) => coverage(tool) === 'described'),
      listed: tools.filter((tool) => coverage(tool) === 'listed'),
      absent: tools.filter((tool) => coverage(tool) === 'absent'),
    },
    commitments: {
      instructions: committed('instructions_hash'),
      shown_text: committed('shown_text_hash'),
      grants: stated('grant_hash'),
      tasks: stated('task_ref_hash'),
      sessions: runs.length,
      actions: actions.length,
    },
    catalog,
  }
}
