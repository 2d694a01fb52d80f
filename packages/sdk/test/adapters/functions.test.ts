import { describe, expect, it } from 'vitest'
import { dispatcher, guardFunctions } from '../../src/adapters/functions.js'
import { HeronBlocked } from '../../src/index.js'
import { setup } from '../fake/setup.js'
import { tellStory, type Told } from './story/story.js'
import { TOOL_NAMES } from './story/tools.js'

tellStory({
  name: 'plain functions',
  run: async ({ options, tools, script, signal }) => {
    const functions = TOOL_NAMES.map(
      (name) => [name, (args: object) => tools.run(name, args, signal)] as const,
    )
    const dispatch = dispatcher(Object.fromEntries(functions), options)
    const told: Told = new Map()
    for (const step of script) {
      await Promise.all(
        step.map(async ({ id, tool, args }) => {
          const answer = await dispatch(tool, JSON.stringify(args), { callId: id }).catch((error: unknown) =>
            error instanceof HeronBlocked ? error.message : String(error),
          )
          told.set(id, String(answer))
        }),
      )
    }
    return told
  },
})

describe('a dispatcher of plain functions', () => {
  it.each([
    ['a tool that is not there', 'nothing', '{}', 'unknown_tool'],
    ['a name that every object answers to', 'toString', '{}', 'unknown_tool'],
    ['arguments that are not JSON', 'read_notes', '{"topic":', 'arguments_not_json'],
    ['arguments that mean two things', 'read_notes', '{"topic":"a","topic":"b"}', 'arguments_not_json'],
    ['arguments that are no object', 'read_notes', '[]', 'arguments_not_json'],
  ])('runs nothing for %s, and says so', async (_what, name, args, code) => {
    const { session, fake } = await setup()
    const blocked: HeronBlocked[] = []
    const ran: unknown[] = []
    const dispatch = dispatcher(
      { read_notes: (given: object) => ran.push(given) },
      { session, onBlocked: (one) => blocked.push(one) },
    )
    await expect(dispatch(name, args)).rejects.toMatchObject({ code: 'undecided', decision: { code } })
    expect(blocked).toHaveLength(1)
    expect(ran).toEqual([])
    expect(fake.requests).toEqual([])
  })
})

describe('guarded functions', () => {
  it('keep their names and results', async () => {
    const { session } = await setup()
    const { double } = guardFunctions({ double: ({ n }: { n: number }) => n * 2 }, { session })
    expect(await double({ n: 4 })).toBe(8)
  })

  it('throw what the tool throws', async () => {
    const { session } = await setup()
    const fails = (): never => {
      throw new RangeError('too far')
    }
    await expect(guardFunctions({ fails }, { session }).fails({})).rejects.toBeInstanceOf(RangeError)
  })

  it('stay blocked where the hook that should hear of it throws', async () => {
    const { session, fake } = await setup()
    fake.judge = () => ({ verdict: 'DENY' })
    const onBlocked = (): never => {
      throw new Error('no log')
    }
    const { act } = guardFunctions({ act: () => 'done' }, { session, onBlocked })
    await expect(act({})).rejects.toBeInstanceOf(HeronBlocked)
  })
})
