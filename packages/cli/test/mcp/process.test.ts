/** `heron mcp` as a program: its flags, its beginning and end, what it writes, and its HTTP side. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { HERON, heron, type Parsed } from '../support/heron.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { installation, type Installation, sharedInstallation } from '../vendor/installation.js'
import { direct, EVERYTHING, filesystemServer, guarded, textOf } from './support.js'

const shared = sharedInstallation()

describe('heron mcp over stdio', () => {
  test('closes its session when the client goes, every call reported and signed', async () => {
    const at = shared()
    const folder = temporaryFolder()
    const agent = ['--agent', 'closing-agent']
    const { client, events, close } = await guarded(at, filesystemServer(folder), agent)
    await client.callTool({ name: 'write_file', arguments: { path: join(folder, 'a'), content: 'x' } })
    const refused = await client.callTool({ name: 'directory_tree', arguments: { path: folder } })
    expect(textOf(refused)).toContain('a person has to approve it first')
    await close()
    expect(events.map(({ event }) => event)).toEqual(['catalog_drafted', 'session', 'call', 'call', 'closed'])
    expect(events.at(-1)).toMatchObject({ actions: 2, pending_evidence: 0 })
    expect(await at.actions('closing-agent')).toMatchObject([
      { tool: 'write_file', verdict: 'ALLOW', outcomes: ['EXECUTED'], signaturesValid: true },
      { tool: 'directory_tree', verdict: 'STEP_UP', outcomes: ['ESCALATED'], signaturesValid: true },
    ])
  })

  test('a server that ends ends the proxy, and what was under way is reported as abandoned', async () => {
    const at = shared()
    const script = join(temporaryFolder(), 'server.mjs')
    writeFileSync(
      script,
      `import { createInterface } from 'node:readline'
       const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }))
       for await (const line of createInterface({ input: process.stdin })) {
         const { id, method } = JSON.parse(line)
         if (method === 'initialize') say({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } })
         if (method === 'tools/list') say({ id, result: { tools: [] } })
         if (method === 'tools/call') process.exit(3)
       }`,
    )
    const { client } = await guarded(at, [process.execPath, script], ['--agent', 'dying-agent'])
    const closed = new Promise<void>((resolve) => {
      client.onclose = resolve
    })
    await expect(client.callTool({ name: 'read_file', arguments: {} })).rejects.toThrow('Connection closed')
    await closed
    expect(await at.actions('dying-agent')).toMatchObject([{ outcomes: ['ABANDONED'] }])
  })

  test('without Heron nothing runs; without a vendor key of its own it makes one and says how to import it', async () => {
    const at = await installation({ knowsVendorKey: false })
    const folder = temporaryFolder()
    const state = join(temporaryFolder(), 'state')
    const own = { ...at, state }
    const first = await guarded(own, filesystemServer(folder))
    await first.client.callTool({ name: 'list_directory', arguments: { path: folder } })
    await first.close()
    const { kid } = JSON.parse(readFileSync(join(state, 'vendor-key.json'), 'utf8')) as { kid: string }
    expect(statSync(join(state, 'vendor-key.json')).mode & 0o077).toBe(0)
    expect(first.events[0]).toMatchObject({ event: 'vendor_key_created', kid })
    expect(first.events[0].import).toMatch(/^heron vendor-key import --kid \S+ --public-key [\w-]{43}$/)
    expect(first.events).toContainEqual(expect.objectContaining({ code: 'evidence_signature_invalid' }))
    expect(await at.actions()).toMatchObject([{ outcomes: ['EXECUTED'], signaturesValid: false }])

    const second = await guarded(own, filesystemServer(folder))
    await at.stop()
    const path = join(folder, 'a.txt')
    const refused = await second.client.callTool({ name: 'write_file', arguments: { path, content: 'x' } })
    expect(refused.isError).toBe(true)
    expect(existsSync(path)).toBe(false)
  })

  test('a proxy that is killed under a call leaves a statement, which the next start delivers', async () => {
    const at = shared()
    const catalog = join(temporaryFolder(), 'catalog.json')
    const name = 'trigger-long-running-operation'
    writeFileSync(catalog, JSON.stringify({ v: 1, tools: [{ name, signals: { op: 'read' } }] }))
    const flags = ['--catalog', catalog, '--agent', 'killed-agent']
    const first = await guarded(at, EVERYTHING, flags)
    const started = new Promise<void>((resolve) => {
      const call = { name, arguments: { duration: 600, steps: 60_000 } }
      const onprogress = (): void => {
        resolve()
      }
      first.client.callTool(call, undefined, { onprogress }).catch(() => undefined)
    })
    await started
    process.kill(first.pid, 'SIGKILL')
    const second = await guarded(at, EVERYTHING, flags)
    await second.close()
    expect(await at.actions('killed-agent')).toMatchObject([
      { outcomes: ['ABANDONED'], signaturesValid: true },
    ])
  })

  test.each([
    ['no server', ['--url', 'http://127.0.0.1:9', '--api-key', 'k'], 'which MCP server'],
    ['no address of Heron', ['--api-key', 'k', '--', 'x'], 'missing --url'],
    ['no API key', ['--url', 'http://127.0.0.1:9', '--', 'x'], 'missing --api-key'],
    [
      'a vendor key that is not there',
      ['--url', 'http://127.0.0.1:9', '--api-key', 'k', '--vendor-key', 'nowhere.json', '--', 'x'],
      'cannot read the vendor key',
    ],
    ['a key sent readably', ['--url', 'http://example.com', '--api-key', 'k', '--', 'x'], 'plain http'],
    [
      'two servers',
      ['--url', 'http://127.0.0.1:9', '--api-key', 'k', '--upstream', 'http://127.0.0.1:9', '--', 'x'],
      'not both',
    ],
    [
      'a principal that is a person',
      ['--url', 'http://127.0.0.1:9', '--api-key', 'k', '--principal', 'human:a@b.example', '--', 'x'],
      'opaque reference',
    ],
  ])('does not start with %s', async (_, argv, message) => {
    const state = temporaryFolder()
    const { code, out, err } = await heron(['mcp', '--state', state, ...argv])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(message)
  })

  test('a server that cannot be started is said, and ends with 1', async () => {
    const { url, apiKey, state } = shared()
    const argv = ['mcp', '--state', state, '--url', url, '--api-key', apiKey, '--', 'no-such-program']
    const { code, err } = await heron(argv)
    expect(code).toBe(1)
    expect(err).toContain('did not start')
    expect(err).not.toContain(apiKey)
  })

  test('its own settings do not reach the server, the server’s do', async () => {
    const at = shared()
    const { client } = await guarded(at, EVERYTHING, ['--trust-annotations'])
    const environment = textOf(await client.callTool({ name: 'get-env', arguments: {} }))
    expect(environment).toContain('PATH')
    expect(environment).not.toContain(at.apiKey)
    expect(environment).not.toContain('HERON_')
  })
})

describe('the catalogue', () => {
  test('is drafted for review, and in force once it is given back', async () => {
    const at = shared()
    const folder = temporaryFolder()
    const file = join(temporaryFolder(), 'catalog.json')
    const drafting = await guarded(at, filesystemServer(folder), ['--catalog-draft', file])
    await drafting.client.callTool({ name: 'list_directory', arguments: { path: folder } })
    await drafting.close()
    const draft = JSON.parse(readFileSync(file, 'utf8')) as { tools: Parsed[] }
    expect(draft.tools.find(({ name }) => name === 'directory_tree')).toEqual({
      name: 'directory_tree',
      server: 'secure-filesystem-server',
      signals: { op: 'read', destination: 'internal' },
    })
    const { client, events } = await guarded(at, filesystemServer(folder), ['--catalog', file])
    const tree = await client.callTool({ name: 'directory_tree', arguments: { path: folder } })
    expect(tree.isError ?? false).toBe(false)
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'catalog_published', signature_valid: true }),
    )
  })

  test('that was asked for and is not in force lets nothing run', async () => {
    const at = await installation({ knowsVendorKey: false })
    const { client } = await guarded(at, EVERYTHING, ['--trust-annotations'])
    const result = await client.callTool({ name: 'echo', arguments: { message: 'x' } })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('heron vendor-key import --kid k1')
  })
})

describe('heron mcp over streamable HTTP', () => {
  test('serves clients side by side, each with a server and a session of its own', async () => {
    const at = shared()
    const { url } = await listening(at, ['--trust-annotations', '--', ...EVERYTHING])
    const own = await direct(EVERYTHING)
    const clients = await Promise.all([overHttp(url, 'http-one'), overHttp(url, 'http-two')])
    for (const client of clients) {
      expect(await client.listTools()).toEqual(await own.client.listTools())
      const call = { name: 'get-sum', arguments: { a: 20, b: 22 } }
      expect(await client.callTool(call)).toEqual(await own.client.callTool(call))
      const refused = await client.callTool({ name: 'trigger-long-running-operation', arguments: {} })
      expect(refused.isError).toBe(true)
    }
    await Promise.all(clients.map((client) => client.close()))
    for (const agent of ['http-one', 'http-two']) {
      expect((await at.actions(agent)).map(({ verdict }) => verdict)).toEqual(['ALLOW', 'STEP_UP'])
    }
  })

  test('stands in front of a server that is itself reached over HTTP', async () => {
    const at = shared()
    const behind = await listening(at, ['--trust-annotations', '--agent', 'behind', '--', ...EVERYTHING])
    const { url } = await listening(at, ['--agent', 'in-front', '--upstream', behind.url])
    const client = await overHttp(url, 'any')
    const progress: unknown[] = []
    const call = { name: 'get-sum', arguments: { a: 1, b: 2 } }
    const result = await client.callTool(call, undefined, { onprogress: (step) => progress.push(step) })
    expect(textOf(result)).toContain('3')
    await client.close()
    expect((await at.actions('in-front')).map(({ verdict }) => verdict)).toEqual(['ALLOW'])
  })

  test('asks a person over HTTP too', async () => {
    const at = shared()
    const { url } = await listening(at, ['--', ...EVERYTHING])
    const client = await overHttp(url, 'asking-agent', { elicitation: {} })
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js')
    client.setRequestHandler(ElicitRequestSchema, () => ({
      action: 'accept',
      content: { decision: 'approve' },
    }))
    const result = await client.callTool({
      name: 'trigger-long-running-operation',
      arguments: { duration: 0.1, steps: 1 },
    })
    expect(textOf(result)).toContain('completed')
    await client.close()
    expect((await at.actions('asking-agent')).map(({ verdict }) => verdict)).toEqual(['STEP_UP', 'ALLOW'])
  })

  test.each([
    ['another host’s name', { host: 'evil.example' }, 403],
    ['a page of another origin', { origin: 'https://evil.example' }, 403],
    ['a session that was never opened', { 'mcp-session-id': 'made-up' }, 404],
  ])('refuses %s', async (_, headers, status) => {
    const { url } = await listening(shared(), ['--', ...EVERYTHING])
    const call = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } })
    call.end('{}')
    const [response] = (await once(call, 'response')) as [{ statusCode: number; resume: () => void }]
    response.resume()
    expect(response.statusCode).toBe(status)
  })
})

/** `heron mcp --listen 0`, ended with the test. */
async function listening(at: Installation, argv: readonly string[]): Promise<{ readonly url: string }> {
  const flags = ['--json', '--listen', '0', '--url', at.url, '--state', at.state]
  const child = spawn(process.execPath, [HERON, 'mcp', ...flags, ...argv], {
    env: { PATH: process.env['PATH'], HERON_API_KEY: at.apiKey },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await closed
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const event: Parsed = JSON.parse(line)
    if (event.event === 'listening') return { url: event.url }
  }
  throw new Error('heron mcp did not listen')
}

async function overHttp(url: string, name: string, capabilities: object = {}): Promise<Client> {
  const client = new Client({ name, version: '1' }, { capabilities })
  const transport = new StreamableHTTPClientTransport(new URL(url))
  await client.connect(transport)
  const close = client.close.bind(client)
  client.close = async () => {
    await transport.terminateSession().catch(() => undefined)
    await close()
  }
  onTestFinished(() => close())
  return client
}
