import { describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { commands } from '../src/commands/index.js'
import { runInProcess } from './support/run-in-process.js'

describe('heron help', () => {
  test('lists every command with what it does', async () => {
    const { code, out } = await runInProcess(['help'])
    expect(code).toBe(0)
    for (const { name, describe: purpose } of commands) {
      expect(out).toContain(`heron ${name}`)
      expect(out).toContain(purpose.split('\n')[0])
    }
  })

  test('is what --help prints as well', async () => {
    const { out } = await runInProcess(['help'])
    expect(await runInProcess(['--help'])).toMatchObject({ code: 0, out })
  })

  test('without any command goes to standard error with exit code 2', async () => {
    const { code, out, err } = await runInProcess([])
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain('heron help COMMAND')
  })

  test.each(commands.map(({ name }) => [name]))('%s: usage, flags, --json', async (name) => {
    const { code, out } = await runInProcess(['help', ...name.split(' ')])
    expect(code).toBe(0)
    expect(out).toContain(`usage: heron ${name}`)
    expect(out).toContain('--json')
    expect(await runInProcess([...name.split(' '), '--help'])).toEqual({ code: 0, out, err: '' })
  })

  test('names no command twice', () => {
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length)
  })
})

test('--version prints the version of the package', async () => {
  expect(await runInProcess(['--version'])).toEqual({ code: 0, out: manifest.version, err: '' })
})

test('an unknown command is refused with exit code 2 and a way on', async () => {
  const { code, err } = await runInProcess(['verfiy', 'x.ndjson'])
  expect(code).toBe(2)
  expect(err).toBe('heron: no command `verfiy`; `heron help` lists them')
})
