import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import type { z } from 'zod'
import { guardTool } from '../../src/adapters/mastra.js'
import { type Script, tellStory, type Told } from './story/story.js'
import { SCHEMAS, type StoryTools, TOOL_NAMES } from './story/tools.js'
import type { AdapterOptions } from '../../src/adapters/admission.js'

type AgentModel = ConstructorParameters<typeof Agent>[0]['model']
type Prompt = { role: string; content: { type: string; toolCallId?: string; output?: unknown }[] }[]

const USAGE = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }

/** A model (specification v2, which this Mastra speaks) that says its script, and then "done". */
function scriptedModel(script: Script): { model: AgentModel; told: Told } {
  const left = [...script]
  const told: Told = new Map()
  const say = ({ prompt }: { prompt: Prompt }) => {
    for (const { role, content } of prompt) {
      if (role === 'tool')
        for (const part of content) told.set(part.toolCallId ?? '', JSON.stringify(part.output))
    }
    const calls = left.shift() ?? []
    const content = calls.map(({ id, tool, args }) => ({
      ...{ type: 'tool-call', toolCallId: id, toolName: tool, input: JSON.stringify(args) },
    }))
    return { content, finishReason: calls.length > 0 ? 'tool-calls' : 'stop' }
  }
  const model = {
    ...{ specificationVersion: 'v2', provider: 'script', modelId: 'script', supportedUrls: {} },
    doGenerate: (request: { prompt: Prompt }) =>
      Promise.resolve({ ...say(request), usage: USAGE, warnings: [] }),
    doStream: (request: { prompt: Prompt }) => {
      const { content, finishReason } = say(request)
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue({ type: 'stream-start', warnings: [] })
          for (const part of content) controller.enqueue(part)
          controller.enqueue({ type: 'finish', finishReason, usage: USAGE })
          controller.close()
        },
      })
      return Promise.resolve({ stream })
    },
  }
  return { model: model as unknown as AgentModel, told }
}

function agentOf(model: AgentModel, tools: StoryTools, options: AdapterOptions): Agent {
  const entries = TOOL_NAMES.map((id) => [
    id,
    createTool(
      guardTool(
        {
          id,
          description: id,
          inputSchema: SCHEMAS[id] as z.ZodObject,
          execute: ({ context }, call) => tools.run(id, context, call?.abortSignal),
        },
        options,
      ),
    ),
  ])
  return new Agent({ name: 'Keeper', instructions: 'Keep.', model, tools: Object.fromEntries(entries) })
}

tellStory({
  name: 'Mastra',
  run: async ({ options, tools, script, signal }) => {
    const { model, told } = scriptedModel(script)
    const waits = signal === undefined ? {} : { abortSignal: signal }
    await agentOf(model, tools, options).generate('go', { maxSteps: 5, ...waits })
    return told
  },
})

tellStory({
  name: 'Mastra, streaming',
  run: async ({ options, tools, script, signal }) => {
    const { model, told } = scriptedModel(script)
    const waits = signal === undefined ? {} : { abortSignal: signal }
    const stream = await agentOf(model, tools, options).stream('go', { maxSteps: 5, ...waits })
    await stream.consumeStream()
    return told
  },
})
