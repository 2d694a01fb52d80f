import { describe, expect, test } from 'vitest'
import { readArguments } from '../src/arguments.js'
import { type Command, UsageError } from '../src/command.js'

const command: Command = {
  name: 'sample',
  usage: 'sample FILE [-o FILE]',
  describe: 'a command of this test',
  positionals: ['FILE'],
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', describe: 'where to write' },
    'since-when': { type: 'string', value: 'TIME', describe: 'from then on' },
    head: { type: 'string', multiple: true, value: 'HEAD', describe: 'may be given more than once' },
    html: { type: 'boolean', describe: 'a switch' },
  },
  load: () => Promise.reject(new Error('never loaded here')),
}

const read = (argv: readonly string[], env: { [name: string]: string } = {}) =>
  readArguments(command, command.options, argv, env)

describe('flags', () => {
  test('are read by their long and their short spelling', () => {
    expect(read(['in', '-o', 'out']).text('output')).toBe('out')
    expect(read(['in', '--output', 'out']).text('output')).toBe('out')
    expect(read(['in', '--output=out']).text('output')).toBe('out')
  })

  test('come from HERON_<FLAG> where the command line is silent', () => {
    const env = { HERON_SINCE_WHEN: '2026-01-01', HERON_HTML: '1', HERON_HEAD: 'a' }
    const args = read(['in'], env)
    expect(args.text('since-when')).toBe('2026-01-01')
    expect(args.flag('html')).toBe(true)
    expect(args.texts('head')).toEqual(['a'])
    expect(read(['in', '--since-when', 'later'], env).text('since-when')).toBe('later')
  })

  test('may be repeated where the command allows it', () => {
    expect(read(['in', '--head', 'a', '--head', 'b']).texts('head')).toEqual(['a', 'b'])
  })

  test('that are empty count as absent', () => {
    expect(read(['in', '--output', '']).text('output')).toBeUndefined()
    expect(read(['in'], { HERON_OUTPUT: '' }).text('output')).toBeUndefined()
  })
})

describe('a command line that does not fit is refused in one sentence', () => {
  test.each([
    ['an unknown flag', ['in', '--nope'], /--nope/],
    ['a flag without its value', ['in', '--output'], /--output/],
    ['a missing argument', [], /missing FILE/],
    ['a surplus argument', ['in', 'more'], /unexpected argument `more`/],
  ])('%s', (_name, argv, message) => {
    expect(() => read(argv)).toThrow(UsageError)
    expect(() => read(argv)).toThrow(message)
  })
})
