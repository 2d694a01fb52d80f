import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heron, heronJson } from '../support/heron.js'
import { installation } from '../support/installation.js'
import { recordedRun } from '../support/recorded-run.js'
import { temporaryFolder } from '../support/temporary-folder.js'

test('heron fsck recomputes everything, beside the running service, and passes an honest store', async () => {
  const { data } = await recordedRun()
  const report = await heronJson(['fsck', '--data', data])
  expect(report).toMatchObject({ outcome: 'pass', failed: 0, findings: [] })
  expect(report.checked).toMatchObject({ sessions: 1, actions: 2, executions: 2 })
})

test('heron fsck finds a byte that was changed underneath the database, and ends with 1', async () => {
  const { data, served } = await recordedRun()
  await served.stop('SIGTERM')
  const path = join(data, 'heron.sqlite')
  // Everywhere, since a page keeps stale copies of rows that moved. Latin-1 maps each byte to itself.
  const before = readFileSync(path, 'latin1')
  const after = before.replaceAll('"tool":"read_note","v":3', '"tool":"read_vote","v":3')
  expect(after).not.toBe(before)
  writeFileSync(path, after, 'latin1')

  const { code, out } = await heron(['fsck', '--data', data, '--json'])
  expect(code).toBe(1)
  const report = JSON.parse(out)
  expect(report.outcome).toBe('fail')
  expect(report.findings.map((finding: { code: string }) => finding.code)).toContain('hash_wrong')

  const readable = await heron(['fsck', '--data', data])
  expect(readable.code).toBe(1)
  expect(readable.out).toContain('hash_wrong')
  expect(readable.out).toMatch(/^FAIL: \d+ things? do(es)? not hold$/m)
})

test('heron fsck says what it cannot look at, with exit code 2', async () => {
  expect(await heron(['fsck'], { cwd: temporaryFolder() })).toMatchObject({
    code: 2,
    err: expect.stringContaining('there is no data directory'),
  })
  const { data } = await installation()
  writeFileSync(join(data, 'heron.sqlite'), 'no database at all, though long enough to look like something')
  expect(await heron(['fsck', '--data', data])).toMatchObject({
    code: 2,
    err: expect.stringContaining('cannot be opened'),
  })
})
