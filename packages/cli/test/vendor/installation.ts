/** A real Heron in this process, a vendor's state folder beside it, and what Heron recorded. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ExportEntry, publicKeyOfSeed, toBase64url } from '@heron/evidence'
import { createDataDirectory, importVendorKey, openDataDirectory, ownerOperation } from '@heron/server'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type RunningHeron, startHeron } from '../../src/installation/running-heron.js'
import { runInProcess } from '../support/run-in-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

export type Installation = {
  readonly url: string
  readonly apiKey: string
  /** State folder of the proxy; its vendor key is imported. */
  readonly state: string
  /** What was recorded of an agent, or of all, in the order of the chains. */
  readonly actions: (agent?: string) => Promise<readonly RecordedAction[]>
  readonly stop: () => Promise<void>
  /** After `stop`: the same Heron at the same address. */
  readonly restart: () => Promise<void>
}

export type RecordedAction = {
  readonly action: string
  readonly tool: string
  readonly verdict: string
  readonly resolves: string | null
  readonly outcomes: readonly (string | null)[]
  readonly errorCodes: readonly (string | null)[]
  readonly signaturesValid: boolean
}

const SEED = new Uint8Array(32).fill(1)

/** A Heron in this process, until the test ends. */
export async function installation(options?: InstallationOptions): Promise<Installation> {
  const started = await startInstallation(temporaryFolder(), options)
  onTestFinished(started.stop)
  return started
}

/** One Heron for the tests of a file, which keep to agents of their own. */
export function sharedInstallation(): () => Installation {
  let started: Installation | undefined
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'heron-cli-test-'))
    started = await startInstallation(folder)
  })
  afterAll(async () => {
    await started?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => started!
}

type InstallationOptions = { readonly knowsVendorKey?: boolean }

async function startInstallation(
  folder: string,
  { knowsVendorKey = true }: InstallationOptions = {},
): Promise<Installation> {
  const [data, state] = [join(folder, 'data'), join(folder, 'state')]
  const created = await createDataDirectory(data, {
    organizationName: 'Test',
    projectName: 'Test',
    ownerEmail: 'owner@heron.example',
  })
  if (knowsVendorKey) {
    const parts = openDataDirectory(data, {})
    const operation = await ownerOperation(parts, created.projectId, 'test')
    const publicKey = toBase64url(publicKeyOfSeed(SEED))
    await importVendorKey(parts, operation, { kid: 'k1', publicKey })
    await parts.close()
  }
  mkdirSync(state, { mode: 0o700 })
  const key = JSON.stringify({ kid: 'k1', seed: toBase64url(SEED) })
  writeFileSync(join(state, 'vendor-key.json'), key, { mode: 0o600 })
  const listen = (port: number): Promise<RunningHeron> =>
    startHeron({ installation: openDataDirectory(data, {}), host: '127.0.0.1', port })
  let running: RunningHeron | null = await listen(0)
  const { url } = running
  const stop = async (): Promise<void> => {
    const ending = running
    running = null
    await ending?.close()
  }
  const restart = async (): Promise<void> => {
    running = await listen(Number(new URL(url).port))
  }
  let exports = 0
  return {
    ...{ url, apiKey: created.apiKey, state, stop, restart },
    actions: async (agent) => {
      exports += 1
      const file = join(folder, `evidence-${exports.toString()}.ndjson`)
      const argv = ['export', '--data', data, '--project', created.projectId, '-o', file]
      const { code, err } = await runInProcess(argv)
      if (code !== 0) throw new Error(err)
      return actionsOf(readFileSync(file, 'utf8'), agent)
    },
  }
}

function actionsOf(lines: string, agent: string | undefined): readonly RecordedAction[] {
  const entries = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportEntry)
  return entries
    .filter((entry) => entry.type === 'action')
    .filter(({ decision: { payload } }) => agent === undefined || payload.agent === agent)
    .map(({ decision: { payload }, statements }) => ({
      action: payload.action,
      tool: payload.tool,
      verdict: payload.verdict,
      resolves: payload.resolves,
      outcomes: statements.map(({ statement }) => statement.outcome),
      errorCodes: statements.map(({ statement }) => statement.error_code),
      signaturesValid: statements.every(({ signature_valid }) => signature_valid),
    }))
}
