/** An export at hand as the page's source: every answer that the service would give, computed from the file. */
import {
  type ActionEntry,
  type FindingEntry,
  type LogEntry,
  type PageAction,
  type PageCall,
  type PageFinding,
  type PageRun,
  type PageRunDetail,
  VERDICTS,
} from '@heron/evidence'
import type { FileRecord, FileRun } from './file-record.js'
import { checkpointsOf } from './file-checkpoints.js'
import { postureOf } from './file-posture.js'
import { policyOf, signalsOf } from './file-tables.js'
import type { PageSource } from './page-source.js'

const PAGE = 50

/** @param blob the export itself, for the verifier. */
export function fileSource(record: FileRecord, blob: Blob): PageSource {
  const actions = record.runs.flatMap(({ actions: each }) => each)
  const byId = new Map(actions.map((action) => [action.record.action, action]))
  const findings = record.findings.map((entry) => findingOf(entry, record.log, byId))
  const answer = <Value>(value: Value | undefined): Promise<Value> =>
    value === undefined ? Promise.reject(new Error('it is not in this file')) : Promise.resolve(value)
  const run = (session: string) => record.runs.find(({ entry }) => entry.session === session)
  return {
    summary: () => answer(summaryOf(record, actions, findings)),
    posture: () => postureOf(record, actions),
    findings: ({ kind = '', state = '' }, cursor) =>
      answer(
        paged(
          findings.filter(
            (finding) =>
              (kind === '' || finding.kind === kind) &&
              (state === '' || (state === 'reviewed') === isReviewed(finding)),
          ),
          cursor,
        ),
      ),
    runs: (filter, cursor) =>
      answer(
        paged(
          record.runs.filter((each) => matches(each, findings, filter)).map((each) => runOf(each, findings)),
          cursor,
        ),
      ),
    run: (session) => answer(detailOf(run(session), record, findings)),
    calls: (session, cursor) => {
      const found = run(session)
      return answer(
        found === undefined
          ? undefined
          : paged(
              found.actions.map((action) => callOf(action, findings)),
              cursor,
            ),
      )
    },
    action: (id) => answer(actionOf(byId.get(id), record, findings)),
    policy: () => answer(policyOf(record, actions)),
    signals: () => answer(signalsOf(record, actions)),
    log: (cursor) =>
      answer(
        paged(
          record.log.map(({ receipt }) => ({ receipt })),
          cursor,
        ),
      ),
    checkpoints: () => answer(checkpointsOf(record)),
    keys: () => answer({ heron: record.keys, vendor: record.vendorKeys }),
    exportOrigin: () => ({ from: 'blob', blob }),
    service: null,
  }
}

function paged<Item>(items: readonly Item[], cursor: string | null) {
  const start = cursor === null ? 0 : Number(cursor)
  const end = start + PAGE
  return { items: items.slice(start, end), next_cursor: end < items.length ? end.toString() : null }
}

function summaryOf(record: FileRecord, actions: readonly ActionEntry[], findings: readonly PageFinding[]) {
  const { header, runs } = record
  const received = actions.map(({ decision }) => decision.payload.received_at).sort()
  const to = header?.window.until ?? header?.generated_at ?? ''
  const from = header?.window.since ?? runs[0]?.entry.record.started_at ?? to
  const kinds = [...new Set(findings.map(({ kind }) => kind))]
  return {
    vendor: header?.organization ?? 'unknown vendor',
    project: { id: header?.project ?? '', name: header?.project ?? '' },
    organization: header?.organization ?? '',
    window: {
      from,
      to,
      days: Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / 86_400_000) || 1),
      set_by: 'page' as const,
      changes: [],
    },
    counts: {
      sessions: runs.length,
      open_sessions: runs.filter(({ entry }) => entry.state === 'open').length,
      actions: actions.length,
      actions_with_statement: actions.filter(({ statements }) => statements.length > 0).length,
      verdicts: countBy(actions, VERDICTS, ({ decision }) => decision.payload.verdict),
    },
    first_record_at: received[0] ?? null,
    last_record_at: received.at(-1) ?? null,
    findings: kinds.map((kind) => {
      const own = findings.filter((finding) => finding.kind === kind)
      return {
        kind,
        severity: own[0]?.severity ?? ('low' as const),
        open: own.filter((finding) => !isReviewed(finding)).length,
        reviewed: own.filter(isReviewed).length,
        newest_at:
          own
            .map(({ raised_at }) => raised_at)
            .sort()
            .at(-1) ?? '',
      }
    }),
    records_to_verify: record.lines,
    public_overview: false,
    generated_at: header?.generated_at ?? '',
  }
}

