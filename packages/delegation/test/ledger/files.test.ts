import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Guard } from '../../src/guard/guard.js'
import { verifyLedgerText } from '../../src/ledger/json-lines.js'
import type { LedgerSink } from '../../src/ledger/ledger.js'
import { GroupedLedgerFile, LedgerFileError, SyncedLedgerFile } from '../../src/node/ledger-file.js'
import { nodeRuntime } from '../../src/node/runtime.js'
import { SpoolFullError, SpoolSink } from '../../src/node/spool.js'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heron-ledger-'))
  path = join(folder, 'ledger.jsonl')
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

function guardInto(...sinks: LedgerSink[]): Guard {
  return Guard.issue('a', { scopes: ['crm.read'] }, { ...nodeRuntime(), sinks })
}

describe('a ledger file', () => {
  it('holds every entry when the call returns', () => {
    const file = SyncedLedgerFile.open(path)
    const guard = guardInto(file)
    guard.check('crm.read')
    const text = readFileSync(path, 'utf8')
    expect(verifyLedgerText(text)).toMatchObject({ status: 'ok', head: guard.head })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    file.close()
  })

  it('holds every entry once `durable` resolves, when written in groups', async () => {
    const file = await GroupedLedgerFile.open(path)
    const guard = guardInto(file)
    for (let call = 0; call < 500; call += 1) guard.check('crm.read')
    await file.durable()
    expect(verifyLedgerText(readFileSync(path, 'utf8'))).toMatchObject({ status: 'ok', head: guard.head })
    guard.check('crm.read')
    await file.close()
    expect(verifyLedgerText(readFileSync(path, 'utf8'))).toMatchObject({ status: 'ok', head: guard.head })
  })

  it('refuses a file that already holds something, and leaves it as it is', async () => {
    writeFileSync(path, 'evidence\n')
    expect(() => SyncedLedgerFile.open(path)).toThrow(expect.objectContaining({ code: 'ledger_not_empty' }))
    await expect(GroupedLedgerFile.open(path)).rejects.toMatchObject({ code: 'ledger_not_empty' })
    expect(readFileSync(path, 'utf8')).toBe('evidence\n')
  })

  it('names the path that cannot be written', () => {
    expect(() => SyncedLedgerFile.open(join(folder, 'none', 'x'))).toThrow(LedgerFileError)
  })

  it('tells of a failed write with the committed entry, and takes nothing after the gap', async () => {
    const synced = SyncedLedgerFile.open(path)
    const guard = guardInto(synced)
    synced.close()
    for (const seq of [1, 2]) {
      expect(() => guard.check('crm.read')).toThrow(
        expect.objectContaining({ entry: expect.objectContaining({ seq }), decision: { ...allowed } }),
      )
    }
    expect(verifyLedgerText(readFileSync(path, 'utf8'))).toMatchObject({ status: 'ok' })

    const grouped = await GroupedLedgerFile.open(join(folder, 'grouped.jsonl'))
    await grouped.close()
    const other = Guard.issue('a', { scopes: ['crm.read'] }, { ...nodeRuntime(), sinks: [grouped] })
    await expect(grouped.durable()).rejects.toMatchObject({ code: 'ledger_unavailable' })
    expect(() => other.check('crm.read')).toThrow(/do not retry/)
  })
})

const allowed = {
  allowed: true,
  reasons: [],
  determiningNode: null,
  callId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
}

describe('a spool', () => {
  it('keeps records until they are acknowledged, across a restart', () => {
    const spool = SpoolSink.open(path, { bootId: 'boot' })
    const guard = guardInto(spool)
    guard.check('crm.read')
    guard.check('crm.write')
    const [first, second] = spool.pending()
    expect(first?.record).toMatchObject({
      boot_id: 'boot',
      chain_id: 'chain',
      seq: 0,
      entry: { event: 'root' },
    })
    spool.ack(second!)
    spool.close()

    const again = SpoolSink.open(path)
    expect(again.pending().map(({ record }) => record.seq)).toEqual([2])
    again.ack(again.pending()[0]!)
    expect([again.pending(), statSync(path).size]).toEqual([[], 0])
    again.close()
  })

  it('reads in portions', () => {
    const spool = SpoolSink.open(path)
    const guard = guardInto(spool)
    for (let call = 0; call < 9; call += 1) guard.check('crm.read')
    const seen: number[] = []
    for (let portion = spool.pending(4); portion.length > 0; portion = spool.pending(4)) {
      seen.push(...portion.map(({ record }) => record.seq))
      spool.ack(portion.at(-1)!)
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    spool.close()
  })

  it('refuses when it is full; the ledger keeps the entry all the same', () => {
    const spool = SpoolSink.open(path, { maxBytes: 1500 })
    const guard = guardInto(spool)
    guard.check('crm.read')
    expect(() => guard.check('crm.read')).toThrow(
      expect.objectContaining({ cause: expect.any(SpoolFullError) }),
    )
    expect(guard.entries()).toHaveLength(3)
    spool.ack(spool.pending().at(-1)!)
    expect(() => guard.check('crm.read')).not.toThrow()
    spool.close()
  })

  it('drops a record that a crash left unfinished', () => {
    SpoolSink.open(path).close()
    appendFileSync(path, '{"seq":0}\n{"seq":')
    const spool = SpoolSink.open(path)
    expect(spool.pending()).toMatchObject([{ record: { seq: 0 } }])
    spool.close()
  })
})

describe('the Node runtime', () => {
  it('gives fresh bytes of any length', () => {
    const { randomBytes } = nodeRuntime()
    const ids = new Set(Array.from({ length: 2000 }, () => Buffer.from(randomBytes(16)).toString('hex')))
    expect(ids.size).toBe(2000)
    expect(randomBytes(5000)).toHaveLength(5000)
  })
})
