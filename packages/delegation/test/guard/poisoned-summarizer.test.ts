/** Runs examples/poisoned-summarizer on the built packages, as its README says. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { verifyBundle } from '../../src/bundle/verify.js'
import { verifyLedgerText } from '../../src/ledger/json-lines.js'

const script = fileURLToPath(new URL('../../../../examples/poisoned-summarizer/run.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'heron-example-'))

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function run(): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
}

describe('the poisoned summarizer', () => {
  it('is read, obeyed, stopped and proven; the forgery is found', () => {
    const { status, stdout, stderr } = run()
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/summarizer {3}crm\.export {2}denied: scope_not_granted/)
    expect(stdout).toMatch(/helper {7}mail\.send {3}denied/)
    expect(stdout).toContain('integrity=True monotonicity=True containment=True anchor=verified nodes=3')
    expect(stdout).toMatch(/\n {2}FAILED\n/)
  })

  it('leaves a bundle and a ledger that verify', () => {
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
    const report = verifyBundle(JSON.parse(read('bundle.json')), {
      witnessKeys: JSON.parse(read('witnesses.json')),
    })
    expect(report).toMatchObject({ ok: true, nodes: 3, envelopes: { states: { 1: 'witness-signed' } } })
    expect(verifyLedgerText(read('ledger.jsonl'))).toMatchObject({ status: 'ok' })
  })

  it('refuses to write over the ledger of another run', () => {
    const before = readFileSync(join(folder, 'ledger.jsonl'), 'utf8')
    const { status, stderr } = run()
    expect([status, stderr]).toEqual([1, expect.stringContaining('already holds a ledger')])
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).toBe(before)
  })
})
