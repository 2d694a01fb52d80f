/**
 * Builds honest exports from a script of calls: real classification, real engine, real chains, real signatures. What a
 * test wants dishonest it changes afterwards.
 */
import { createPrivateKey, sign } from 'node:crypto'
import {
  type ActionEntry,
  type ActionRecord,
  advanceHistory,
  APPROVAL_ACTS,
  type ApprovalStatement,
  type AuditPayload,
  type AuditState,
  canonicalBytes,
  type CatalogEntry,
  catalogHash,
  chainLogEntry,
  chainRecord,
  classify,
  type DecisionPayload,
  type Digest,
  EMPTY_HISTORY,
  ENFORCEMENT_ACTS,
  evaluate,
  type Evaluation,
  type EvaluationPayload,
  type ExecutionStatement,
  type ExportEntry,
  ExportWriter,
  type FindingEntry,
  hashJson,
  type History,
  indexCatalog,
  type LogEntry,
  logRecordOf,
  type LooseEffect,
  MANAGED_RULES,
  managedBundle,
  manifestLine,
  type PolicyBundle,
  policyHash,
  readSignals,
  type Receipt,
  reconcile,
  runSignalTests,
  type SessionEntry,
  type SessionRecord,
  severityOf,
  type StatementEntry,
  statementText,
  toBase64url,
  toJwk,
  type ToolCatalogBody,
  type VendorSignature,
  WITHHELD_ERROR_CODE,
} from '../../src/index.js'
import { HERON_KEY, HERON_KID, HERON_SEED, VENDOR_KEY_TEXT, VENDOR_KID, VENDOR_SEED } from './keys.js'
import type { Call, Session, Statement } from './script.js'

const ORG = 'org_test'
const PROJECT = 'prj_test'
/** Not a chain that verifies: the export only binds it. */
const GRANT_DOCUMENT = { tokens: ['e30.e30.AA'] }
const START_MS = Date.parse('2026-07-13T12:00:00.000Z')

export type ExportScript = {
  readonly sessions: readonly Session[]
  readonly catalogue?: ToolCatalogBody
  /** The catalogue's signature does not verify, so it is not in force. */
  readonly catalogueBroken?: boolean
  /** The vendor's key is revoked after everything. */
  readonly keyRevoked?: boolean
  /** Evidence on actions that nobody announced. */
  readonly unmatched?: readonly string[]
  /** Reviews of the first finding, in turn resolved and reopened. */
  readonly reviews?: number
  readonly window?: { readonly since: string | null; readonly until: string | null }
  /** How long after the last event the file was made. */
  readonly madeAfterMs?: number
  /** Leaves out findings that reconciliation, not the request, raises. */
  readonly beforeReconciliation?: boolean
  /** The log is one of a Heron that does not say with which policy a project begins. */
  readonly beginningNotLogged?: boolean
}

/** The lines of an export, manifest last. */
export function buildExport(script: ExportScript): string[] {
  return new ExportBuilder(script).lines()
}

/** NDJSON bytes of lines. */
export function ndjson(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
}

class ExportBuilder {
  readonly #script: ExportScript
  readonly #log: LogEntry[] = []
  readonly #groups: ExportEntry[] = []
  readonly #findings: FindingEntry[] = []
  #clockMs = START_MS
  #ids = 0
  #catalog: CatalogEntry | null = null
  #bundle = managedBundle()
  readonly #bundles = new Map<string, PolicyBundle>()

  constructor(script: ExportScript) {
    this.#script = script
  }

