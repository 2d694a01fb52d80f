/** `heron fsck`: recomputes everything stored: hashes, links, signatures, columns against signed texts. */
import { inertText } from '@heron/evidence'
import { checkStore, type FsckReport } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode } from '../command.js'
import { nameOf, openLocation, readLocation } from './location.js'

/** Findings shown to people; `--json` has more. */
const SHOWN = 50

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const location = readLocation(args, io)
  const { store, keyRing, close } = await openLocation(location)
  let report: FsckReport
  try {
    report = await checkStore(store, keyRing.published)
  } finally {
    await close()
  }
  const outcome = report.failed === 0 ? 'pass' : 'fail'
  if (args.flag('json')) io.out(JSON.stringify({ outcome, ...report }))
  else for (const line of reportLines(nameOf(location), report)) io.out(line)
  return outcome === 'pass' ? EXIT.pass : EXIT.failed
}

function reportLines(name: string, { checked, failed, findings }: FsckReport): readonly string[] {
  const rows = Object.entries(checked).map(([table, count]) => `${count.toLocaleString('en')} ${table}`)
  const more = failed - Math.min(findings.length, SHOWN)
  const lines = [
    `${name}: recomputed ${rows.join(', ') || 'nothing: there are no rows'}`,
    ...findings.slice(0, SHOWN).map(({ code, where, message }) => `  ${code}: ${where}: ${message}`),
    ...(more > 0 ? [`  … and ${more.toLocaleString('en')} more`] : []),
    failed === 0
      ? 'PASS: everything stored is what was hashed and signed'
      : `FAIL: ${failed.toLocaleString('en')} ${failed === 1 ? 'thing does' : 'things do'} not hold`,
  ]
  // Ids come from the database, which is under suspicion: none may steer the terminal.
  return lines.map(inertText)
}
