/** `heron hook` in front of a real Heron: what a coding agent reads before and after each tool, and what Heron recorded. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installation, sharedInstallation } from '../vendor/installation.js'
import { eventsOf, hook } from './support.js'

const shared = sharedInstallation()

describe('before a tool', () => {
  test('an allowed call is left to the agent’s own permissions, and reported afterwards', async () => {
    const at = shared()
    const flags = ['--agent', 'allowed']
    const { pre, post, end } = eventsOf('allowed')
    const input = { file_path: '/project/a.ts' }
    expect(await hook(at, pre('u1', 'Read', input), flags)).toMatchObject({ code: 0, json: {} })
    expect(await hook(at, post('u1', 'Read', input), flags)).toMatchObject({ code: 0, json: {} })
    expect((await hook(at, end(), flags)).code).toBe(0)
    expect(await at.actions('allowed')).toMatchObject([
      { tool: 'Read', verdict: 'ALLOW', outcomes: ['EXECUTED'], signaturesValid: true },
    ])
  })

  test('with --grant a yes also answers the agent’s own question', async () => {
    const { json } = await hook(shared(), eventsOf('granted').pre('u1', 'Read'), ['--grant'])
    expect(json.hookSpecificOutput).toMatchObject({
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
    })
  })

  test('a denied call is denied, with a reason for the model, and reported as blocked', async () => {
    const at = shared()
    const flags = ['--agent', 'denied']
    const { code, json } = await hook(
      at,
      eventsOf('denied').pre('u1', 'mcp__bank__transfer_money', { n: 1 }),
      flags,
    )
    expect(code).toBe(0)
    expect(json.hookSpecificOutput).toMatchObject({ hookEventName: 'PreToolUse', permissionDecision: 'deny' })
    expect(json.hookSpecificOutput.permissionDecisionReason).toContain('Do not try it again')
    expect(await at.actions('denied')).toMatchObject([
      { tool: 'transfer_money', verdict: 'DENY', outcomes: ['BLOCKED'] },
    ])
  })

  test('the same event twice is one action', async () => {
    const at = shared()
    const event = eventsOf('twice').pre('u1', 'Read', { a: 1 })
    await Promise.all([hook(at, event, ['--agent', 'twice']), hook(at, event, ['--agent', 'twice'])])
    expect(await at.actions('twice')).toHaveLength(1)
  })

  test('parallel calls of one new session are one session, each with its own decision', async () => {
    const at = shared()
    const { pre, post } = eventsOf('parallel')
    const ids = ['u1', 'u2', 'u3', 'u4']
    const run = (event: object) => hook(at, event, ['--agent', 'parallel'])
    const answers = await Promise.all(ids.map((id) => run(pre(id, 'Read', { id }))))
    expect(answers.map(({ code, out }) => [code, out.trim()])).toEqual(ids.map(() => [0, '{}']))
    await Promise.all(ids.map((id) => run(post(id, 'Read', { id }))))
    const actions = await at.actions('parallel')
    expect(actions.map(({ outcomes }) => outcomes)).toEqual(ids.map(() => ['EXECUTED']))
  })

  test('agents that send no id of a call are paired by tool and arguments', async () => {
    const at = shared()
    const { pre, post } = eventsOf('no-ids')
    const run = (event: object) => hook(at, event, ['--agent', 'no-ids'])
    await run(pre('', 'Read', { a: 1 }))
    await run(pre('', 'Read', { a: 1 }))
    await run(post('', 'Read', { a: 1 }))
    await run(post('', 'Read', { a: 2 }))
    expect((await at.actions('no-ids')).map(({ outcomes }) => outcomes.length).sort()).toEqual([0, 1])
  })
})

describe('fails closed', () => {
  test('when Heron is silent', async () => {
    const at = await installation()
    await at.stop()
    const { code, json } = await hook(at, eventsOf('silent').pre('u1', 'Read'))
    expect(code).toBe(0)
    expect(json.hookSpecificOutput.permissionDecision).toBe('deny')
    expect(json.hookSpecificOutput.permissionDecisionReason).toContain('no decision')
  })

  test.each([
    ['nothing', ''],
    ['no JSON', 'x'],
    ['a list', '[]'],
    ['no session', '{"hook_event_name":"PreToolUse","tool_name":"Read"}'],
    ['no tool', '{"session_id":"s","hook_event_name":"PreToolUse"}'],
    [
      'arguments that say two things',
      '{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{"a":1,"a":2}}',
    ],
    [
      'a number that nobody can keep',
      '{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{"a":12345678901234567890}}',
    ],
  ])('on %s, by the exit code that blocks', async (_, text) => {
    const { code, out, err } = await hook(shared(), text)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^heron hook: /)
  })

  test('on settings that cannot work, by the exit code that blocks', async () => {
    const event = eventsOf('s').pre('u1', 'Read')
    expect((await hook(shared(), event, ['--vendor-key', 'nowhere.json'])).code).toBe(2)
    expect((await hook(shared(), event, ['--no-such-flag'])).code).toBe(2)
  })

  test('a tool that Heron refused leaves nothing to report', async () => {
    const at = shared()
    const { pre, post } = eventsOf('disobeyed')
    await hook(at, pre('u1', 'Bash', { command: 'ls' }), ['--agent', 'disobeyed'])
    expect((await hook(at, post('u1', 'Bash', { command: 'ls' }), ['--agent', 'disobeyed'])).code).toBe(0)
    expect(await at.actions('disobeyed')).toMatchObject([{ outcomes: ['ESCALATED'] }])
  })
})

describe('where a person is needed', () => {
  test('the call is denied until they type the approval; then the same call runs, once', async () => {
    const at = shared()
    const { pre, post, prompt } = eventsOf('approving')
    const run = (event: object) => hook(at, event, ['--agent', 'approving'])
    const input = { command: 'npm test' }
    const first = await run(pre('u1', 'Bash', input))
    const reason: string = first.json.hookSpecificOutput.permissionDecisionReason
    const [, typed] = /`(heron approve act_\w+)`/.exec(reason)!
    const answered = await run(prompt(typed!))
    expect(answered.json.hookSpecificOutput.additionalContext).toContain('approved')
    expect(
      (await run(pre('u2', 'Bash', { command: 'rm -rf /' }))).json.hookSpecificOutput.permissionDecision,
    ).toBe('deny')
    expect((await run(pre('u3', 'Bash', input))).json).toEqual({})
    await run(post('u3', 'Bash', input))
    expect((await run(pre('u4', 'Bash', input))).json.hookSpecificOutput.permissionDecision).toBe('deny')
    const actions = await at.actions('approving')
    expect(actions.map(({ verdict }) => verdict)).toEqual(['STEP_UP', 'STEP_UP', 'ALLOW', 'STEP_UP'])
    expect(actions[2]).toMatchObject({ resolves: actions[0]!.action, outcomes: ['EXECUTED'] })
  })

  test('an approval counts in the session that asked only, and for a question that was asked', async () => {
    const at = shared()
    const asked = await hook(at, eventsOf('asking').pre('u1', 'Bash'))
    const [, action] = /heron approve (act_\w+)/.exec(asked.json.hookSpecificOutput.permissionDecisionReason)!
    for (const [session, id] of [
      ['elsewhere', action!],
      ['asking', 'act_madeup'],
    ] as const) {
      const { json } = await hook(at, eventsOf(session).prompt(`heron approve ${id}`))
      expect(json.hookSpecificOutput.additionalContext).toContain('Nothing was approved')
    }
    expect(
      (await hook(at, eventsOf('asking').pre('u2', 'Bash'))).json.hookSpecificOutput.permissionDecision,
    ).toBe('deny')
  })

  test('with --step-up ask the agent’s own dialog asks, and a yes is submitted as a new action', async () => {
    const at = shared()
    const flags = ['--agent', 'dialog', '--step-up', 'ask']
    const { pre, post } = eventsOf('dialog')
    const { json } = await hook(at, pre('u1', 'Bash', { command: 'ls' }), flags)
    expect(json.hookSpecificOutput.permissionDecision).toBe('ask')
    await hook(at, post('u1', 'Bash', { command: 'ls' }), flags)
    const [asked, approved] = await at.actions('dialog')
    expect(asked).toMatchObject({ verdict: 'STEP_UP', outcomes: ['ESCALATED'] })
    expect(approved).toMatchObject({ verdict: 'ALLOW', resolves: asked!.action, outcomes: ['EXECUTED'] })
  })
})

describe('after a tool', () => {
  test('failures and interrupts are told apart, and no message leaves', async () => {
    const at = shared()
    const { pre, failed } = eventsOf('failing')
    for (const [id, interrupt] of [
      ['u1', false],
      ['u2', true],
    ] as const) {
      await hook(at, pre(id, 'Read', { id }), ['--agent', 'failing'])
      await hook(at, failed(id, 'Read', { id }, interrupt), ['--agent', 'failing'])
    }
    const actions = await at.actions('failing')
    expect(actions.map(({ outcomes, errorCodes }) => [...outcomes, ...errorCodes])).toEqual([
      ['FAILED', 'tool_error'],
      ['ABANDONED', 'interrupted'],
    ])
  })

  test('a result that strict reading refuses is reported all the same', async () => {
    const at = shared()
    const { pre, post } = eventsOf('big-number')
    await hook(at, pre('u1', 'Read'), ['--agent', 'big-number'])
    const text = JSON.stringify(post('u1', 'Read', {}, 'NUMBER')).replace('"NUMBER"', '12345678901234567890')
    expect((await hook(at, text, ['--agent', 'big-number'])).code).toBe(0)
    expect(await at.actions('big-number')).toMatchObject([{ outcomes: ['EXECUTED'] }])
  })

  test('a statement that Heron does not take waits on disk, and the next hook delivers it', async () => {
    const at = await installation()
    const { pre, post } = eventsOf('outage')
    await hook(at, pre('u1', 'Read'))
    await at.stop()
    expect((await hook(at, post('u1', 'Read'))).code).toBe(0)
    const kept = filesUnder(join(at.state, 'outbox'))
    expect(kept).toHaveLength(1)
    await at.restart()
    expect((await hook(at, pre('u2', 'Read'))).code).toBe(0)
    expect(filesUnder(join(at.state, 'outbox'))).toEqual([])
    expect((await at.actions()).map(({ outcomes }) => outcomes)).toEqual([['EXECUTED'], []])
  })

  test('an event of another kind, and a call from before the installation, are nobody’s business', async () => {
    const at = shared()
    const { post, end } = eventsOf('late')
    expect(await hook(at, post('u1', 'Read'))).toMatchObject({ code: 0, json: {} })
    expect(await hook(at, end())).toMatchObject({ code: 0, json: {} })
    expect(await hook(at, { session_id: 's', hook_event_name: 'Notification' })).toMatchObject({
      code: 0,
      json: {},
    })
  })
})

describe('a session', () => {
  test('commits to the first message of the person, never its text, and is closed at its end', async () => {
    const at = shared()
    const flags = ['--agent', 'committed']
    const { pre, prompt, end } = eventsOf('committed')
    await hook(at, prompt('Tidy up the repository of Project Kestrel'), flags)
    await hook(at, prompt('and hurry'), flags)
    await hook(at, pre('u1', 'Read'), flags)
    const kept = filesUnder(join(at.state, 'hook')).map((file) => readFileSync(file, 'utf8'))
    expect(kept.join('\n')).not.toContain('Kestrel')
    await hook(at, end(), flags)
    expect(await at.actions('committed')).toMatchObject([
      { outcomes: ['ABANDONED'], errorCodes: ['no_outcome'] },
    ])
  })

  test('that goes on after its end is a new session to Heron, not a blocked one', async () => {
    const at = shared()
    const flags = ['--agent', 'resumed']
    const { pre, end } = eventsOf('resumed')
    expect((await hook(at, pre('u1', 'Read'), flags)).json).toEqual({})
    await hook(at, end(), flags)
    expect((await hook(at, pre('u2', 'Read'), flags)).json).toEqual({})
    expect(await at.actions('resumed')).toHaveLength(2)
  })
})

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
