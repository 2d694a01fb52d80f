import { Command, MemorySaver } from '@langchain/langgraph'
import {
  AIMessage,
  type BaseMessage,
  createAgent,
  fakeModel,
  tool,
  toolErrorMiddleware,
  ToolMessage,
} from 'langchain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  type AdapterOptions,
  guardToolCalls,
  heronMiddleware,
  interruptForApproval,
} from '../../src/adapters/langchain.js'
import { type Heron, startHeron } from './story/heron.js'
import { type Script, setUp, tellStory, type Told } from './story/story.js'
import { SCHEMAS, type StoryTools, TOOL_NAMES } from './story/tools.js'

function agentOf(tools: StoryTools, options: AdapterOptions, script: Script, checkpointer?: MemorySaver) {
  const model = fakeModel()
  for (const step of script)
    model.respondWithTools(step.map(({ id, tool: name, args }) => ({ id, name, args })))
  model.respond(new AIMessage('done'))
  return createAgent({
    model,
    tools: TOOL_NAMES.map((name) =>
      tool((args: object, { signal }: { signal?: AbortSignal }) => tools.run(name, args, signal), {
        name,
        description: name,
        schema: SCHEMAS[name] as z.ZodObject,
      }),
    ),
    // LangChain ends a run over a tool's error as soon as any middleware wraps tool calls; this one gives it back.
    middleware: [toolErrorMiddleware({ onError: String }), heronMiddleware(options)],
    ...(checkpointer === undefined ? {} : { checkpointer }),
  })
}

function toldBy(messages: readonly BaseMessage[]): Told {
  const results = messages.filter((message) => ToolMessage.isInstance(message))
  return new Map(results.map((message) => [message.tool_call_id, message.text]))
}

tellStory({
  name: 'LangChain',
  run: async ({ options, tools, script, signal }) => {
    const agent = agentOf(tools, options, script)
    const waits = signal === undefined ? {} : { signal }
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'go' }] }, waits)
    return toldBy(messages)
  },
})

tellStory({
  name: 'LangChain, streaming',
  run: async ({ options, tools, script, signal }) => {
    const agent = agentOf(tools, options, script)
    const waits = signal === undefined ? {} : { signal }
    const input = { messages: [{ role: 'user', content: 'go' }] }
    let told: Told = new Map()
    for await (const state of await agent.stream(input, { streamMode: 'values', ...waits })) {
      told = toldBy((state as { messages: BaseMessage[] }).messages)
    }
    return told
  },
})

describe('the LangChain adapter', () => {
  let heron: Heron
  let runs = 0
  beforeAll(async () => {
    heron = await startHeron()
  })
  afterAll(() => heron.stop())
  const begin = () => setUp(heron, `lc_${String(++runs)}`, { answerFor: interruptForApproval })
  const send: Script = [
    [
      { id: 'c1', tool: 'send_email', args: { to: 'maria' } },
      { id: 'c2', tool: 'read_notes', args: { topic: 'x' } },
    ],
  ]
  const input = { messages: [{ role: 'user', content: 'go' }] }
  const thread = { configurable: { thread_id: 't1' } }

  it('pauses the graph for a person, and runs once another process resumes it', async () => {
    const { options, tools, seen, actions } = begin()
    const saved = new MemorySaver()
    await agentOf(tools, options, send, saved).invoke(input, thread)
    expect(tools.ran.map(({ tool: name }) => name)).toEqual(['read_notes'])
    const elsewhere = agentOf(tools, options, [], saved)
    const resume = { humanDecision: 'APPROVE', approver: 'user_12' }
    const { messages } = await elsewhere.invoke(new Command({ resume }), thread)
    expect(toldBy(messages).get('c1')).toContain('send_email did it')
    expect(tools.ran.map(({ tool: name }) => name)).toEqual(['read_notes', 'send_email'])
    const sent = (await seen()).filter(({ tool: name }) => name === 'send_email')
    expect(sent).toMatchObject([
      { verdict: 'STEP_UP', outcomes: ['ESCALATED'] },
      { verdict: 'ALLOW', outcomes: ['EXECUTED'], resolves: expect.stringMatching(/./) as string },
    ])
    expect(actions).toHaveLength(3)
  })

  it.each([{ humanDecision: 'DECLINE' }, 'yes', { approve: true }])(
    'runs nothing when it is resumed with %j',
    async (resume) => {
      const { options, tools } = begin()
      const saved = new MemorySaver()
      const agent = agentOf(tools, options, [send[0]!.slice(0, 1)], saved)
      await agent.invoke(input, thread)
      await agent.invoke(new Command({ resume }), thread)
      expect(tools.ran).toEqual([])
    },
  )

  it('judges a tool that nobody declared like any other', async () => {
    const { options, actions } = begin()
    const guard = guardToolCalls({ session: options.session })
    const call = { toolCall: { name: 'wire_funds', args: {}, id: 'c1' } }
    const answer = await guard(call, () => {
      throw new Error('the tool ran')
    })
    expect(answer).toMatchObject({ status: 'error' })
    expect(actions).toHaveLength(1)
  })
})
