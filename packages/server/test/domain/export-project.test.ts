import {
  detectSignatureVerifier,
  hashJson,
  importPublicKey,
  signCatalog,
  verifyExport,
} from '@heron/evidence'
import { afterEach, describe, expect, it } from 'vitest'
import { closeUnanswered } from '../../src/domain/close-unanswered.js'
import { exportProject } from '../../src/domain/export-project.js'
import {
  actionRequest,
  executionRequest,
  type Heron,
  sessionRequest,
  startHeron,
  VENDOR,
} from '../support/heron.js'

let heron: Heron
afterEach(() => heron.close())

async function exported(since: string | null = null): Promise<string[]> {
  const lines: string[] = []
  const parts = { ...heron.data, publishedKeys: heron.data.keyRing.published }
  const request = { project: heron.operation.project, since, until: null }
  for await (const line of exportProject(parts, request)) lines.push(line)
  return lines
}

async function verify(lines: readonly string[]) {
  const pinnedKeys = new Map(
    heron.service.jwks().keys.map(({ kid, x }) => [kid, importPublicKey(x)!] as const),
  )
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
  const tools = { verifySignature: await detectSignatureVerifier() }
  // eslint-disable-next-line @typescript-eslint/require-await -- a source is asynchronous by its type
  const source = (async function* () {
    yield bytes
  })()
  return verifyExport(source, { tools, pinnedKeys })
}

describe('an export', () => {
  it('of everything that can happen verifies offline', async () => {
    heron = await startHeron()
    const { service, context, clock } = heron
    const catalog = {
      v: 1,
      tools: [
        { name: 'z.tool', signals: { op: 'read' } },
        { name: 'a.tool', signals: {} },
      ],
    } as const
    const signed = signCatalog(catalog, VENDOR)
    await service.putToolCatalog(
      { ...signed, signature: { ...signed.signature, value: 'A'.repeat(86) } },
      context('catalog:bad'),
    )
    await service.putToolCatalog(signed, context('catalog:good'))
    await service.openSession(
      sessionRequest('run_1', {
        task: { ref: 'job_1', parent_session_external_id: 'run_0' },
        grant: { hash: hashJson('grant'), scope: { allowed_tools: ['b', 'a'] } },
      }),
      context(),
    )
    let seq = 0
    const announce = (name: string, signals: Record<string, string | number | boolean>, more = {}) =>
      service.announceAction(
        actionRequest('run_1', seq++, { tool: { name }, signals, ...more }),
        context(`a${seq}`),
      )

    const same = { args_hash: hashJson('the same arguments') }
    const deferred = await announce('crm.update', { record_count: 500 }, same)
    expect(deferred.decision.verdict).toBe('DEFER')
    const read = await announce('z.tool', {})
    expect(read.decision.verdict).toBe('ALLOW')
    const satisfied = await announce('crm.update', { record_count: 500 }, same)
    expect(satisfied.receipt.payload).toMatchObject({ verdict: 'ALLOW', resolves: deferred.action_id })

    const stepUp = await announce('gmail.send', { recipient_external: true }, same)
    expect(stepUp.decision.verdict).toBe('STEP_UP')
    const approval = { resolves_action: stepUp.action_id, human_decision: 'APPROVE', approver: 'usr_1' }
    const approved = await announce('gmail.send', { recipient_external: true, ...approval }, same)
    expect(approved.receipt.payload).toMatchObject({ verdict: 'ALLOW', resolves: stepUp.action_id })
    const again = await announce('gmail.send', { recipient_external: true, ...approval }, same)
    expect(again.evaluation.payload.approval_match).toBe('used')

    const modified = await announce('files.delete', {})
    expect(modified.decision).toMatchObject({
      verdict: 'MODIFY',
      transform: { reduce_magnitude_to: 'single' },
    })
    const narrowed = await announce('files.delete', { reversible: true })
    expect(narrowed.receipt.payload).toMatchObject({ verdict: 'ALLOW', resolves: modified.action_id })
    const denied = await announce('payments.transfer', { amount: 100 })
    expect(denied.decision.verdict).toBe('DENY')
    await announce('crm.update', { destination: 'internal', ...inference }, {})
    await announce('crm.read', {}, { chain: { prev_hash: hashJson('never issued') } })
    await announce('gmail.send', { recipient_external: true })

    await service.reportExecution(executionRequest(read), context())
    await service.reportExecution(
      executionRequest(read, { outcome: 'FAILED', error_code: 'E_TIMEOUT' }),
      context(),
    )
    await service.reportExecution(executionRequest(denied), context())
    await service.reportExecution(
      executionRequest(approved, { error_code: 'sent to eve@example.org' }),
      context(),
    )
    await service.reportExecution({ ...executionRequest(narrowed), outcome: 'SKIPPED' }, context())
    await service.reportExecution(
      executionRequest({ action_id: 'act_x', decision: { decision_id: 'd' } }),
      context(),
    )
    await service.reportExecution(
      {
        ...executionRequest({ action_id: narrowed.action_id, decision: denied.decision }),
        result_hash: null,
      },
      context(),
    )
    clock.advance(3_600_001)
    expect(await closeUnanswered(heron.data)).toBe(2)
    await service.closeSession('run_1', context())
    await service.openSession(sessionRequest('run_2'), context())

    const lines = await exported()
    const report = await verify(lines)
    const findings = report.checks.flatMap((check) =>
      check.findings.map(({ code, message }) => ({ id: check.id, code, message })),
    )
    expect(findings).toEqual([
      expect.objectContaining({ id: 'evidence.signatures', code: 'ERROR_CODE_WITHHELD' }),
    ])
    expect(lines.join('\n')).not.toContain('eve@example.org')
    const kinds = lines
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'finding')
      .map(({ kind }) => kind)
    expect(kinds.sort()).toEqual([
      'BROKEN_CHAIN',
      'EXECUTED_DESPITE_DENY',
      'EXECUTION_WITHOUT_DECISION',
      'EXECUTION_WITHOUT_DECISION',
      'INTENT_CONTRADICTION',
      'INVALID_VENDOR_SIGNATURE',
      'INVALID_VENDOR_SIGNATURE',
      'INVALID_VENDOR_SIGNATURE',
    ])
  })
})

const inference = {
  op: 'read',
  inferred: 'operation',
  inference_model: 'm-1',
  inference_prompt_hash: hashJson('what does it do?'),
  inference_slice: 'last turn',
}
