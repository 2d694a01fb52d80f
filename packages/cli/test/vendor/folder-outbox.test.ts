import { spawnSync } from 'node:child_process'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { hashJson, type ReportExecutionRequest } from '@heron/evidence'
import type { OutboxEntry } from '@heron/sdk'
import { describe, expect, test } from 'vitest'
import { folderOutbox } from '../../src/vendor/folder-outbox.js'
import { temporaryFolder } from '../support/temporary-folder.js'

function entry(action: string, outcome: ReportExecutionRequest['outcome'] = 'EXECUTED'): OutboxEntry {
  const request: ReportExecutionRequest = {
    action_id: action,
    decision_id: `of ${action}`,
    outcome,
    result_hash: null,
    error_code: null,
    executed_at: '2026-01-01T00:00:00.000Z',
    signature: { kid: 'k1', alg: 'Ed25519', value: 'x' },
  }
  return { id: hashJson([action, outcome]), request }
}

describe('the folder outbox', () => {
  test('keeps statements for every process that opens it, oldest first, until one removes them', async () => {
    const folder = temporaryFolder()
    const [one, other] = [folderOutbox(folder, { holds: false }), folderOutbox(folder, { holds: false })]
    const entries = Array.from({ length: 20 }, (_, index) => entry(`act_${index.toString()}`))
    for (const each of entries) await one.put(each)
    expect(await other.pending()).toEqual(entries)
    expect(other.size()).toBe(20)
    await other.remove(entries[0]!.id)
    expect(await one.pending()).toEqual(entries.slice(1))
    expect(one.lag()).toEqual({ waiting: 19, held: 0, oldest: '2026-01-01T00:00:00.000Z' })
  })

  test('what a living process holds is nobody else’s, and gone once it is settled', async () => {
    const folder = temporaryFolder()
    const [one, other] = [folderOutbox(folder, { holds: true }), folderOutbox(folder, { holds: true })]
    const [held, said] = [entry('act_1', 'ABANDONED'), entry('act_1')]
    await one.hold!(held)
    expect(one.lag()).toMatchObject({ waiting: 0, held: 1 })
    await one.put(said, held.id)
    expect(await one.pending()).toEqual([said])
    expect(await other.pending()).toEqual([said])
    expect(one.lag().held).toBe(0)
  })

  test('what a dead process held is waiting for whoever comes next', async () => {
    const folder = temporaryFolder()
    await folderOutbox(folder, { holds: true }).hold!(entry('act_1', 'ABANDONED'))
    const { pid: dead } = spawnSync(process.execPath, ['-e', ''])
    const [name] = readdirSync(folder)
    renameSync(join(folder, name!), join(folder, name!.replace(/^held-\d+/, `held-${dead.toString()}`)))
    const next = folderOutbox(folder, { holds: true })
    expect(await next.pending()).toEqual([entry('act_1', 'ABANDONED')])
    await next.remove(entry('act_1', 'ABANDONED').id)
    expect(readdirSync(folder)).toEqual([])
  })

  test('does not trip over files that are no statements', async () => {
    const folder = temporaryFolder()
    const outbox = folderOutbox(folder, { holds: true })
    await outbox.put(entry('act_1'))
    const { writeFileSync } = await import('node:fs')
    writeFileSync(join(folder, 'notes.txt'), 'x')
    writeFileSync(join(folder, `0000000000000001-${'a'.repeat(64)}.json`), '{"torn')
    expect(await outbox.pending()).toEqual([entry('act_1')])
    await outbox.remove('sha256:unknown')
  })
})
