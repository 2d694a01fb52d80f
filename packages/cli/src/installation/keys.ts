/** `heron keys list` and `heron keys rotate`: Heron's own signing keys (heron.md §13). */
import { setTimeout } from 'node:timers/promises'
import {
  KEY_RING_VARIABLE,
  loadKeyRing,
  noteKeyRotation,
  type PublishedKey,
  Refusal,
  rotateKeyRing,
  saveKeyRing,
} from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { renderTable } from '../table.js'
import { untilInUseMs } from './key-watch.js'
import { openLocation, readLocation, requireDirectory, ringFileOf } from './location.js'

export function list(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const { file, env } = ringOf(args, io)
  const { published } = loadKeyRing(file, env)
  const keys = published.map(view)
  if (args.flag('json')) io.out(JSON.stringify({ keys }))
  else {
    const columns = [{ heading: 'kid' }, { heading: 'state' }, { heading: 'created' }, { heading: 'retired' }]
    const rows = keys.map(({ kid, state, created_at, retired_at }) => [
      kid,
      state,
      created_at,
      retired_at ?? '',
    ])
    for (const line of renderTable(columns, rows)) io.out(line)
  }
  return Promise.resolve(EXIT.pass)
}

export async function rotate(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const { location, file, env } = ringOf(args, io)
  if ((env[KEY_RING_VARIABLE] ?? '') !== '') {
    throw new UsageError(`the key ring is in ${KEY_RING_VARIABLE}: unset it to rotate the one in a file`)
  }
  const old = loadKeyRing(file, env)
  const ring = rotateKeyRing(old, new Date().toISOString())
  const [added] = ring.published
  // The log first: an entry of a key that then never signs misleads nobody, a key without an entry would.
  const installation = await openLocation(location)
  try {
    const to = { kid: ring.active.kid, publicKey: added?.jwk.x ?? '' }
    const reason = args.text('reason') ?? 'rotated at the command line'
    await noteKeyRotation(installation, { from: old.active.kid, to, reason })
  } catch (error) {
    if (error instanceof Refusal && error.pointer === '/reason')
      throw new UsageError(`--reason ${error.message}`)
    throw error
  } finally {
    await installation.close()
  }
  saveKeyRing(file, ring)
  // What is done next with the new key, here or by a client, meets services that have published it.
  if (!args.flag('json')) io.err('heron: waiting until running services with this ring publish the new key')
  await passed(untilInUseMs(location), io.signal)
  const [retired] = ring.published.filter(({ retiredAt }) => retiredAt !== null)
  if (args.flag('json')) io.out(JSON.stringify({ kid: ring.active.kid, retired: retired?.jwk.kid ?? null }))
  else {
    io.out(`New receipts are signed with ${ring.active.kid}; older keys stay published.`)
    io.out('Running services with this ring publish it and sign with it.')
  }
  return EXIT.pass
}

/** Resolves after `ms`, or as soon as the command is told to end. */
async function passed(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
}

/** Where the ring is; with a database elsewhere its file is all that is needed. */
function ringOf(args: CommandArguments, io: CommandIo) {
  const location = readLocation(args, io)
  if (location.engine === 'sqlite') requireDirectory(location.directory)
  return { location, file: ringFileOf(location), env: location.env }
}

function view({ jwk, createdAt, retiredAt }: PublishedKey) {
  return {
    kid: jwk.kid,
    state: retiredAt === null ? 'active' : 'retired',
    public_key: jwk.x,
    created_at: createdAt,
    retired_at: retiredAt,
  }
}
