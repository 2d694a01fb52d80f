/** What `heron fsck` says about checkpoints and the log of heads behind them (heron.md §11). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import type { FsckReport } from '../../src/domain/fsck/report.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

let heron: Heron
beforeEach(async () => {
  heron = await startHeron()
  const { service, context, clock } = heron
  await service.openSession(sessionRequest('run_1'), context())
  await service.announceAction(actionRequest('run_1', 1), context())
  await service.adoptProjects()
  await service.takeCheckpoints(100)
  clock.advance(300_000)
  await service.announceAction(actionRequest('run_1', 2), context())
  await service.closeSession('run_1', context())
  await service.takeCheckpoints(100)
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

describe('fsck of checkpoints', () => {
  it('finds nothing in what the service wrote', async () => {
    const { failed, checked } = await fsck()
    expect(failed).toBe(0)
    expect(checked).toMatchObject({ checkpoints: 2, checkpoint_leaves: 6 })
  })

  it.each([
    [
      'a leaf that was changed',
      `update checkpoint_leaves set leaf_text = replace(leaf_text, '"actions":1', '"actions":2') where leaf_index = 0`,
      'hash_wrong',
    ],
    [
      'a leaf that is no JSON',
      `update checkpoint_leaves set leaf_text = 'x' where leaf_index = 0`,
      'text_unreadable',
    ],
    ['a leaf’s column', `update checkpoint_leaves set entries = 5 where leaf_index = 0`, 'column_differs'],
    ['a leaf that is gone', `delete from checkpoint_leaves where leaf_index = 2`, 'missing'],
    ['the newest leaves gone', `delete from checkpoint_leaves where leaf_index >= 4`, 'missing'],
    ['a checkpoint that is gone', `delete from checkpoints where number = 1`, 'missing'],
    [
      'a checkpoint that signs another root',
      `update checkpoints set note_text = replace(note_text, 'heron/', 'heren/') where number = 2`,
      'signature_wrong',
    ],
    ['subtrees of another tree', `update checkpoints set nodes_text = '[]' where number = 1`, 'hash_wrong'],
    ['a tree that stands elsewhere', `update checkpoint_trees set size = 5`, 'column_differs'],
    [
      'the newest record gone, its head set back',
      `delete from receipts; delete from actions where position = 2; update session_heads set closed_at = null, position = 1, head_hash = (select record_hash from actions where position = 1)`,
      'head_differs',
    ],
  ])('finds %s', async (_, sql, code) => {
    tamper(sql)
    const { findings } = await fsck()
    const own = findings.filter(({ where }) => where.startsWith('checkpoint'))
    expect(own.map((finding) => finding.code)).toContain(code)
  })
})
