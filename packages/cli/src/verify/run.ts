/** Runs `heron verify`: reads what was pinned, streams the file through the verifier, prints the report. */
import { statSync } from 'node:fs'
import {
  isDigest,
  type KeptCheckpoint,
  type NoteKey,
  parseNoteKey,
  type PinnedHead,
  readJwks,
  readKeptCheckpoint,
  type VerificationReport,
  verifyExport,
} from '@heron/evidence'
import { MAX_SMALL_FILE_BYTES, readBoundedFile } from '../bounded-file.js'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { readExportFile } from './export-file.js'
import { NODE_TOOLS } from './node-tools.js'
import { reportLines } from './report-lines.js'
import { checkGrants, grantLine, readGrantTrust } from './session-grants.js'
import { startWorkers } from './workers.js'

/** From this size on the start of workers pays. */
const PARALLEL_BYTES = 2 * 1024 * 1024
/** Silence for longer than this looks like a hang. */
const PROGRESS_MS = 2000

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const [file = ''] = args.positionals
  const jwks = args.text('jwks')
  const pinnedKeys = jwks === undefined ? null : readPinnedKeys(jwks)
  const grantTrust = await readGrantTrust(args)
  const pinnedHeads = args.texts('head').map(readHead)
  const keptCheckpoints = args.texts('checkpoint').map(readCheckpoint)
  const witnesses = args.texts('witness').map(readWitness)
  const workers = sizeOf(file) < PARALLEL_BYTES ? null : startWorkers()
  let report: VerificationReport
  try {
    report = await verifyExport(readExportFile(file), {
      tools: NODE_TOOLS,
      pinnedKeys,
      pinnedHeads,
      keptCheckpoints,
      witnesses,
      ...(workers === null ? {} : { inspector: workers.inspector }),
      onProgress: progress(io),
    })
  } finally {
    await workers?.stop()
  }
  // A second reading, so only where the first one saw a chain.
  const carriesGrants = report.notices.some(({ code }) => code === 'GRANT_CARRIED')
  const grants = carriesGrants ? await checkGrants(readExportFile(file), grantTrust) : []
  if (args.flag('json')) io.out(JSON.stringify({ ...report, delegation: grants }))
  else if (report.readable) for (const line of reportLines(file, report, grants.map(grantLine))) io.out(line)
  if (!report.readable) {
    throw new UsageError(
      `\`${file}\` cannot be read as an export: ${report.checks[0]?.findings[0]?.message ?? ''}`,
    )
  }
  return EXIT_OF[report.outcome]
}

const EXIT_OF = { pass: EXIT.pass, fail: EXIT.failed, incomplete: EXIT.incomplete } as const

function readPinnedKeys(file: string) {
  const reading = readJwks(readBoundedFile(file, MAX_SMALL_FILE_BYTES).toString('utf8'))
  if (!reading.ok) throw new UsageError(`\`${file}\`: ${reading.message}`)
  return reading.keys
}

function readCheckpoint(file: string): KeptCheckpoint {
  const kept = readKeptCheckpoint(readBoundedFile(file, MAX_SMALL_FILE_BYTES).toString('utf8'))
  if (kept === null) throw new UsageError(`\`${file}\` is no checkpoint: a signed note as Heron gave it`)
  return kept
}

function readWitness(text: string): NoteKey {
  const key = parseNoteKey(text)
  if (key?.type !== 'cosignature') {
    throw new UsageError('--witness must be the key of a witness, NAME+ID+KEY, as it publishes it')
  }
  return key
}

/** The hash holds no `=`, an external id may. */
function readHead(text: string): PinnedHead {
  const at = text.lastIndexOf('=')
  const session = text.slice(0, at)
  const head = text.slice(at + 1)
  if (at < 1 || !isDigest(head)) {
    throw new UsageError('--head must be SESSION=sha256: and 64 lower-case hex digits')
  }
  return { session, head }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch (error) {
    throw new UsageError(`cannot read the export: ${(error as Error).message}`)
  }
}

function progress(io: CommandIo): (lines: number) => void {
  let next = performance.now() + PROGRESS_MS
  return (lines) => {
    if (performance.now() < next) return
    next = performance.now() + PROGRESS_MS
    io.err(`${lines.toLocaleString('en')} lines checked …`)
  }
}
