import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import type { FsckReport } from '../../src/domain/fsck/report.js'
import { signCatalog } from '@heron/evidence'
import {
  actionRequest,
  executionRequest,
  type Heron,
  sessionRequest,
  startHeron,
  VENDOR,
} from '../support/heron.js'

let heron: Heron
beforeEach(async () => {
  heron = await startHeron()
  const { service, context } = heron
  await service.putToolCatalog(signCatalog({ v: 1, tools: [{ name: 'a', signals: {} }] }, VENDOR), context())
  await service.openSession(sessionRequest('run_1'), context())
  for (let seq = 0; seq < 5; seq += 1) {
    const action = await service.announceAction(actionRequest('run_1', seq), context())
    await service.reportExecution(executionRequest(action), context())
  }
  await service.closeSession('run_1', context())
})
afterEach(() => heron.close())

function fsck(): Promise<FsckReport> {
  return checkStore(heron.data.store, heron.data.keyRing.published)
}

/** What somebody with the file and without scruples can do: the triggers go first. */
function tamper(sql: string): void {
  const database = heron.place.openDatabase()
  database.liftGuards()
  database.exec(sql)
  database.close()
}

describe('fsck', () => {
  it('finds nothing in what the service wrote, and says what it looked at', async () => {
    expect(await fsck()).toEqual({
      failed: 0,
      findings: [],
      checked: {
        actions: 5,
        executions: 5,
        log_entries: 6,
        policies: 1,
        receipts: 1,
        sessions: 1,
        tool_catalogs: 1,
      },
    })
  })

  it.each([
    [
      'a record',
      `update actions set record_text = replace(record_text, 'crm.read', 'crm.reed') where position = 3`,
      'hash_wrong',
    ],
    ['a verdict', `update actions set verdict = 'DENY' where position = 2`, 'column_differs'],
    [
      'a receipt',
      `update actions set decision_text = replace(decision_text, 'ALLOW', 'DENY') where position = 2`,
      'signature_wrong',
    ],
    [
      'a receipt that is no JSON',
      `update actions set evaluation_text = 'x' where position = 2`,
      'text_unreadable',
    ],
    [
      'a receipt of another shape',
      `update actions set evaluation_text = '{}' where position = 2`,
      'text_unreadable',
    ],
    ['a record that is gone', `delete from actions where position = 3`, 'link_broken'],
    [
      'the newest record gone, head set back',
      `delete from actions where position = 5; update session_heads set position = 4, head_hash = (select record_hash from actions where position = 4)`,
      'head_differs',
    ],
    ['a session', `update sessions set principal_ref = 'user_1'`, 'column_differs'],
    ['a close receipt that is gone', `delete from receipts`, 'missing'],
    [
      'a policy',
      `update policies set bundle_text = replace(bundle_text, '"base":"DENY"', '"base":"STEP_UP"')`,
      'hash_wrong',
    ],
    ['a catalogue', `update tool_catalogs set body_text = replace(body_text, '"a"', '"b"')`, 'hash_wrong'],
    [
      'a statement',
      `update executions set statement_text = replace(statement_text, 'EXECUTED', 'SKIPPED')`,
      'vendor_signature_differs',
    ],
    ['a statement’s outcome', `update executions set outcome = 'SKIPPED'`, 'column_differs'],
    ['a word about a signature', `update executions set signature_valid = 0`, 'vendor_signature_differs'],
    [
      'a log entry',
      `update log_entries set record_text = replace(record_text, 'minted', 'revoked') where seq = 1`,
      'hash_wrong',
    ],
    ['a log entry that is gone', `delete from log_entries where seq = 1`, 'link_broken'],
    ['a log hash that is none', `update log_entries set entry_hash = 'x' where seq = 1`, 'hash_wrong'],
  ])('finds %s', async (_, sql, code) => {
    tamper(sql)
    const { failed, findings } = await fsck()
    expect(failed).toBeGreaterThan(0)
    expect(findings.map((finding) => finding.code)).toContain(code)
  })
})
