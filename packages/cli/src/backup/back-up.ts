/**
 * `heron backup`: database and key ring in one archive, while the service runs. Unpacked into an empty folder it is a
 * data directory again. It holds the signing key, so only its owner may read it.
 */
import { createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { backUpSqlite, databasePath, keyRingPath, loadKeyRing } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { readLocation, requireDirectory } from '../installation/location.js'
import { tarArchive } from './tar.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const location = readLocation(args, io)
  if (location.engine === 'postgres') {
    throw new UsageError(
      'PostgreSQL has its own backups: `pg_dump --format=custom --file=FILE URL`, and a copy of the key ring (docs/operations.md)',
    )
  }
  const directory = requireDirectory(location.directory)
  const file = args.text('output')
  if (file === undefined) throw new UsageError('missing -o FILE (`heron help backup`)')
  if (existsSync(file))
    throw new UsageError(`\`${file}\` is already there: a backup never overwrites another`)
  const keyRing = keyRingPath(directory)
  const ringInFile = existsSync(keyRing)
  // Also refuses a ring that others can read, before it is copied anywhere.
  if (ringInFile) loadKeyRing(keyRing, {})

  // Beside the target, so that no half-copied database lands on another, perhaps shared, disk.
  const folder = mkdtempSync(join(dirname(resolve(file)), '.heron-backup-'))
  try {
    const copy = join(folder, 'database')
    await backUpSqlite(databasePath(directory), copy, (share) => {
      if (!args.flag('json')) io.err(`copying the database: ${String(Math.floor(share * 100))} %`)
    })
    const members = [
      { name: basename(databasePath(directory)), path: copy, mode: 0o600 },
      ...(ringInFile ? [{ name: basename(keyRing), path: keyRing, mode: 0o600 }] : []),
    ]
    await writeArchive(file, members)
    report(
      args,
      io,
      file,
      members.map(({ name }) => name),
    )
    return EXIT.pass
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writeArchive(file: string, members: Parameters<typeof tarArchive>[0]): Promise<void> {
  const unfinished = `${file}.unfinished`
  const source = Readable.from(tarArchive(members))
  const target = createWriteStream(unfinished, { mode: 0o600, flush: true })
  try {
    await (/\.(gz|tgz)$/.test(file) ? pipeline(source, createGzip(), target) : pipeline(source, target))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function report(args: CommandArguments, io: CommandIo, file: string, contents: readonly string[]): void {
  const bytes = statSync(file).size
  if (args.flag('json')) {
    io.out(JSON.stringify({ file, bytes, contents }))
    return
  }
  io.out(
    `${file}: ${contents.join(', ')} (${String(bytes)} bytes). It holds the signing key: keep it like one.`,
  )
  io.out(`To restore: mkdir -m 700 DIR && tar -xpf ${file} -C DIR && heron fsck --data DIR`)
}
