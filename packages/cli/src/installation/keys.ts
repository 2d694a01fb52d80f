/** `heron keys list` and `heron keys rotate`: Heron's own signing keys (heron.md §13). */
import {
  KEY_RING_VARIABLE,
  keyRingPath,
  loadKeyRing,
  type PublishedKey,
  rotateKeyRing,
  saveKeyRing,
} from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { existingDataDirectory } from '../data-directory.js'
import { renderTable } from '../table.js'

export function list(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const { published } = loadKeyRing(keyRingPath(existingDataDirectory(args)), io.env)
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
  const path = keyRingPath(existingDataDirectory(args))
  if ((io.env[KEY_RING_VARIABLE] ?? '') !== '') {
    throw new UsageError(
      `the key ring is in ${KEY_RING_VARIABLE}: unset it to rotate the one in the data directory`,
    )
  }
  const ring = rotateKeyRing(loadKeyRing(path, io.env), new Date().toISOString())
  saveKeyRing(path, ring)
  const [retired] = ring.published.filter(({ retiredAt }) => retiredAt !== null)
  if (args.flag('json')) io.out(JSON.stringify({ kid: ring.active.kid, retired: retired?.jwk.kid ?? null }))
  else {
    io.out(`New receipts are signed with ${ring.active.kid}; older keys stay published.`)
    io.out('A running service signs with the old key until it is restarted.')
  }
  return Promise.resolve(EXIT.pass)
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