  lines(): string[] {
    const script = this.#script
    this.#putBundle(this.#bundle)
    if (script.beginningNotLogged !== true) {
      this.#act('project.created', `project:${PROJECT}`, { policy_hash: policyHash(this.#bundle) })
    }
    const imported = this.#act('vendor_key.imported', `vendor_key:${VENDOR_KID}`, {
      public_key: VENDOR_KEY_TEXT,
    })
    if (script.catalogue !== undefined) this.#putCatalog(script.catalogue)
    for (const session of script.sessions) this.#session(session)
    const loose = this.#unmatched(script.unmatched ?? [])
    for (let review = 0; review < (script.reviews ?? 0); review += 1) this.#review(review)
    const revoked = script.keyRevoked
      ? this.#act('vendor_key.revoked', `vendor_key:${VENDOR_KID}`, { state: 'revoked' })
      : null
    this.#clockMs += script.madeAfterMs ?? 0
    const writer = new ExportWriter({
      organization: ORG,
      project: PROJECT,
      window: script.window ?? { since: null, until: null },
      generated_at: this.#now(),
    })
    const head: Parameters<typeof writer.line>[0][] = [
      {
        type: 'key',
        jwk: toJwk(HERON_KID, HERON_KEY),
        created_at: timeOf(START_MS - 1000),
        retired_at: null,
      },
      {
        type: 'vendor_key',
        kid: VENDOR_KID,
        x: VENDOR_KEY_TEXT,
        imported_at: imported.record.at,
        imported_by: imported.entry_hash,
        revoked_at: revoked?.record.at ?? null,
        revoked_by: revoked?.entry_hash ?? null,
      },
      ...[...this.#bundles].map(
        ([policy_hash, bundle]) => ({ type: 'bundle', policy_hash, bundle }) as const,
      ),
      ...(this.#catalog === null ? [] : [this.#catalog]),
      ...this.#log,
    ]
    const body = [...this.#groups, ...loose] as Parameters<typeof writer.line>[0][]
    const lines = [writer.header(), ...[...head, ...body].map((entry) => writer.line(entry))]
    lines.push(manifestLine(signReceipt(writer.manifest())))
    return lines
  }

  #declare(effect: LooseEffect): LogEntry {
    const { declared, subject } = ENFORCEMENT_ACTS[effect]
    const until = timeOf(this.#clockMs + 3_600_000)
    return this.#act(declared, `${subject}:enf_${this.#next()}`, { effect, until })
  }

  #answer(action: string, decision: 'APPROVE' | 'DECLINE'): ApprovalStatement {
    const entry = this.#act(APPROVAL_ACTS[decision], `action:${action}`, { decision })
    const approver = entry.record.actor
    return {
      ...{ kind: 'operator', resolves_action: action, human_decision: decision, approver },
      entry_hash: entry.entry_hash,
    }
  }

  #putBundle(bundle: PolicyBundle): string {
    const hash = policyHash(bundle)
    this.#bundle = bundle
    this.#bundles.set(hash, bundle)
    return hash
  }

  #switch({ rule, enabled }: NonNullable<Call['switches']>): void {
    const before = { enabled: !enabled, policy_hash: policyHash(this.#bundle) }
    const others = this.#bundle.rules.filter(({ id }) => id !== rule)
    const rules = enabled ? [...others, MANAGED_RULES.find(({ id }) => id === rule)!] : others
    rules.sort((left, right) => (left.id < right.id ? -1 : 1))
    const policy_hash = this.#putBundle({ ...this.#bundle, rules })
    const act = enabled ? 'rule.enabled' : 'rule.disabled'
    this.#act(act, `rule:${rule}`, { enabled, policy_hash }, before)
  }

  #act(act: string, subject: string, after: AuditState, before: AuditState = null): LogEntry {
    const previous = this.#log.at(-1)?.entry_hash ?? null
    const payload: AuditPayload = chainLogEntry(
      {
        kind: 'audit_entry',
        v: 1,
        chain: `project:${PROJECT}`,
        seq: this.#log.length,
        act,
        actor: 'actor_0123456789abcdef',
        subject,
        reason: 'because',
        before,
        after,
        at: this.#now(),
      },
      previous as Digest | null,
    )
    const entry: LogEntry = {
      type: 'log',
      record: logRecordOf(payload),
      prev_hash: previous,
      entry_hash: payload.entry_hash,
      receipt: signReceipt(payload),
    }
    this.#log.push(entry)
    return entry
  }

  #putCatalog(body: ToolCatalogBody): void {
    const broken = this.#script.catalogueBroken === true
    this.#catalog = {
      type: 'catalog',
      catalog_hash: catalogHash(body),
      body,
      signature: vendorSignature(canonicalBytes(body), broken ? 'broken' : 'good'),
      signature_valid: !broken,
      received_at: this.#now(),
    }
  }

  #session(script: Session): void {
    const number = this.#next()
    const session = `ses_${number}`
    const format = script.recordFormat ?? 3
    const base = {
      kind: 'session',
      org: ORG,
      session,
      agent: 'agent_billing',
      principal: { type: 'human', ref: 'user_881' },
      original_request_hash: hashJson('Update the subscription'),
      started_at: this.#now(),
    } as const
    const record: SessionRecord =
      format === 1
        ? base
        : {
            ...base,
            v: 2,
            task_ref_hash: hashJson('job_1'),
            parent_session_ref_hash: null,
            grant_hash: script.grantScope === undefined ? null : hashJson(GRANT_DOCUMENT),
            grant_scope_hash: script.grantScope === undefined ? null : hashJson(script.grantScope),
          }
    const genesis = chainRecord(record, null).recordHash
    let head = genesis
    let history: History = EMPTY_HISTORY
    const actions: ActionEntry[] = []
    for (const call of script.calls) {
      const entry = this.#action(call, { record, head, history, actions, format })
      actions.push(entry)
      head = entry.record_hash as Digest
      history = advanceHistory(history, entry.evaluation.payload)
    }
    const line: SessionEntry = {
      type: 'session',
      session,
      record,
      genesis_hash: genesis,
      ref_hash: hashJson(`run_${number}`),
      grant_scope: script.grantScope ?? null,
      grant_document: script.grantScope === undefined ? null : GRANT_DOCUMENT,
      state: script.open ? 'open' : 'closed',
      head_hash: head,
      actions: actions.length,
    }
    this.#groups.push(line, ...actions)
    const scope = { org: ORG, project: PROJECT, session }
    script.calls.forEach((call, index) => {
      if (!call.timesOut) return
      const { action, decision, verdict } = actions[index]!.decision.payload
      if (call.declinedUnused) this.#act(APPROVAL_ACTS.DECLINE, `action:${action}`, { decision: 'DECLINE' })
      const unanswered = call.declinedUnused ? ('human_declined' as const) : ('approval_timeout' as const)
      const reason = verdict === 'DEFER' ? ('context_timeout' as const) : unanswered
      const resolved_at = this.#now()
      const payload = {
        kind: 'resolution',
        v: 1,
        ...scope,
        action,
        decision,
        verdict: 'DENY',
        reason,
        resolved_at,
      } as const
      this.#groups.push({ type: 'resolution', receipt: signReceipt(payload) })
    })
    if (!script.open) {
      const closed_at = this.#now()
      const payload = {
        kind: 'close',
        v: 1,
        ...scope,
        head_hash: head,
        actions: actions.length,
        closed_at,
      } as const
      this.#groups.push({ type: 'close', receipt: signReceipt(payload) })
    }
    for (const entry of actions) this.#findingsOf(entry)
  }

  #action(
    call: Call,
    at: {
      readonly record: SessionRecord
      readonly head: Digest
      readonly history: History
      readonly actions: readonly ActionEntry[]
      readonly format: 1 | 2 | 3
    },
  ): ActionEntry {
    const { record: opened, head, history, actions } = at
    this.#clockMs += call.afterMs ?? 0
    if (call.switches !== undefined) this.#switch(call.switches)
    const position = actions.length + 1
    const action = `act_${this.#next()}`
    const base = {
      kind: 'action',
      org: ORG,
      session: opened.session,
      action,
      seq: position * 10,
      tool: call.tool,
      args_hash: hashJson(call.args ?? {}),
      requested_at: this.#now(),
    } as const
    const signals_hash = call.signals === undefined ? null : hashJson(call.signals)
    const record: ActionRecord =
      at.format === 3
        ? { ...base, v: 3, resource_ref_hash: null, signals_hash }
        : at.format === 2
          ? { ...base, v: 2, resource_ref: 'thread_1', signals_hash }
          : { ...base, resource_ref: null }
    const { recordHash } = chainRecord(record, head)
    const catalog = this.#catalog?.signature_valid === true ? this.#catalog : null
    const answered = call.answers === undefined ? null : (actions[call.answers]?.record.action ?? null)
    const answer = call.answer ?? 'APPROVE'
    const byDashboard = answered !== null && call.answeredBy === 'dashboard'
    const signals = {
      ...call.signals,
      ...(answered === null || byDashboard ? {} : { resolves_action: answered, human_decision: answer }),
    }
    const stated = readSignals(signals)
    if (!stated.ok) throw new Error(stated.message)
    const read = byDashboard ? { ...stated, approval: this.#answer(answered, answer) } : stated
    const classification = classify({
      toolName: call.tool,
      signals: read,
      catalogSignals: catalog === null ? null : (indexCatalog(catalog.body).find(call.tool)?.signals ?? null),
      thresholds: this.#bundle.thresholds,
    })
    const input = {
      classification,
      history,
      signal_tests: runSignalTests(this.#bundle, signals),
      approval_match:
        answered === null
          ? ('none' as const)
          : answer === 'APPROVE'
            ? ('applies' as const)
            : ('declined' as const),
    }
    const result = call.withoutPolicy ? NO_POLICY : evaluate(this.#bundle, input)
    const subject = {
      org: ORG,
      project: PROJECT,
      session: opened.session,
      agent: opened.agent,
      agent_version: '2',
      principal: opened.principal,
      action,
      decision: `dec_${this.#next()}`,
      seq: base.seq,
      position,
      tool: call.tool,
      args_hash: base.args_hash,
      policy_hash: call.withoutPolicy ? null : policyHash(this.#bundle),
      catalog_hash: catalog?.catalog_hash ?? null,
    }
    const effect = call.effect ?? 'enforced'
    const declaredBy = effect === 'enforced' ? null : this.#declare(effect)
    const decision: DecisionPayload = {
      ...subject,
      kind: 'decision',
      v: 4,
      record_hash: recordHash,
      prev_hash: head,
      verdict: result.verdict,
      reasons: [...result.reasons, ...(effect === 'suspended' ? ['break_glass'] : [])],
      rule: result.rule,
      enforcement: { effect, declared_by: declaredBy?.entry_hash ?? null },
      transform: result.transform,
      pending: result.pending,
      resolves: answered,
      requested_at: base.requested_at,
      received_at: this.#now(),
      decided_at: this.#now(),
    }
    const evaluation: EvaluationPayload = { ...subject, ...input, kind: 'evaluation', v: 4, result }
    if (declaredBy !== null && effect !== 'enforced') {
      this.#act(ENFORCEMENT_ACTS[effect].ended, declaredBy.record.subject, { effect: 'enforced' })
    }
    const statements = call.statements ?? [{}]
    return {
      type: 'action',
      record,
      prev_hash: head,
      record_hash: recordHash,
      decision: signReceipt(decision),
      evaluation: signReceipt(evaluation),
      statements: statements.map((statement) => this.#statement(statement, action, decision)),
    }
  }

  #statement(script: Statement, action: string, decision: DecisionPayload | null): StatementEntry {
    const allowed = decision === null || decision.verdict === 'ALLOW'
    const statement: ExecutionStatement = {
      action_id: action,
      decision_id: decision?.decision ?? 'dec_unknown',
      outcome: script.outcome ?? (allowed ? 'EXECUTED' : 'BLOCKED'),
      result_hash: null,
      error_code: script.errorCode ?? null,
      executed_at: this.#now(),
    }
    const kind = script.signature ?? 'good'
    return {
      statement: script.withheld ? { ...statement, error_code: WITHHELD_ERROR_CODE } : statement,
      signature: vendorSignature(new TextEncoder().encode(statementText(statement)), kind),
      signature_valid: kind === 'good',
      received_at: this.#now(),
      note: script.withheld ? 'error_code_withheld' : null,
    }
  }

  #findingsOf({ record, decision: { payload }, evaluation, statements }: ActionEntry): void {
    const { findings } = reconcile(
      {
        verdict: payload.verdict,
        effect: payload.enforcement.effect,
        decidedAtMs: Date.parse(payload.decided_at),
        contradicted: (evaluation.payload.classification.inference?.contradicts.length ?? 0) > 0,
        statements: statements.map(({ statement, signature_valid, received_at }) => ({
          outcome: statement.outcome as ExecutionStatement['outcome'],
          signatureValid: signature_valid,
          receivedAtMs: Date.parse(received_at),
        })),
      },
      { horizonMs: 0, lateAfterMs: 1000 },
      this.#clockMs,
    )
    for (const kind of findings) {
      if (this.#script.beforeReconciliation && kind !== 'INVALID_VENDOR_SIGNATURE') continue
      this.#groups.push(this.#finding(kind, record.session, record.action))
    }
  }

  #unmatched(actions: readonly string[]): ExportEntry[] {
    const statements = actions.map((action): ExportEntry => {
      return { type: 'unmatched', ...this.#statement({}, action, null) }
    })
    const findings = actions.map((action) => this.#finding('EXECUTION_WITHOUT_DECISION', null, action))
    if (this.#script.catalogueBroken) {
      findings.push(this.#finding('INVALID_VENDOR_SIGNATURE', null, null, this.#catalog?.catalog_hash))
    }
    return [...statements, ...findings]
  }

  #finding(
    kind: FindingEntry['kind'],
    session: string | null,
    action: string | null,
    catalog_hash: string | null = null,
  ): FindingEntry {
    const entry: FindingEntry = {
      type: 'finding',
      finding: `fnd_${this.#next()}`,
      kind,
      severity: severityOf(kind),
      session,
      action,
      catalog_hash,
      raised_at: this.#now(),
      cleared_at: null,
      reviews: [],
    }
    this.#findings.push(entry)
    return entry
  }

  #review(number: number): void {
    const finding = this.#findings[0]!
    const act = number % 2 === 0 ? ('finding.resolved' as const) : ('finding.reopened' as const)
    const { entry_hash, record } = this.#act(act, `finding:${finding.finding}`, null)
    ;(finding.reviews as FindingEntry['reviews'][number][]).push({ act, entry_hash, at: record.at })
  }

  #now(): string {
    this.#clockMs += 7
    return timeOf(this.#clockMs)
  }

  #next(): string {
    this.#ids += 1
    return this.#ids.toString()
  }
}

const NO_POLICY: Evaluation = {
  verdict: 'DENY',
  rule: null,
  reasons: ['policy_timeout'],
  matched: [],
  confidence: 'low',
  transform: null,
  pending: null,
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** Signs a payload with Heron's key of the tests. */
export function signReceipt<Payload extends object>(payload: Payload): Receipt<Payload> {
  const signature = toBase64url(sign(null, canonicalBytes(payload), privateKey(HERON_SEED)))
  return { payload, alg: 'EdDSA', kid: HERON_KID, signature }
}

function vendorSignature(bytes: Uint8Array, kind: NonNullable<Statement['signature']>): VendorSignature {
  const signature = sign(null, bytes, privateKey(VENDOR_SEED))
  if (kind === 'broken') signature[0] = (signature[0] ?? 0) ^ 1
  return { kid: kind === 'unknown_key' ? 'k9' : VENDOR_KID, alg: 'Ed25519', value: toBase64url(signature) }
}

function privateKey(seed: Uint8Array) {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
}
