import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashJson } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { outboxEntry, type OutboxEntry } from '../../src/evidence/outbox.js'
import { FileOutbox } from '../../src/node/index.js'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'heron-outbox-'))
  onTestFinished(() => {
    rmSync(path, { recursive: true, force: true })
  })
  return path
}

const open = (path: string, capacity?: number) => {
  const outbox = FileOutbox.open(path, capacity === undefined ? {} : { capacity })
  onTestFinished(() => outbox.close())
  return outbox
}

const entry = (number: number, outcome: 'EXECUTED' | 'ABANDONED' = 'EXECUTED'): OutboxEntry =>
  outboxEntry({
    action_id: `act_${number}`,
    decision_id: `dec_${number}`,
    outcome,
    result_hash: hashJson(number),
    error_code: null,
    executed_at: new Date(number).toISOString(),
    signature: { kid: 'k1', alg: 'Ed25519', value: 'x' },
  })

/** What a process that opens the file after this one died finds: the lock is left behind, nothing was closed. */
const afterDeath = async (path: string): Promise<string[]> => {
  const copy = join(folder(), 'outbox')
  writeFileSync(copy, readFileSync(path))
  const outbox = open(copy)
  expect(outbox.damaged).toBe(0)
  return (await outbox.pending()).map(({ request }) => `${request.action_id} ${request.outcome}`)
}

describe('what the outbox on the disk keeps', () => {
  it('is there for the next process, in order, without what was let go', async () => {
    const path = join(folder(), 'deep', 'outbox')
    const outbox = open(path)
    for (const number of [1, 2, 3]) await outbox.put(entry(number))
    await outbox.remove(entry(2).id)
    expect(await afterDeath(path)).toEqual(['act_1 EXECUTED', 'act_3 EXECUTED'])
  })

  it('is readable by its owner alone, and holds no more than was signed', async () => {
    const path = join(folder(), 'outbox')
    await open(path).put(entry(1))
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ keep: entry(1) })
  })

  it('is what a call will have been, if its process dies before it speaks of it', async () => {
    const path = join(folder(), 'outbox')
    const outbox = open(path)
    await outbox.hold(entry(1, 'ABANDONED'))
    await outbox.hold(entry(2, 'ABANDONED'))
    expect(await outbox.pending()).toEqual([])
    expect(outbox.lag()).toEqual({ waiting: 0, held: 2, oldest: null })
    await outbox.put(entry(1), entry(1, 'ABANDONED').id)
    expect(outbox.lag()).toEqual({ waiting: 1, held: 1, oldest: entry(1).request.executed_at })
    expect(await afterDeath(path)).toEqual(['act_1 EXECUTED', 'act_2 ABANDONED'])
  })

  it('stays promoted: a second death does not change what the first one meant', async () => {
    const path = join(folder(), 'outbox')
    const first = open(path)
    await first.hold(entry(1, 'ABANDONED'))
    await first.close()
    const second = open(path)
    await second.hold(entry(2, 'ABANDONED'))
    await second.close()
    expect(
      readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => Object.keys(JSON.parse(line) as object)),
    ).toEqual([['keep'], ['hold']])
    expect(await afterDeath(path)).toEqual(['act_1 ABANDONED', 'act_2 ABANDONED'])
  })

  it('survives a crash at any byte: every acknowledged line before it, and nothing half', async () => {
    const path = join(folder(), 'outbox')
    const outbox = open(path)
    for (const number of [1, 2, 3]) await outbox.put(entry(number))
    const bytes = readFileSync(path)
    const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (length) => {
        const torn = join(folder(), 'outbox')
        writeFileSync(torn, bytes)
        truncateSync(torn, length)
        const reopened = FileOutbox.open(torn)
        const whole = ends.filter((end) => end <= length).length
        expect((await reopened.pending()).map(({ id }) => id)).toEqual(
          [1, 2, 3].slice(0, whole).map((n) => entry(n).id),
        )
        await reopened.put(entry(4))
        await reopened.close()
        expect(await afterDeath(torn)).toHaveLength(whole + 1)
      }),
      { numRuns: 40 },
    )
  })

  it('does not take spoilt lines for evidence, and sets them aside', async () => {
    const path = join(folder(), 'outbox')
    const first = open(path)
    await first.put(entry(1))
    await first.put(entry(2))
    await first.close()
    const altered = readFileSync(path, 'utf8').replace('act_1', 'act_9')
    writeFileSync(path, `${altered}no json\n{"keep":[]}\n`)
    const outbox = open(path)
    expect(outbox.damaged).toBe(3)
    expect((await outbox.pending()).map(({ id }) => id)).toEqual([entry(2).id])
    expect(readFileSync(`${path}.damaged`, 'utf8').trim().split('\n')).toHaveLength(3)
  })

  it('does not grow for ever, and loses nothing while it is written anew', async () => {
    const path = join(folder(), 'outbox')
    const outbox = open(path)
    const kept = entry(0)
    await outbox.put(kept)
    for (let round = 0; round < 8; round += 1) {
      const numbers = Array.from({ length: 500 }, (_, index) => 1 + round * 500 + index)
      await Promise.all(numbers.map((number) => outbox.put(entry(number))))
      await Promise.all(numbers.map((number) => outbox.remove(entry(number).id)))
    }
    await outbox.put(entry(5000))
    expect(statSync(path).size).toBeLessThan(1.5 * 1024 * 1024)
    expect(await afterDeath(path)).toEqual(['act_0 EXECUTED', 'act_5000 EXECUTED'])
  })
})

