/** The agent's settings with our hooks: shown first, others' hooks untouched, the command fails closed. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lineDiff } from '../../src/hook/line-diff.js'
import { hookCommand, SettingsError, withHooks } from '../../src/hook/settings.js'
import { runInProcess } from '../support/run-in-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const OTHERS = {
  permissions: { allow: ['Read'] },
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './audit.sh' }] }],
    Stop: [{ hooks: [{ type: 'command', command: './done.sh' }] }],
  },
}

describe('settings with our hooks', () => {
  test('keep everything that was there, and every event that we need', () => {
    const settings = withHooks(OTHERS, 'heron hook # heron hook') as typeof OTHERS
    expect(settings.permissions).toEqual(OTHERS.permissions)
    expect(settings.hooks.PreToolUse[0]).toEqual(OTHERS.hooks.PreToolUse[0])
    expect(settings.hooks.Stop).toEqual(OTHERS.hooks.Stop)
    expect(settings.hooks.PreToolUse[1]).toMatchObject({ matcher: '*', hooks: [{ type: 'command' }] })
    const events = [
      'PostToolUse',
      'PostToolUseFailure',
      'PreToolUse',
      'SessionEnd',
      'Stop',
      'UserPromptSubmit',
    ]
    expect(Object.keys(settings.hooks).sort()).toEqual(events)
  })

  test('are the same after a second installation, and as before after a removal', () => {
    const once = withHooks(OTHERS, hookCommand(['old']))
    expect(withHooks(once, hookCommand(['old']))).toEqual(once)
    expect(JSON.stringify(withHooks(once, hookCommand(['new'])))).not.toContain('old')
    expect(withHooks(once, null)).toEqual(OTHERS)
    expect(withHooks(withHooks({}, hookCommand(['x'])), null)).toEqual({})
  })

  test('share a group with others without taking theirs out', () => {
    const ours = { type: 'command', command: hookCommand(['x']) }
    const theirs = { type: 'command', command: 'theirs' }
    const settings = { hooks: { PreToolUse: [{ matcher: '*', hooks: [ours, theirs] }] } }
    expect(withHooks(settings, null)).toEqual({ hooks: { PreToolUse: [{ matcher: '*', hooks: [theirs] }] } })
  })

  test.each([[[]], ['x'], [{ hooks: [] }], [{ hooks: { PreToolUse: {} } }]])(
    'refuse %j: nothing is guessed',
    (value) => {
      expect(() => withHooks(value, 'x')).toThrow(SettingsError)
    },
  )
})

describe('the command of a hook', () => {
  test.each([
    ['passes its program’s yes on', ['true'], 0],
    ['turns any other end into the code that blocks', ['false'], 2],
    ['blocks where the program is missing', ['/no/such/program'], 2],
    ['keeps words with spaces and quotes whole', ['test', "a 'b' $c", '=', "a 'b' $c"], 0],
  ])('%s', (_, words, status) => {
    expect(spawnSync('sh', ['-c', hookCommand(words)]).status).toBe(status)
  })
})

describe('heron hook install', () => {
  const flags = (folder: string): readonly string[] => [
    ...['hook', 'install', '--url', 'http://127.0.0.1:7400', '--api-key', 'hrn_test_secret'],
    ...['--settings', join(folder, 'settings.json'), '--state', join(folder, 'state')],
  ]

  test('shows what would change and writes nothing', async () => {
    const folder = temporaryFolder()
    const { code, out } = await runInProcess(flags(folder))
    expect(code).toBe(0)
    expect(out).toContain('+     "PreToolUse": [')
    expect(out).toContain('--yes writes it')
    expect(out).not.toContain('hrn_test_secret')
    expect(existsSync(join(folder, 'settings.json'))).toBe(false)
    expect(existsSync(join(folder, 'state'))).toBe(false)
  })

  test('writes with --yes, the API key beside the settings’ reach, and says how Heron learns the vendor key', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'settings.json')
    writeFileSync(file, JSON.stringify(OTHERS))
    const { code, out } = await runInProcess([...flags(folder), '--yes', '--agent', 'my agent'])
    expect(code).toBe(0)
    expect(out).toContain('heron vendor-key import --kid local-')
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain('hrn_test_secret')
    expect(text).toContain("--agent 'my agent'")
    const key = join(folder, 'state', 'hook-api-key')
    expect(readFileSync(key, 'utf8').trim()).toBe('hrn_test_secret')
    expect(statSync(key).mode & 0o077).toBe(0)
    const again = await runInProcess([...flags(folder), '--agent', 'my agent', '--json'])
    expect(JSON.parse(again.out)).toMatchObject({ change: false, written: false })
    await runInProcess(['hook', 'install', '--remove', '--yes', '--settings', file])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(OTHERS)
  })

  test('leaves settings alone that it cannot read', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'settings.json')
    writeFileSync(file, '{ // a comment\n}')
    const { code, err } = await runInProcess([...flags(folder), '--yes'])
    expect(code).toBe(2)
    expect(err).toContain('left alone')
    expect(readFileSync(file, 'utf8')).toBe('{ // a comment\n}')
  })
})

describe('the preview', () => {
  test('shows added and removed lines with a little of what is around', () => {
    expect(lineDiff('a\nb\nc\nd\ne\nf', 'a\nb\nc\nX\ne\nf', 1)).toEqual(['  c', '- d', '+ X', '  e'])
    expect(lineDiff('same', 'same')).toEqual([])
  })
})
