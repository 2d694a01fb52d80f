/**
 * A Heron of its own for an example: a new data directory, the example's vendor key imported, serving on loopback until
 * the example ends. In your own project these are three commands, see docs/vendor-guide.md.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../../packages/cli/bin/heron.js', import.meta.url))

/** A seed for examples only: whoever knows it can sign as this vendor. The public half goes to Heron. */
const SEED = new Uint8Array(32).fill(1)
const PUBLIC_KEY = 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w'

/** Starts it; `connection` is what a `Guard` needs to find it. */
export async function startHeron() {
  const root = mkdtempSync(join(tmpdir(), 'heron-example-'))
  process.once('exit', () => rmSync(root, { recursive: true, force: true }))
  const data = join(root, 'data')
  const heron = (...args) => execFileSync(process.execPath, [CLI, ...args], { encoding: 'utf8' })
  const { api_key: apiKey } = JSON.parse(heron('init', '--data', data, '--json'))
  heron('vendor-key', 'import', '--data', data, '--kid', 'example', '--public-key', PUBLIC_KEY)

  const server = spawn(process.execPath, [CLI, 'serve', '--data', data, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // Also where the example fails half-way.
  process.once('exit', () => server.kill())
  const [line] = await once(createInterface(server.stdout), 'line')
  return {
    connection: { url: JSON.parse(line).url, apiKey, vendorKey: { kid: 'example', seed: SEED } },
    stop: async () => {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

/** What every example states about its run. */
export const RUN = {
  externalId: `run_${Date.now()}`,
  agent: { externalId: 'weather-agent' },
  principal: { type: 'human', ref: 'user_881' },
  originalRequest: 'What is the weather in Oslo?',
}
