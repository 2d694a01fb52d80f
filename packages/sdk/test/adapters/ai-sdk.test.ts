import { generateText, type ModelMessage, stepCountIs, streamText, tool, type ToolSet } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AiSdkOptions, guardTools } from '../../src/adapters/ai-sdk.js'
import { HeronUsageError } from '../../src/index.js'
import { type Heron, startHeron } from './story/heron.js'
import { type Script, type ScriptedCall, setUp, tellStory, type Told } from './story/story.js'
import { SCHEMAS, type StoryTools, TOOL_NAMES } from './story/tools.js'

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that says its script, and then nothing more. */
function scriptedModel(script: Script): MockLanguageModelV3 {
  const left = [...script]
  const content = () => {
    const calls = left.shift() ?? []
    const said = calls.map(({ id, tool: toolName, args }: ScriptedCall) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName,
      input: JSON.stringify(args),
    }))
    const unified = calls.length > 0 ? ('tool-calls' as const) : ('stop' as const)
    return { said, finishReason: { unified, raw: undefined } }
  }
  return new MockLanguageModelV3({
    doGenerate: () => {
      const { said, finishReason } = content()
      return Promise.resolve({ content: said, finishReason, usage: USAGE, warnings: [] })
    },
    doStream: () => {
      const { said, finishReason } = content()
      const stream = convertArrayToReadableStream([
        ...said,
        { type: 'finish' as const, finishReason, usage: USAGE },
      ])
      return Promise.resolve({ stream })
    },
  })
}

function toolSet(tools: StoryTools): ToolSet {
  const entries = TOOL_NAMES.map((name) => [
    name,
    tool({
      inputSchema: SCHEMAS[name] as z.ZodType<object>,
      execute: (args, { abortSignal }) => tools.run(name, args, abortSignal),
    }),
  ])
  return Object.fromEntries(entries) as ToolSet
}

/** The tool results in the last prompt that the model saw. */
function toldTo(model: MockLanguageModelV3): Told {
  const last = model.doGenerateCalls.at(-1) ?? model.doStreamCalls.at(-1)
  const told: Told = new Map()
  for (const message of last?.prompt ?? []) {
    if (message.role !== 'tool') continue
    for (const part of message.content) {
      if (part.type === 'tool-result') told.set(part.toolCallId, JSON.stringify(part.output))
    }
  }
  return told
}

const stopWhen = stepCountIs(5)

tellStory({
  name: 'Vercel AI SDK, generateText',
  run: async ({ options, tools, script, signal }) => {
    const model = scriptedModel(script)
    await generateText({
      ...{ model, stopWhen, prompt: 'go', tools: guardTools(toolSet(tools), options) },
      ...(signal === undefined ? {} : { abortSignal: signal }),
    })
    return toldTo(model)
  },
})

tellStory({
  name: 'Vercel AI SDK, streamText',
  run: async ({ options, tools, script, signal }) => {
    const model = scriptedModel(script)
    const stream = streamText({
      ...{ model, stopWhen, prompt: 'go', tools: guardTools(toolSet(tools), options) },
      ...(signal === undefined ? {} : { abortSignal: signal }),
    })
    await stream.consumeStream()
    return toldTo(model)
  },
})

describe('the AI SDK adapter', () => {
  let heron: Heron
  let runs = 0
  beforeAll(async () => {
    heron = await startHeron()
  })
  afterAll(() => heron.stop())
  const begin = () => setUp(heron, `ai_${String(++runs)}`)
  const send: Script = [[{ id: 'c1', tool: 'send_email', args: { to: 'maria' } }]]

  /** A run that ends with an approval request, and the messages a person's answer is added to. */
  async function askNatively(options: AiSdkOptions, tools: StoryTools) {
    const guarded = guardTools(toolSet(tools), options)
    const model = scriptedModel(send)
    const asked = await generateText({ model, stopWhen, prompt: 'go', tools: guarded })
    const request = asked.content.find((part) => part.type === 'tool-approval-request')
    const answer = (approved: boolean): ModelMessage[] => [
      { role: 'user', content: 'go' },
      ...asked.response.messages,
      {
        role: 'tool',
        content: [{ type: 'tool-approval-response', approvalId: request?.approvalId ?? '', approved }],
      },
    ]
    return { guarded, request, answer }
  }

  it('asks by the own tool approval of the SDK, and runs once it was given', async () => {
    const { options, tools, seen, actions } = begin()
    const { guarded, request, answer } = await askNatively({ ...options, nativeApproval: true }, tools)
    expect(request).toBeDefined()
    expect(tools.ran).toEqual([])
    await generateText({ model: scriptedModel([]), stopWhen, messages: answer(true), tools: guarded })
    expect(tools.ran).toHaveLength(1)
    expect(await seen()).toMatchObject([
      { verdict: 'STEP_UP', outcomes: ['ESCALATED'] },
      { verdict: 'ALLOW', outcomes: ['EXECUTED'], resolves: actions[0] },
    ])
  })

  it('runs nothing when the approval was refused', async () => {
    const { options, tools } = begin()
    const { guarded, answer } = await askNatively({ ...options, nativeApproval: true }, tools)
    await generateText({ model: scriptedModel([]), stopWhen, messages: answer(false), tools: guarded })
    expect(tools.ran).toEqual([])
  })

  it('takes nothing for an approval but what the messages carry', async () => {
    const { options, tools } = begin()
    const guarded = guardTools(toolSet(tools), { ...options, nativeApproval: true })
    const execute = guarded['send_email']?.execute as (input: object, context: object) => Promise<unknown>
    await expect(execute({ to: 'maria' }, { toolCallId: 'c9', messages: [] })).rejects.toMatchObject({
      code: 'needs_human',
    })
    expect(tools.ran).toEqual([])
  })

  it('passes on what a tool streams, and states its last output', async () => {
    const { options, seen } = begin()
    const tools = guardTools(
      {
        read_notes: tool({
          inputSchema: z.object({ topic: z.string() }),
          execute: async function* ({ topic }) {
            yield await Promise.resolve(`half of ${topic}`)
            yield `all of ${topic}`
          },
        }),
      },
      options,
    )
    const stream = streamText({
      ...{ model: scriptedModel([[{ id: 'c1', tool: 'read_notes', args: { topic: 'it' } }]]), stopWhen },
      ...{ prompt: 'go', tools },
    })
    const outputs: unknown[] = []
    for await (const part of stream.fullStream) if (part.type === 'tool-result') outputs.push(part.output)
    expect(outputs).toEqual(['half of it', 'all of it', 'all of it'])
    expect(await seen()).toMatchObject([{ verdict: 'ALLOW', outcomes: ['EXECUTED'] }])
  })

  it('refuses a tool that it cannot stand in front of, unless that is said', () => {
    const { options } = begin()
    const tools: ToolSet = { search: tool({ inputSchema: z.object({ query: z.string() }) }) }
    expect(() => guardTools(tools, options)).toThrow(HeronUsageError)
    expect(guardTools(tools, { ...options, unguarded: ['search'] })).toEqual(tools)
  })
})
