import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { HERON, heron, heronJson, type Parsed } from '../support/heron.js'
import { temporaryFolder } from '../support/temporary-folder.js'

describe('heron demo --once', () => {
  test('meets every verdict with real tool calls and verifies what it exported', async () => {
    const demo = await heronJson(['demo', '--once'])
    const verdicts = demo.decisions.map(({ tool, verdict, answers, outcomes }: Parsed) => [
      tool,
      verdict,
      answers,
      ...outcomes,
    ])
    expect(verdicts).toEqual([
      ['write_file', 'DEFER', null, 'BLOCKED'],
      ['read_text_file', 'ALLOW', null, 'EXECUTED'],
      ['write_file', 'ALLOW', 1, 'EXECUTED'],
      ['write_file', 'STEP_UP', null, 'ESCALATED'],
      ['write_file', 'ALLOW', 4, 'EXECUTED'],
      ['move_file', 'MODIFY', null, 'BLOCKED'],
      ['move_file', 'ALLOW', 6, 'EXECUTED'],
      ['read_text_file', 'ALLOW', null, 'EXECUTED'],
      ['write_file', 'DENY', null, 'BLOCKED'],
      ['write_file', 'DENY', null, 'EXECUTED'],
    ])
    expect(demo.decisions.map(({ position }: Parsed) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(demo.findings).toEqual([
      {
        kind: 'EXECUTED_DESPITE_DENY',
        severity: 'high',
        action: demo.decisions[9].action_id,
        tool: 'write_file',
      },
    ])
    expect(demo.verify.outcome).toBe('pass')
    expect(demo.tampered_verify.outcome).toBe('fail')
    expect(demo.evidence_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/e\/[^?]+\?t=/)
    expect(demo.dashboard_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
  })

  test('is readable: a table, the finding, both outcomes; it shows no argument of any call', async () => {
    const temporary = temporaryFolder()
    const { code, out } = await heron(['demo', '--once'], { env: { TMPDIR: temporary } })
    expect(code).toBe(0)
    expect(out).toMatch(
      /^ *10 {2}the same, run in spite of the no +write_file +DENY +heron\.credential\.deny/m,
    )
    expect(out).toContain('EXECUTED_DESPITE_DENY (high): call #10')
    expect(out).toMatch(/^verify: pass$/m)
    expect(out).toMatch(/^tampered: fail$/m)
    expect(out).toContain('failed: chains.records')
    expect(out).not.toContain('not-a-real-password')
    expect(readdirSync(temporary), 'its folder is removed').toEqual([])
  })
})

test('heron demo keeps serving, with an owner who can sign in, until it is asked to end; then it leaves nothing behind', async () => {
  const temporary = temporaryFolder()
  const child = spawn(process.execPath, [HERON, 'demo', '--json'], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { dashboard_url, admin } = JSON.parse(line)
  const signIn = await fetch(`${dashboard_url}api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: dashboard_url.slice(0, -1) },
    body: JSON.stringify(admin),
  })
  expect(signIn.status).toBe(200)
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
  expect(readdirSync(temporary)).toEqual([])
})