describe('an outbox file', () => {
  it('loses no statement that is put while it is written anew', async () => {
    const path = join(folder(), 'outbox')
    const outbox = open(path)
    const kept: string[] = []
    let largest = 0
    let number = 0
    // Enough for one rewrite, which a second one would heal.
    const put = async (): Promise<OutboxEntry> => {
      const mine = entry(++number)
      await outbox.put(mine)
      largest = Math.max(largest, statSync(path).size)
      return mine
    }
    const keeper = async (): Promise<void> => {
      for (let round = 0; round < 80; round += 1) kept.push(`${(await put()).request.action_id} EXECUTED`)
    }
    const passer = async (): Promise<void> => {
      for (let round = 0; round < 40; round += 1) await outbox.remove((await put()).id)
    }
    await Promise.all([keeper(), keeper(), ...Array.from({ length: 64 }, passer)])
    expect(statSync(path).size).toBeLessThan(largest)
    expect((await afterDeath(path)).sort()).toEqual(kept.sort())
  })

  it('belongs to one process', () => {
    const path = join(folder(), 'outbox')
    open(path)
    expect(() => FileOutbox.open(path)).toThrow(expect.objectContaining({ code: 'outbox_in_use' }))
    const other = join(folder(), 'outbox')
    // The parent of this process is alive and is not this one.
    writeFileSync(`${other}.lock`, `${process.ppid} ${hostname()}`)
    expect(() => FileOutbox.open(other)).toThrow(/a file of its own/)
  })

  it.each([
    ['a process that is gone', `4194303 ${hostname()}`],
    ['another machine', `${process.ppid} another-host`],
    ['an earlier life under the same pid', `${process.pid} ${hostname()}`],
    ['a process that died over it', ''],
  ])('is taken over from %s', (_name, lock) => {
    const path = join(folder(), 'outbox')
    writeFileSync(`${path}.lock`, lock)
    expect(open(path).size()).toBe(0)
  })

  it('is let go when closed, and takes nothing more', async () => {
    const path = join(folder(), 'outbox')
    const first = open(path)
    await first.close()
    await expect(first.put(entry(1))).rejects.toMatchObject({ code: 'outbox_closed' })
    expect(open(path).size()).toBe(0)
  })

  it('that cannot be opened says so', () => {
    const path = join(folder(), 'file')
    appendFileSync(path, '')
    expect(() => FileOutbox.open(join(path, 'outbox'))).toThrow(
      expect.objectContaining({ code: 'outbox_unavailable' }),
    )
  })

  it('holds as many calls as it has room for', async () => {
    const outbox = open(join(folder(), 'outbox'), 1)
    await outbox.hold(entry(1))
    await expect(outbox.hold(entry(2))).rejects.toMatchObject({ code: 'outbox_full' })
    await outbox.remove(entry(1).id)
    await outbox.hold(entry(2))
  })
})
