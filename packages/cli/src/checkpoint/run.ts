/** Runs `heron checkpoint show`, `prove`, `witness`, `request` and `cosign`. */
import { detectSignatureVerifier } from '@heron/evidence'
import {
  addCosignatures,
  addWitness,
  type OpenInstallation,
  type Operation,
  ownerOperation,
  proveHead,
  readCheckpoints,
  Refusal,
  witnessRequest,
} from '@heron/server'
import { MAX_SMALL_FILE_BYTES, readBoundedFile } from '../bounded-file.js'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { openLocation, readLocation } from '../installation/location.js'

export function show(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  return inProject(args, io, async (parts, operation) => {
    const { count, newest } = await readCheckpoints(parts.store, scopeOf(operation), parts.keyRing.published)
    if (args.flag('json')) io.out(JSON.stringify({ count, newest }))
    else if (newest !== null) io.out(newest.note.trimEnd())
    else io.err('no checkpoint was taken yet: the service takes the first one once it runs')
    return newest === null ? EXIT.incomplete : EXIT.pass
  })
}

export function prove(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const from = readSize(args, 'from') ?? null
  return inProject(args, io, async (parts, operation) => {
    const asked = { subject: args.positionals[0] ?? '', from, publishedKeys: parts.keyRing.published }
    const proof = await proveHead(parts.store, scopeOf(operation), asked)
    io.out(args.flag('json') ? JSON.stringify(proof) : JSON.stringify(proof, null, 2))
    return EXIT.pass
  })
}

export function witness(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  return inProject(args, io, async (parts, operation) => {
    const { name } = await addWitness(parts, operation, args.positionals[0] ?? '')
    if (args.flag('json')) io.out(JSON.stringify({ name }))
    else io.out(`Cosignatures of ${name} are taken for project ${operation.project.projectId}.`)
    return EXIT.pass
  })
}

export function request(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  return inProject(args, io, async (parts, operation) => {
    const asked = { name: args.positionals[0] ?? '', publishedKeys: parts.keyRing.published }
    const body = await witnessRequest(parts.store, scopeOf(operation), asked)
    io.out(args.flag('json') ? JSON.stringify({ body }) : body.trimEnd())
    return EXIT.pass
  })
}

export function cosign(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const answer = readBoundedFile(args.positionals[0] ?? '', MAX_SMALL_FILE_BYTES).toString('utf8')
  const size = readSize(args, 'size')
  return inProject(args, io, async (parts, operation) => {
    const verify = await detectSignatureVerifier()
    const now = (): string => new Date().toISOString()
    const taken = await addCosignatures({ store: parts.store, now }, scopeOf(operation), {
      ...{ answer, size, verify },
    })
    if (args.flag('json')) io.out(JSON.stringify(taken))
    else io.out(`The checkpoint of ${String(taken.size)} leaves is signed by ${taken.witnesses.join(', ')}.`)
    return EXIT.pass
  })
}

/** Opens the installation, finds the project, and turns refusals into one line. */
async function inProject(
  args: CommandArguments,
  io: CommandIo,
  act: (parts: OpenInstallation, operation: Operation) => Promise<ExitCode>,
): Promise<ExitCode> {
  const parts = await openLocation(readLocation(args, io))
  try {
    return await act(parts, await ownerOperation(parts, args.text('project'), args.text('reason') ?? null))
  } catch (error) {
    if (error instanceof Refusal) throw new UsageError(error.message)
    throw error
  } finally {
    await parts.close()
  }
}

function scopeOf({ project }: Operation) {
  return { organization_id: project.organizationId, project_id: project.projectId }
}

/** @throws {UsageError} */
function readSize(args: CommandArguments, option: string): number | undefined {
  const text = args.text(option)
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new UsageError(`--${option} takes a number of leaves, not \`${text.slice(0, 20)}\``)
}
