/** `heron serve`: the service until SIGTERM or SIGINT (cli contract). */
import { existsSync } from 'node:fs'
import { createDataDirectory, loadKeyRing, openOrPreparePostgres } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { version } from '../version.js'
import {
  type CreatedInstallation,
  createdInstallation,
  createdLines,
  DEFAULT_HOST,
  DEFAULT_PORT,
  newOrganization,
} from './created.js'
import { looksBeforeSigning } from './key-watch.js'
import { type Location, nameOf, openLocation, readLocation, ringFileOf } from './location.js'
import { type RunningHeron, startHeron } from './running-heron.js'
import { readSignIn } from './sign-in.js'
import { readCheckpointEvery, readRetention, readTimings } from './timings.js'

/** Clocks of machines that keep time differ by less, and a commit that takes longer has failed for its client. */
const SHARED_EVENT_SETTLE_MS = 2000

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const location = readLocation(args, io)
  const host = args.text('host') ?? DEFAULT_HOST
  const port = readPort(args.text('port'))
  const timings = readTimings(args)
  const retentionMs = readRetention(args)
  const signIn = readSignIn(args)
  const checkpointEveryMs = readCheckpointEvery(args)
  const webhookAllowPrivate = args.flag('webhook-allow-private')
  const eventSettleMs = location.engine === 'postgres' ? SHARED_EVENT_SETTLE_MS : 0
  // Asked for before anything is created, so that a signal during the start is not lost.
  const { signal } = io
  const created = await createDefaultDirectory(args, location)
  let heron
  try {
    // On PostgreSQL there is nothing to create but the keys; who signs in first sets up the rest.
    const installation =
      location.engine === 'postgres' ? await openOrPreparePostgres(location) : await openLocation(location)
    heron = await startHeron({
      ...{ installation, host, port, timings, retentionMs, log: io.err },
      ...{ webhookAllowPrivate, eventSettleMs, checkpointEveryMs, signIn },
      readRing: () => loadKeyRing(ringFileOf(location), location.env),
      looksBeforeSigning: looksBeforeSigning(location),
    })
    announce(args, io, heron, { data: nameOf(location), publicUrl: signIn.publicUrl ?? heron.url })
  } finally {
    // Also where listening failed: nobody could read these secrets later.
    const url = signIn.publicUrl ?? heron?.url ?? `http://${host}:${String(port)}`
    if (created !== null) showCreated(args, io, nameOf(location), created(url))
  }
  await aborted(signal)
  io.err('heron: stopping; requests under way are finished first')
  await heron.close()
  return EXIT.pass
}

/** Only where no directory was named: one that was named and is missing is more likely a mistyped name. */
async function createDefaultDirectory(
  args: CommandArguments,
  location: Location,
): Promise<((url: string) => CreatedInstallation) | null> {
  if (location.engine === 'postgres' || args.text('data') !== undefined || existsSync(location.directory)) {
    return null
  }
  const organization = newOrganization(args)
  const created = await createDataDirectory(location.directory, organization)
  return (url) => createdInstallation(created, organization, url)
}

function announce(
  args: CommandArguments,
  io: CommandIo,
  { url, setUpToken }: RunningHeron,
  { data, publicUrl }: { readonly data: string; readonly publicUrl: string },
): void {
  // Behind `#`, so that it is in no log and no referrer.
  const setUpUrl = setUpToken === null ? null : `${publicUrl}/app/set-up#${setUpToken}`
  if (args.flag('json')) {
    io.out(JSON.stringify({ event: 'listening', url }))
    if (setUpUrl !== null) io.out(JSON.stringify({ event: 'set_up', url: setUpUrl, token: setUpToken }))
    return
  }
  io.out(`Heron ${version()} listens on ${url}`)
  io.out(`  data        ${data}`)
  io.out(`  dashboard   ${publicUrl}/app`)
  io.out(`  API         ${url}/docs`)
  io.out(`  public keys ${url}/.well-known/jwks.json`)
  if (setUpUrl !== null) io.out(`  set-up      ${setUpUrl}   once, by whoever is to own it`)
  io.out('Ctrl-C stops it.')
}

function showCreated(
  args: CommandArguments,
  io: CommandIo,
  directory: string,
  created: CreatedInstallation,
): void {
  if (args.flag('json')) io.out(JSON.stringify({ event: 'created', data: directory, ...created }))
  else for (const line of createdLines(directory, created)) io.out(line)
}

/** @throws {UsageError} */
function readPort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new UsageError(`--port takes a number from 0 to 65535, not \`${text.slice(0, 20)}\``)
}

/** Resolves when the process is asked to end. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else
      signal.addEventListener('abort', () => {
        resolve()
      })
  })
}
