/**
 * `npm run bench -- mcp`: what `heron mcp` adds to a tool call, measured by the official client on the file server of
 * MCP's own makers, beside the same calls made directly, in one run: the difference and the ratio may be compared.
 * Flag: `--calls N` of each kind (default 400).
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicKeyOfSeed, toBase64url } from '@heron/evidence'
import {
  createApp,
  createDataDirectory,
  createService,
  importVendorKey,
  openDataDirectory,
  ownerOperation,
  startServer,
} from '@heron/server'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { BenchmarkReport, Figure } from './benchmark.js'

const WARM_UP = 50
const PARALLEL = 8

export async function mcp(args: readonly string[]): Promise<BenchmarkReport> {
  const flag = args.indexOf('--calls')
  const count = flag < 0 ? 400 : Number(args[flag + 1])
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'heron-bench-')))
  const heron = await startHeron(root)
  try {
    const files = join(root, 'files')
    mkdirSync(files)
    writeFileSync(join(files, 'small.txt'), 'x'.repeat(200))
    writeFileSync(join(files, 'large.txt'), 'line of a large file\n'.repeat(50_000))
    const require = createRequire(import.meta.url)
    const program = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js')
    const server = [process.execPath, program, files]
    const cli = fileURLToPath(new URL('../../packages/cli/bin/heron.js', import.meta.url))
    const proxy = [
      process.execPath,
      cli,
      'mcp',
      '--url',
      heron.url,
      '--state',
      join(root, 'state'),
      '--',
      ...server,
    ]
    const direct = await measure(server, {}, files, count)
    const guarded = await measure(proxy, { HERON_API_KEY: heron.apiKey }, files, count)
    const figures = (['small', 'large', 'parallel'] as const).flatMap((kind) =>
      figuresOf(kind, direct, guarded),
    )
    const notes = [
      `${count.toString()} calls of a 200-byte file, a tenth as many of a 1 MB file; ${PARALLEL.toString()} at once in the parallel run`,
      'the client, both servers and Heron with its fsyncs share this machine',
    ]
    return { benchmark: 'mcp', figures, notes }
  } finally {
    await heron.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Milliseconds a call. */
type Measured = {
  readonly small: readonly number[]
  readonly large: readonly number[]
  readonly parallel: readonly number[]
}

function figuresOf(kind: keyof Measured, direct: Measured, guarded: Measured): readonly Figure[] {
  const [without, with_] = [quantile(direct[kind], 0.5), quantile(guarded[kind], 0.5)]
  return [
    { name: `${kind}: direct, median`, value: without, unit: 'ms' },
    { name: `${kind}: through heron mcp, median`, value: with_, unit: 'ms' },
    { name: `${kind}: added, median`, value: with_ - without, unit: 'ms' },
    { name: `${kind}: through heron mcp, p99`, value: quantile(guarded[kind], 0.99), unit: 'ms' },
  ]
}

async function measure(
  [command, ...args]: readonly string[],
  env: Record<string, string>,
  files: string,
  count: number,
): Promise<Measured> {
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(new StdioClientTransport({ command: command ?? '', args, env, stderr: 'ignore' }))
  const read = async (name: string): Promise<number> => {
    const start = performance.now()
    const result = await client.callTool({ name: 'read_text_file', arguments: { path: join(files, name) } })
    if (result.isError === true)
      throw new Error(`a call was refused or failed: ${JSON.stringify(result.content)}`)
    return performance.now() - start
  }
  try {
    await serially(WARM_UP, () => read('small.txt'))
    const small = await serially(count, () => read('small.txt'))
    const large = await serially(Math.max(10, count / 10), () => read('large.txt'))
    const lanes = Array.from({ length: PARALLEL }, () => serially(count / PARALLEL, () => read('small.txt')))
    return { small, large, parallel: (await Promise.all(lanes)).flat() }
  } finally {
    await client.close()
  }
}

async function serially(count: number, work: () => Promise<number>): Promise<readonly number[]> {
  const times: number[] = []
  while (times.length < count) times.push(await work())
  return times
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** A Heron that knows the key which the proxy finds in its state folder. */
async function startHeron(
  root: string,
): Promise<{ url: string; apiKey: string; close: () => Promise<void> }> {
  const directory = join(root, 'data')
  const names = { organizationName: 'Bench', projectName: 'Bench', ownerEmail: 'owner@bench.example' }
  const { apiKey, projectId } = await createDataDirectory(directory, names)
  const seed = new Uint8Array(32).fill(1)
  const parts = openDataDirectory(directory, {})
  const operation = await ownerOperation(parts, projectId, 'bench')
  await importVendorKey(parts, operation, { kid: 'bench', publicKey: toBase64url(publicKeyOfSeed(seed)) })
  mkdirSync(join(root, 'state'))
  const key = JSON.stringify({ kid: 'bench', seed: toBase64url(seed) })
  writeFileSync(join(root, 'state', 'vendor-key.json'), key, { mode: 0o600 })
  const { store, signer, keyRing } = parts
  const service = await createService({
    store,
    signer,
    publishedKeys: keyRing.published,
    pseudonymSecret: keyRing.pseudonymSecret,
  })
  const server = await startServer({ app: createApp({ service }), host: '127.0.0.1', port: 0 })
  return {
    url: server.url,
    apiKey,
    close: async () => {
      await server.close()
      await service.close()
    },
  }
}
