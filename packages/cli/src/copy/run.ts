/** `heron copy`: from the embedded database into an empty PostgreSQL database, checked before and after. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  checkStore,
  copyFromSqlite,
  databasePath,
  type FsckReport,
  keyRingPath,
  loadKeyRing,
  openDataDirectory,
  openPostgresInstallation,
  openPostgresStore,
  ringInEnvironment,
  saveKeyRing,
} from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { DEFAULT_KEY_RING } from '../data-directory.js'
import { nameOf, requireDirectory } from '../installation/location.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const directory = requireDirectory(required(args, 'from'))
  const url = required(args, 'to')
  const keyRing = args.text('key-ring') ?? DEFAULT_KEY_RING
  const ringInFile = ringInEnvironment(io.env) === null
  if (ringInFile && existsSync(keyRing)) {
    throw new UsageError(
      `\`${keyRing}\` is already there: name a new file for the key ring (--key-ring FILE)`,
    )
  }

  io.err('checking the data directory before anything is copied …')
  const before = await checked(openDataDirectory(directory, io.env))
  if (before.failed > 0) {
    io.err(
      `${directory}: ${String(before.failed)} things do not hold (\`heron fsck\` lists them); nothing was copied`,
    )
    return EXIT.failed
  }
  if (ringInFile) copyKeyRing(keyRingPath(directory), keyRing)
  let rows
  try {
    await (await openPostgresStore({ url })).close()
    rows = await copyFromSqlite({
      from: databasePath(directory),
      url,
      onProgress: ({ table, rows }) => {
        io.err(`${table}: ${rows.toLocaleString('en')} rows`)
      },
    })
  } catch (error) {
    if (ringInFile) rmSync(keyRing, { force: true })
    throw error
  }

  io.err('checking the copy …')
  const after = await checked(await openPostgresInstallation({ url, keyRing, env: io.env }))
  const same = after.failed === 0 && JSON.stringify(after.checked) === JSON.stringify(before.checked)
  const target = nameOf({ engine: 'postgres', url, keyRing, env: {} })
  const outcome = same ? 'pass' : 'fail'
  if (args.flag('json')) {
    io.out(JSON.stringify({ outcome, rows, checked: after.checked, failed: after.failed, key_ring: keyRing }))
  } else if (same) {
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    io.out(`${target}: ${total.toLocaleString('en')} rows, everything recomputed, as in ${directory}.`)
    io.out(`Next: heron serve --database-url … --key-ring ${keyRing}; keep ${directory} until you are sure.`)
  } else {
    io.out(`FAIL: ${target} is not what ${directory} is: do not use it (was the service still writing?)`)
  }
  return same ? EXIT.pass : EXIT.failed
}

function copyKeyRing(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  saveKeyRing(to, loadKeyRing(from, {}))
}

async function checked(installation: ReturnType<typeof openDataDirectory>): Promise<FsckReport> {
  try {
    return await checkStore(installation.store, installation.keyRing.published)
  } finally {
    await installation.close()
  }
}

function required(args: CommandArguments, option: string): string {
  const value = args.text(option)
  if (value === undefined) throw new UsageError(`missing --${option} (\`heron help copy\`)`)
  return value
}
