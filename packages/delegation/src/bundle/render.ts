/**
 * Bundles, ledgers and reports as lines of text (delegation.md §6). INVARIANT: every value of a bundle passes through
 * `printable` or `briefly`, so that none can start a line of its own.
 */
import { isJsonObject, type JsonValue, ownMember } from '@heron/evidence'
import { briefly, printable } from '../ledger/printable.js'
import { entryKeys } from '../envelope/entry-keys.js'
import { readableEntries } from './entries.js'
import { delegationGraph, type GraphNode } from './graph.js'
import type { BundleReport } from './report.js'

/** The lines of a verification, verdict last. Details of findings are escaped where they are made. */
export function renderReport(report: BundleReport, witnessKeysGiven: boolean): string[] {
  const { checks } = report
  const word = (holds: boolean): string => (holds ? 'True' : 'False')
  const ungated = report.ungated > 0 ? ` ungated=${report.ungated}` : ''
  const lines = [
    `integrity=${word(checks.integrity)} monotonicity=${word(checks.monotonicity)} containment=${word(checks.containment)} ` +
      `anchor=${checks.anchor} nodes=${report.nodes} actions_checked=${report.actions_checked}${ungated}`,
    ...report.failures.map((failure) => `  - ${failure}`),
    ...report.envelopes.notices.map(({ detail }) => `  note: ${detail}`),
  ]
  if (checks.envelopes !== 'not present' && !witnessKeysGiven) {
    lines.push(
      'hint: the bundle carries observer envelopes; name the witnesses you trust with --witness-keys FILE',
    )
  }
  lines.push(report.ok ? 'OK' : 'FAILED')
  return lines
}

/** One line per entry, for `--entries`: `key=value` tokens with single spaces; a token without a value is left out. */
export function renderEntries(entries: readonly unknown[], report: BundleReport): string[] {
  const { told } = entryKeys(entries)
  const failed = new Map<number, string[]>()
  for (const [at, index] of report.failure_entries.entries()) {
    const reason = report.failure_details[at]?.reason
    if (index !== null && reason !== undefined) failed.set(index, [...(failed.get(index) ?? []), reason])
  }
  return [
    'entries:',
    ...entries.map((entry, index) => {
      const own = (name: string): JsonValue => (isJsonObject(entry) ? (ownMember(entry, name) ?? null) : null)
      const key = told[index] ?? null
      const state = key === null ? 'process-asserted' : (report.envelopes.states[key] ?? null)
      const signedKey = state === 'witness-signed' ? key : null
      const tokens = [
        `seq=${printable(own('seq'))}`,
        ...token('event', own('event')),
        ...token('node', own('node')),
        ...token('scope', own('scope')),
        ...token('state', state),
        ...token('observed', signedKey === null ? null : (report.envelopes.results[signedKey] ?? null)),
        ...token('witness', signedKey === null ? null : (report.envelopes.witnesses[signedKey] ?? null)),
        ...token('failed', (failed.get(index) ?? []).join(',')),
      ]
      return `  ${tokens.join(' ')}`
    }),
  ]
}

function token(name: string, value: JsonValue): string[] {
  return value === null || value === '' ? [] : [`${name}=${printable(value)}`]
}

/** The delegation tree: who handed what to whom, and what each node was allowed and denied. */
export function renderTree(entries: readonly unknown[]): string[] {
  const { nodes } = delegationGraph(entries)
  const ids = new Set(nodes.map(({ id }) => id))
  const children = new Map<string | null, GraphNode[]>()
  for (const node of nodes) {
    const parent = node.parent !== null && ids.has(node.parent) ? node.parent : null
    children.set(parent, [...(children.get(parent) ?? []), node])
  }
  const actions = actionLines(entries)
  const lines: string[] = []
  const shown = new Set<string>()
  const show = (node: GraphNode, depth: number): void => {
    // A forged ledger may name a node as its own ancestor.
    if (shown.has(node.id) || depth > MAX_SHOWN_DEPTH) return
    shown.add(node.id)
    const indent = '  '.repeat(depth)
    const label = node.parent === null ? '[root]' : `«${node.task === null ? '' : sentence(node.task)}»`
    lines.push(`${indent}${briefly(node.agent)}  ${label}`)
    for (const action of actions.get(node.id) ?? []) lines.push(`${indent}  ${action}`)
    if (node.revoked) lines.push(`${indent}  KILLED`)
    for (const child of children.get(node.id) ?? []) show(child, depth + 1)
  }
  for (const node of nodes) if (node.parent === null || !ids.has(node.parent)) show(node, 0)
  // What is left names only nodes of a circle as its ancestors.
  for (const node of nodes) show(node, 0)
  return lines
}

/** A task is a sentence, and its guillemets cannot be forged in ASCII: spaces stay readable. */
function sentence(task: string): string {
  return /^[ -~]{1,100}$/.test(task) ? task : briefly(task)
}

/** Deeper than any guard mints; a forged ledger must not exhaust the stack. */
const MAX_SHOWN_DEPTH = 200

function actionLines(entries: readonly unknown[]): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, string[]>()
  const add = (node: JsonValue | undefined, line: string): void => {
    if (typeof node !== 'string') return
    const own = lines.get(node)
    if (own === undefined) lines.set(node, [line])
    else own.push(line)
  }
  for (const { entry, event } of readableEntries(entries)) {
    const node = ownMember(entry, 'node')
    const scope = briefly(ownMember(entry, 'scope'))
    if (event === 'allow')
      add(node, `${scope} ✓${ownMember(entry, 'policy') === undefined ? '' : ' (unlisted)'}`)
    if (event === 'deny') add(node, `${scope} ✗ ${briefly(ownMember(entry, 'reason'))}`)
    if (event === 'spawn_denied') {
      const agent = briefly(ownMember(entry, 'agent'))
      add(ownMember(entry, 'parent'), `delegation to ${agent} ✗ ${briefly(ownMember(entry, 'reason'))}`)
    }
  }
  return lines
}
