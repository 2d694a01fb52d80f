/** `heron export`: the evidence of a project, from a data directory into a file (heron.md §10). */
import { exportProject, normaliseTime, openDataDirectory, ownerOperation } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { existingDataDirectory, refuseDatabaseUrl } from '../data-directory.js'
import { exportForm, type ExportSummary, writeExportFile } from './export-file.js'

/** Silence for longer than this looks like a hang. */
const PROGRESS_MS = 2000

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  refuseDatabaseUrl(args)
  const file = args.text('output')
  if (file === undefined) throw new UsageError('missing -o FILE (`heron help export`)')
  exportForm(file)
  const window = { since: readTime(args, 'since'), until: readTime(args, 'until') }
  const installation = openDataDirectory(existingDataDirectory(args), io.env)
  const parts = { ...installation, publishedKeys: installation.keyRing.published }
  try {
    const { project } = await ownerOperation(parts, args.text('project'))
    const lines = exportProject(parts, {
      project,
      ...window,
      includeGrants: args.flag('include-grants'),
    })
    const summary = await writeExportFile(file, lines, progress(io))
    if (args.flag('json')) io.out(JSON.stringify(summary))
    else for (const line of summaryLines(summary)) io.out(line)
    return EXIT.pass
  } finally {
    await installation.close()
  }
}

function summaryLines({ file, sessions, actions, heads }: ExportSummary): readonly string[] {
  const shown = Object.entries(heads).slice(0, 5)
  const more = Object.keys(heads).length - shown.length
  return [
    `${file}: ${String(sessions)} ${sessions === 1 ? 'session' : 'sessions'}, ${String(actions)} ${actions === 1 ? 'action' : 'actions'}`,
    ...shown.map(([session, head]) => `  head of ${session}: ${head}`),
    ...(more > 0 ? [`  … and ${String(more)} more; --json lists them all`] : []),
    `Check it: heron verify ${file} --jwks HERON_JWKS_FILE`,
  ]
}

/** A day stands for its beginning, UTC. */
function readTime(args: CommandArguments, option: string): string | null {
  const text = args.text(option)
  if (text === undefined) return null
  const time = normaliseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (time !== null) return time
  throw new UsageError(
    `--${option} takes a time such as 2026-11-30T09:00:00Z or a day such as 2026-11-30, not \`${text.slice(0, 40)}\``,
  )
}

function progress(io: CommandIo): (lines: number) => void {
  let next = performance.now() + PROGRESS_MS
  return (lines) => {
    if (performance.now() < next) return
    next = performance.now() + PROGRESS_MS
    io.err(`${lines.toLocaleString('en')} lines written …`)
  }
}
