/** `heron keys list` and `heron keys rotate`: Heron's own signing keys (heron.md §13). */
import { KEY_RING_VARIABLE, loadKeyRing, type PublishedKey, rotateKeyRing, saveKeyRing } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { renderTable } from '../table.js'
import { readLocation, requireDirectory, ringFileOf } from './location.js'

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

export function rotate(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const { file, env } = ringOf(args, io)
  if ((env[KEY_RING_VARIABLE] ?? '') !== '') {
    throw new UsageError(`the key ring is in ${KEY_RING_VARIABLE}: unset it to rotate the one in a file`)
  }
  const ring = rotateKeyRing(loadKeyRing(file, env), new Date().toISOString())
  saveKeyRing(file, ring)
  const [retired] = ring.published.filter(({ retiredAt }) => retiredAt !== null)
  if (args.flag('json')) io.out(JSON.stringify({ kid: ring.active.kid, retired: retired?.jwk.kid ?? null }))
  else {
    io.out(`New receipts are signed with ${ring.active.kid}; older keys stay published.`)
    io.out('A running service signs with the old key until it is restarted, each process with the same ring.')
  }
  return Promise.resolve(EXIT.pass)
}

/** Where the ring is; with a database elsewhere its file is all that is needed. */
function ringOf(args: CommandArguments, io: CommandIo) {
  const location = readLocation(args, io)
  if (location.engine === 'sqlite') requireDirectory(location.directory)
  return { file: ringFileOf(location), env: location.env }
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
