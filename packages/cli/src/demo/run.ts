/**
 * `heron demo`: the whole story on a throw-away installation (cli contract). Composition only: a Heron, the agent's file
 * server, the story, an export, two verifications, the report. Everything it starts it ends, and its folder is removed.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ExportEntry,
  publicKeyOfSeed,
  readJwks,
  toBase64url,
  type VerificationReport,
  verifyExport,
} from '@heron/evidence'
import { Guard } from '@heron/sdk'
import {
  createDataDirectory,
  type CreatedOrganization,
  exportProject,
  importVendorKey,
  openDataDirectory,
  ownerOperation,
} from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode } from '../command.js'
import { writeExportFile } from '../export/export-file.js'
import { DEFAULT_HOST, evidenceUrl } from '../installation/created.js'
import { type RunningHeron, startHeron } from '../installation/running-heron.js'
import { aborted } from '../installation/serve.js'
import { readExportFile } from '../verify/export-file.js'
import { NODE_TOOLS } from '../verify/node-tools.js'
import { version } from '../version.js'
import { CATALOG, contractsFor } from './contracts.js'
import { decisionsOf } from './decisions.js'
import type { DemoResult } from './demo-result.js'
import { startFilesystemServer } from './filesystem-server.js'
import { findingsOf } from './findings.js'
import { demoLines } from './report.js'
import { type Intentions, runStory } from './story.js'
import { writeTamperedCopy } from './tampered-copy.js'
import { createWorkspace } from './workspace.js'

const VENDOR_KID = 'demo-vendor'
const OWNER_EMAIL = 'owner@heron.example'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const { signal } = io
  const say = args.flag('json') ? () => undefined : io.out
  // Real path: the file server compares it with what it may touch.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'heron-demo-')))
  let heron: RunningHeron | undefined
  try {
    const directory = join(folder, 'data')
    const { created, seed } = await install(directory, io)
    heron = await startHeron({
      installation: openDataDirectory(directory, io.env),
      host: DEFAULT_HOST,
      port: 0,
      // The story takes seconds: its export shows what checkpoints commit to.
      checkpointEveryMs: 1000,
    })
    say(
      `Heron ${version()} answers at ${heron.url}, on a throw-away database. The agent starts its file server …`,
    )
    const intentions = await letAgentWork(heron.url, created, seed, join(folder, 'files'))
    const result = await examine(folder, heron.url, created, intentions, io)
    if (args.flag('json')) io.out(JSON.stringify(result))
    else for (const line of [...demoLines(result), ...linkLines(result)]) io.out(line)
    if (!args.flag('once')) {
      say('Serving until Ctrl-C; then everything is removed.')
      await aborted(signal)
    }
    return result.verify.outcome === 'pass' && result.tampered_verify.outcome === 'fail'
      ? EXIT.pass
      : EXIT.failed
  } finally {
    await heron?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A new installation that knows the vendor's public key; the seed stays with the vendor. */
async function install(
  directory: string,
  io: CommandIo,
): Promise<{ created: CreatedOrganization; seed: Uint8Array }> {
  const created = await createDataDirectory(directory, {
    organizationName: 'Demo',
    projectName: 'Office agent',
    ownerEmail: OWNER_EMAIL,
  })
  const seed = randomBytes(32)
  const parts = openDataDirectory(directory, io.env)
  try {
    const operation = await ownerOperation(parts, created.projectId, 'demo vendor joins')
    const publicKey = toBase64url(publicKeyOfSeed(seed))
    await importVendorKey(parts, operation, { kid: VENDOR_KID, publicKey })
  } finally {
    await parts.close()
  }
  return { created, seed }
}

/** The vendor's side: the agent and its tools in front of a Heron that it knows by address and API key only. */
async function letAgentWork(
  url: string,
  { apiKey }: CreatedOrganization,
  seed: Uint8Array,
  files: string,
): Promise<Intentions> {
  mkdirSync(files)
  const workspace = createWorkspace(files)
  const server = await startFilesystemServer(files, version())
  const guard = new Guard({
    ...{ url, apiKey },
    vendorKey: { kid: VENDOR_KID, seed },
    contracts: contractsFor(workspace),
  })
  try {
    await guard.publishCatalog(CATALOG)
    return await runStory(guard, server, workspace)
  } finally {
    await guard.close()
    await server.close()
  }
}

/** The reviewer's side: an export, the keys fetched apart from it, and what they say together. */
async function examine(
  folder: string,
  url: string,
  created: CreatedOrganization,
  intentions: Intentions,
  io: CommandIo,
): Promise<DemoResult> {
  const jwks = join(folder, 'heron-jwks.json')
  writeFileSync(jwks, await (await fetch(`${url}/.well-known/jwks.json`)).text())
  const file = join(folder, 'evidence.ndjson')
  await writeExport(join(folder, 'data'), file, created, io)
  const entries = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportEntry)
  const decisions = decisionsOf(entries, intentions)
  const denied = decisions.find(({ verdict }) => verdict === 'DENY')
  if (denied === undefined) throw new Error('the story has no denied call to alter')
  const copy = join(folder, 'altered.ndjson')
  const alteration = writeTamperedCopy(file, copy, denied.action_id)
  return {
    evidence_url: evidenceUrl(url, created.evidence),
    dashboard_url: `${url}/`,
    admin: { email: OWNER_EMAIL, password: created.ownerPassword },
    decisions,
    findings: findingsOf(entries),
    verify: await verifyPinned(file, jwks),
    tampered_verify: await verifyPinned(copy, jwks),
    alteration,
  }
}

/** As `heron export` does, beside the running service. */
async function writeExport(
  directory: string,
  file: string,
  { organizationId, projectId }: CreatedOrganization,
  io: CommandIo,
): Promise<void> {
  const installation = openDataDirectory(directory, io.env)
  const parts = { ...installation, publishedKeys: installation.keyRing.published }
  try {
    const request = { project: { organizationId, projectId }, since: null, until: null }
    await writeExportFile(file, exportProject(parts, request), () => undefined)
  } finally {
    await installation.close()
  }
}

/** As `heron verify --jwks` does. */
function verifyPinned(file: string, jwks: string): Promise<VerificationReport> {
  const reading = readJwks(readFileSync(jwks, 'utf8'))
  if (!reading.ok) throw new Error(`the service's key set cannot be read: ${reading.message}`)
  return verifyExport(readExportFile(file), {
    tools: NODE_TOOLS,
    pinnedKeys: reading.keys,
    pinnedHeads: [],
  })
}

function linkLines({ evidence_url, dashboard_url, admin }: DemoResult): readonly string[] {
  return [
    '',
    `Evidence page: ${evidence_url}`,
    `Dashboard:     ${dashboard_url}   sign in as ${admin.email} with ${admin.password}`,
    `API:           ${dashboard_url}docs`,
  ]
}
