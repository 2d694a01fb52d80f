/** `heron mcp` in front of real servers: what a client sees is what it sees without it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'
import { direct, EVERYTHING, filesystemServer, guarded } from './support.js'
import { sharedInstallation } from '../vendor/installation.js'

const shared = sharedInstallation()

const CAPABILITIES = { sampling: {}, elicitation: {}, roots: { listChanged: true } }

describe('heron mcp in front of server-everything', () => {
  test('lists, calls, errors, resources, prompts and refusals come through as from the server itself', async () => {
    const at = shared()
    const [own, ours] = await Promise.all([
      direct(EVERYTHING, { capabilities: CAPABILITIES }),
      guarded(at, EVERYTHING, ['--trust-annotations'], { capabilities: CAPABILITIES }),
    ])
    const observed = await Promise.all(
      [own, ours].map(async ({ client }) => {
        const seen: Record<string, unknown> = {
          version: client.getServerVersion(),
          capabilities: client.getServerCapabilities(),
          instructions: client.getInstructions(),
          tools: await client.listTools(),
          resources: await client.listResources(),
          templates: await client.listResourceTemplates(),
          prompts: await client.listPrompts(),
          prompt: await client.getPrompt({ name: 'args-prompt', arguments: { city: 'Oslo', state: 'x' } }),
          echo: await client.callTool({ name: 'echo', arguments: { message: 'åäö 😀 \u0000' } }),
          sum: await client.callTool({ name: 'get-sum', arguments: { a: 2, b: -0.5 } }),
          structured: await client.callTool({
            name: 'get-structured-content',
            arguments: { location: 'Chicago' },
          }),
          image: await client.callTool({ name: 'get-tiny-image' }),
          links: await client.callTool({ name: 'get-resource-links', arguments: { count: 4 } }),
          badArguments: await client.callTool({ name: 'get-sum', arguments: { a: 'two' } }),
        }
        const [first] = (seen['resources'] as { resources: { uri: string }[] }).resources
        seen['resource'] = await client.readResource({ uri: first!.uri })
        seen['noPrompt'] = await failure(client.getPrompt({ name: 'no such prompt' }))
        seen['noMethod'] = await failure(
          client.request({ method: 'no/such/method', params: { deep: [1] } }, CallToolResultSchema),
        )
        return seen
      }),
    )
    expect(observed[1]).toEqual(observed[0])
  })

  test('progress of a call under way comes through, step by step', async () => {
    const at = shared()
    // Its name says execute, so that it would need a person; here the vendor states what it does.
    const catalog = join(temporaryFolder(), 'catalog.json')
    const tools = [{ name: 'trigger-long-running-operation', signals: { op: 'read' } }]
    writeFileSync(catalog, JSON.stringify({ v: 1, tools }))
    const seen = await Promise.all(
      [direct(EVERYTHING), guarded(at, EVERYTHING, ['--catalog', catalog])].map(async (connecting) => {
        const { client, received } = await connecting
        const call = { name: 'trigger-long-running-operation', arguments: { duration: 0.3, steps: 3 } }
        await client.callTool(call, undefined, { onprogress: () => undefined })
        return received
      }),
    )
    expect(seen[1]).toEqual(seen[0])
    const progress = seen[1]!.filter((one) => 'method' in one && one.method === 'notifications/progress')
    expect(progress).toHaveLength(3)
  })

  test('a cancelled call ends as it does at the server itself, and the connection goes on', async () => {
    const at = shared()
    const catalog = join(temporaryFolder(), 'catalog.json')
    const tools = ['echo', 'trigger-long-running-operation'].map((name) => ({
      name,
      signals: { op: 'read' },
    }))
    writeFileSync(catalog, JSON.stringify({ v: 1, tools }))
    const seen = await Promise.all(
      [direct(EVERYTHING), guarded(at, EVERYTHING, ['--catalog', catalog])].map(async (connecting) => {
        const { client } = await connecting
        const cancelling = new AbortController()
        const call = { name: 'trigger-long-running-operation', arguments: { duration: 60, steps: 600 } }
        const options = {
          signal: cancelling.signal,
          onprogress: () => {
            cancelling.abort('enough')
          },
        }
        const ended = await failure(client.callTool(call, undefined, options))
        const after = await client.callTool({ name: 'echo', arguments: { message: 'still here' } })
        return { ended, after }
      }),
    )
    expect(seen[1]).toEqual(seen[0])
    expect(seen[1]!.after.isError ?? false).toBe(false)
  })

  test('what the server asks of the client (sampling, roots, elicitation) is asked and answered', async () => {
    const at = shared()
    const catalog = join(temporaryFolder(), 'catalog.json')
    const names = ['trigger-sampling-request', 'trigger-elicitation-request', 'get-roots-list']
    const tools = names.sort().map((name) => ({ name, signals: { op: 'read' } }))
    writeFileSync(catalog, JSON.stringify({ v: 1, tools }))
    const { client } = await guarded(at, EVERYTHING, ['--catalog', catalog], { capabilities: CAPABILITIES })
    const asked = answerAsClient(client)
    const results = [
      await client.callTool({ name: 'trigger-sampling-request', arguments: { prompt: 'two plus two' } }),
      await client.callTool({ name: 'trigger-elicitation-request' }),
      await client.callTool({ name: 'get-roots-list' }),
    ]
    expect(asked).toEqual(expect.arrayContaining(['sampling', 'elicitation', 'roots']))
    expect(JSON.stringify(results[0])).toContain('four')
    expect(results.map(({ isError }) => isError ?? false)).toEqual([false, false, false])
  })
})

describe('heron mcp in front of server-filesystem', () => {
  test('lists, reads, writes, failures and results of megabytes come through', async () => {
    const at = shared()
    const root = temporaryFolder()
    const folders = ['direct', 'guarded'].map((name) => join(root, name))
    const seen = await Promise.all(
      folders.map(async (folder, index) => {
        mkdirSync(folder)
        writeFileSync(join(folder, 'large.txt'), 'line of a large file\n'.repeat(200_000))
        const command = filesystemServer(folder)
        const { client } = await (index === 0 ? direct(command) : guarded(at, command))
        const call = (name: string, args: Record<string, unknown>): Promise<unknown> =>
          client.callTool({ name, arguments: args })
        const answers = {
          tools: await client.listTools(),
          written: await call('write_file', { path: join(folder, 'a.txt'), content: 'one' }),
          read: await call('read_text_file', { path: join(folder, 'a.txt') }),
          listed: await call('list_directory', { path: folder }),
          large: await call('read_text_file', { path: join(folder, 'large.txt') }),
          missing: await call('read_text_file', { path: join(folder, 'none.txt') }),
          outside: await call('read_text_file', { path: '/etc/hostname' }),
        }
        return JSON.stringify(answers).replaceAll(folder, 'FOLDER')
      }),
    )
    expect(seen[1] === seen[0]).toBe(true)
    expect(seen[1]!.length).toBeGreaterThan(4_000_000)
  })
})

async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    return { unexpected: await promise }
  } catch (error) {
    return { code: (error as { code?: unknown }).code, message: (error as Error).message }
  }
}

function answerAsClient(client: Awaited<ReturnType<typeof direct>>['client']): readonly string[] {
  const asked: string[] = []
  client.setRequestHandler(CreateMessageRequestSchema, () => {
    asked.push('sampling')
    return { model: 'scripted', role: 'assistant' as const, content: { type: 'text' as const, text: 'four' } }
  })
  client.setRequestHandler(ElicitRequestSchema, () => {
    asked.push('elicitation')
    return { action: 'decline' as const }
  })
  client.setRequestHandler(ListRootsRequestSchema, () => {
    asked.push('roots')
    return { roots: [{ uri: 'file:///somewhere', name: 'somewhere' }] }
  })
  return asked
}