function countBy<Name extends string, Item>(
  items: readonly Item[],
  names: readonly Name[],
  nameOf: (item: Item) => Name,
): Record<Name, number> {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  for (const item of items) counts[nameOf(item)] += 1
  return counts
}

function isReviewed({ reviews }: PageFinding): boolean {
  return reviews.at(-1)?.act === 'finding.resolved'
}

function findingOf(
  entry: FindingEntry,
  log: readonly LogEntry[],
  actions: ReadonlyMap<string, ActionEntry>,
): PageFinding {
  const { finding, kind, severity, session, action, raised_at, cleared_at, reviews } = entry
  const tool = action === null ? null : (actions.get(action)?.record.tool ?? null)
  const reasons = new Map(log.map(({ entry_hash, record }) => [entry_hash, record.reason]))
  const told = reviews.map((review) => ({ ...review, reason: reasons.get(review.entry_hash) ?? null }))
  return { finding, kind, severity, session, action, tool, raised_at, cleared_at, reviews: told }
}

type Filter = Parameters<PageSource['runs']>[0]

function matches({ entry, actions }: FileRun, findings: readonly PageFinding[], filter: Filter): boolean {
  const { agent = '', verdict = '', finding = '' } = filter
  return (
    (agent === '' || entry.record.agent === agent) &&
    (verdict === '' || actions.some(({ decision }) => decision.payload.verdict === verdict)) &&
    (finding === '' || findings.some(({ kind, session }) => kind === finding && session === entry.session))
  )
}

function runOf({ entry, actions, close }: FileRun, findings: readonly PageFinding[]): PageRun {
  return {
    session: entry.session,
    agent: entry.record.agent,
    agent_version: actions[0]?.decision.payload.agent_version ?? null,
    opened_at: entry.record.started_at,
    closed_at: close?.receipt.payload.closed_at ?? null,
    head_hash: entry.head_hash,
    actions: actions.length,
    verdicts: countBy(actions, VERDICTS, ({ decision }) => decision.payload.verdict),
    findings: findings.filter(({ session }) => session === entry.session).length,
  }
}

function detailOf(
  run: FileRun | undefined,
  { runs }: FileRecord,
  findings: readonly PageFinding[],
): PageRunDetail | undefined {
  if (run === undefined) return undefined
  const parentHash = (each: FileRun) =>
    'v' in each.entry.record ? each.entry.record.parent_session_ref_hash : null
  const children = runs.filter((each) => parentHash(each) === run.entry.ref_hash)
  const parent = runs.find(({ entry }) => entry.ref_hash === parentHash(run))
  return {
    ...runOf(run, findings),
    record: run.entry.record,
    genesis_hash: run.entry.genesis_hash,
    parent_session: parent?.entry.session ?? null,
    child_sessions: children.map(({ entry }) => entry.session),
  }
}

function callOf(action: ActionEntry, findings: readonly PageFinding[]): PageCall {
  const { decision, evaluation, record, statements } = action
  const { operation, data_class, destination, magnitude, reversibility } = evaluation.payload.classification
  return {
    action: record.action,
    position: decision.payload.position,
    seq: record.seq,
    tool: record.tool,
    verdict: decision.payload.verdict,
    rule: decision.payload.rule,
    reasons: decision.payload.reasons,
    dimensions: { operation, data_class, destination, magnitude, reversibility },
    prev_hash: action.prev_hash,
    record_hash: action.record_hash,
    resolves: decision.payload.resolves,
    outcomes: statements.map(({ statement, signature_valid, received_at }) => ({
      outcome: statement.outcome ?? 'none',
      signature_valid,
      received_at,
    })),
    findings: findings.filter((finding) => finding.action === record.action).map(({ kind }) => kind),
    received_at: decision.payload.received_at,
  }
}

function actionOf(
  action: ActionEntry | undefined,
  { bundles }: FileRecord,
  findings: readonly PageFinding[],
): PageAction | undefined {
  if (action === undefined) return undefined
  const { record, prev_hash, record_hash, decision, evaluation, statements } = action
  const bundle = bundles.find(({ policy_hash }) => policy_hash === decision.payload.policy_hash)?.bundle
  return {
    session: record.session,
    record,
    prev_hash,
    record_hash,
    decision,
    evaluation,
    statements,
    rule: bundle?.rules.find(({ id }) => id === decision.payload.rule) ?? null,
    findings: findings.filter((finding) => finding.action === record.action),
  }
}
