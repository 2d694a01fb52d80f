import {
  Agent,
  type AgentInputItem,
  type Model,
  type ModelRequest,
  type ModelResponse,
  Runner,
  RunState,
  type StreamEvent,
  tool,
  Usage,
} from '@openai/agents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { guardTool, type OpenAiAgentsOptions } from '../../src/adapters/openai-agents.js'
import { HeronUsageError } from '../../src/index.js'
import { type Heron, startHeron } from './story/heron.js'
import { type Script, setUp, tellStory, type Told } from './story/story.js'
import { SCHEMAS, type StoryTools, TOOL_NAMES } from './story/tools.js'

type Done = Extract<StreamEvent, { type: 'response_done' }>

/** A model that says its script, and then "done". */
class ScriptedModel implements Model {
  readonly told: Told = new Map()
  readonly #left: Script[number][]

  constructor(script: Script) {
    this.#left = [...script]
  }

  getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.#listen(request.input)
    const calls = this.#left.shift() ?? []
    const output: ModelResponse['output'] = calls.map(({ id, tool: name, args }) => ({
      type: 'function_call',
      callId: id,
      name,
      status: 'completed',
      arguments: JSON.stringify(args),
    }))
    if (calls.length === 0) {
      output.push({
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'done' }],
      })
    }
    return Promise.resolve({ usage: new Usage(), output, responseId: 'r' })
  }

  async *getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const { output } = await this.getResponse(request)
    const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
    yield {
      type: 'response_done',
      response: { id: 'r', usage, output: output as Done['response']['output'] },
    }
  }

  #listen(input: string | AgentInputItem[]): void {
    if (typeof input === 'string') return
    for (const item of input) {
      if (item.type === 'function_call_result') this.told.set(item.callId, JSON.stringify(item.output))
    }
  }
}

function agentOf(model: Model, tools: StoryTools, options: OpenAiAgentsOptions): Agent {
  return new Agent({
    name: 'Keeper',
    model,
    tools: TOOL_NAMES.map((name) =>
      tool(
        guardTool(
          {
            name,
            description: name,
            parameters: SCHEMAS[name] as z.ZodObject,
            execute: (args, _context, details) => tools.run(name, args, details?.signal),
          },
          options,
        ),
      ),
    ),
  })
}

const runner = new Runner({ tracingDisabled: true })

tellStory({
  name: 'OpenAI Agents SDK',
  run: async ({ options, tools, script, signal }) => {
    const model = new ScriptedModel(script)
    await runner.run(agentOf(model, tools, options), 'go', signal === undefined ? {} : { signal })
    return model.told
  },
})

tellStory({
  name: 'OpenAI Agents SDK, streaming',
  run: async ({ options, tools, script, signal }) => {
    const model = new ScriptedModel(script)
    const waits = signal === undefined ? {} : { signal }
    const stream = await runner.run(agentOf(model, tools, options), 'go', { stream: true, ...waits })
    for await (const _event of stream);
    await stream.completed
    return model.told
  },
})

describe('the OpenAI Agents adapter', () => {
  let heron: Heron
  let runs = 0
  beforeAll(async () => {
    heron = await startHeron()
  })
  afterAll(() => heron.stop())
  const begin = () => setUp(heron, `oa_${String(++runs)}`)
  const send: Script = [[{ id: 'c1', tool: 'send_email', args: { to: 'maria' } }]]

  it('interrupts for a person, and runs once the saved state was approved and resumed', async () => {
    const { options, tools, seen, actions } = begin()
    const agent = agentOf(new ScriptedModel(send), tools, { ...options, nativeApproval: true })
    const asked = await runner.run(agent, 'go')
    expect(asked.interruptions).toHaveLength(1)
    expect(tools.ran).toEqual([])
    const state = await RunState.fromString(agent, asked.state.toString())
    for (const one of state.getInterruptions()) state.approve(one)
    await runner.run(agent, state)
    expect(tools.ran).toHaveLength(1)
    expect(await seen()).toMatchObject([
      { verdict: 'STEP_UP', outcomes: ['ESCALATED'] },
      { verdict: 'ALLOW', outcomes: ['EXECUTED'], resolves: actions[0] },
    ])
  })

  it('runs nothing when the interruption was rejected', async () => {
    const { options, tools } = begin()
    const agent = agentOf(new ScriptedModel(send), tools, { ...options, nativeApproval: true })
    const { state } = await runner.run(agent, 'go')
    for (const one of state.getInterruptions()) state.reject(one)
    await runner.run(agent, state)
    expect(tools.ran).toEqual([])
  })

  it('takes no standing approval for an answer: nobody has seen the next call', async () => {
    const { options, tools, blocked } = begin()
    const model = new ScriptedModel([...send, [{ id: 'c2', tool: 'send_email', args: { to: 'eve' } }]])
    const agent = agentOf(model, tools, { ...options, nativeApproval: true })
    const { state } = await runner.run(agent, 'go')
    for (const one of state.getInterruptions()) state.approve(one, { alwaysApprove: true })
    await runner.run(agent, state)
    expect(tools.ran).toEqual([])
    expect(blocked.map(({ code }) => code)).toEqual(['needs_human', 'needs_human'])
  })

  it('runs nothing on arguments that do not fit the schema', async () => {
    const { options, tools, actions } = begin()
    const model = new ScriptedModel([[{ id: 'c1', tool: 'read_notes', args: { topic: 7 } }]])
    await runner.run(agentOf(model, tools, options), 'go')
    expect(tools.ran).toEqual([])
    expect(actions).toEqual([])
    expect(model.told.get('c1')).toContain('error')
  })

  it('wants a name', () => {
    const { options } = begin()
    const nameless = { description: 'd', parameters: z.object({}), execute: () => 'x' }
    expect(() => guardTool(nameless, options)).toThrow(HeronUsageError)
  })
})
