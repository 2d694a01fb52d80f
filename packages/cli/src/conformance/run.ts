/** Runs `heron conformance`: each suite's vectors lie in the package that they test. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scoreBundleVectors, scoreEnvelopeVectors, scoreTokenVectors } from '@heron/delegation'
import { scoreIngestVectors, type VectorScore } from '@heron/evidence'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { NODE_TOOLS } from '../verify/node-tools.js'

/** The file itself, or one of a folder's files: packages name their vectors one by one. */
function vectorFile(name: string): string {
  return fileURLToPath(import.meta.resolve(name))
}

const SUITES: Readonly<Record<string, () => VectorScore | Promise<VectorScore>>> = {
  ingest: () => scoreIngestVectors(read('@heron/evidence/vectors/ingest.json'), NODE_TOOLS.verifySignature),
  delegation: () => {
    const folder = dirname(vectorFile('@heron/delegation/vectors/draft-01/valid_chain.json'))
    const names = readdirSync(folder).sort()
    return scoreTokenVectors(names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })))
  },
  bundles: () => scoreBundleVectors(read('@heron/delegation/vectors/bundles/bundle_vectors_v1.json')),
  envelopes: () => scoreEnvelopeVectors(read('@heron/delegation/vectors/envelopes/envelope_vectors_v1.json')),
}

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const wanted = args.text('suite') ?? 'all'
  const names = wanted === 'all' ? Object.keys(SUITES) : [wanted]
  const suites: VectorScore[] = []
  for (const name of names) {
    const score = Object.hasOwn(SUITES, name) ? SUITES[name] : undefined
    if (score === undefined) {
      throw new UsageError(`no suite \`${name}\`: choose ${Object.keys(SUITES).join(', ')} or all`)
    }
    suites.push(await score())
  }
  if (args.flag('json')) io.out(JSON.stringify({ suites }))
  else for (const line of suites.flatMap(linesOf)) io.out(line)
  return suites.every(({ failed }) => failed.length === 0) ? EXIT.pass : EXIT.failed
}

function linesOf({ name, passed, total, failed }: VectorScore): string[] {
  const mark = failed.length === 0 ? '●' : '■'
  return [
    `${mark} ${name.padEnd(10)}  ${passed.toString()} of ${total.toString()} cases reproduced`,
    ...failed.map((miss) => {
      const [expected, got] = [miss.expected, miss.got].map((value) => JSON.stringify(value))
      return `    ${miss.name}: expected ${expected ?? ''}, got ${got ?? ''}`
    }),
  ]
}

function read(name: string): string {
  return readFileSync(vectorFile(name), 'utf8')
}
