/** `heron export`: the evidence of a project, from an installation or a reviewer's link, into a file (heron.md §10). */
import { exportProject, ownerOperation } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { openLocation, readLocation } from '../installation/location.js'
import { readTime } from '../stated-time.js'
import { htmlTemplate } from '../installation/web-root.js'
import { fetchExport, readEvidenceUrl } from './evidence-url.js'
import { exportForm, type ExportSummary, writeExportFile } from './export-file.js'

/** Silence for longer than this looks like a hang. */
const PROGRESS_MS = 2000

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const file = args.text('output')
  if (file === undefined) throw new UsageError('missing -o FILE (`heron help export`)')
  const { container } = exportForm(file)
  if (args.flag('html') && container !== 'html')
    throw new UsageError(`--html writes a page: name the file .html instead of \`${file}\``)
  const template = container === 'html' ? await htmlTemplate() : ''
  const url = args.text('url')
  const write = (lines: AsyncIterable<string>): Promise<ExportSummary> =>
    writeExportFile(file, lines, progress(io), template)
  const summary = url === undefined ? await exportStored(args, io, write) : await write(linkLines(args, url))
  if (args.flag('json')) io.out(JSON.stringify(summary))
  else for (const line of summaryLines(summary, container === 'html')) io.out(line)
  return EXIT.pass
}

/** A link says which project and which window; the command line cannot say otherwise. */
function linkLines(args: CommandArguments, url: string): AsyncIterable<string> {
  for (const option of ['project', 'since', 'until']) {
    if (args.text(option) !== undefined)
      throw new UsageError(`--${option} does not go with --url: the link says what it opens`)
  }
  if (args.flag('include-grants'))
    throw new UsageError('--include-grants does not go with --url: a link publishes no delegation chains')
  return fetchExport(readEvidenceUrl(url))
}

async function exportStored(
  args: CommandArguments,
  io: CommandIo,
  write: (lines: AsyncIterable<string>) => Promise<ExportSummary>,
): Promise<ExportSummary> {
  const window = { since: readTime(args, 'since'), until: readTime(args, 'until') }
  const installation = await openLocation(readLocation(args, io))
  const parts = { ...installation, publishedKeys: installation.keyRing.published }
  try {
    const { project } = await ownerOperation(parts, args.text('project'))
    const includeGrants = args.flag('include-grants')
    return await write(exportProject(parts, { project, ...window, includeGrants }))
  } finally {
    await installation.close()
  }
}

function summaryLines({ file, sessions, actions, heads }: ExportSummary, isPage: boolean): readonly string[] {
  const shown = Object.entries(heads).slice(0, 5)
  const more = Object.keys(heads).length - shown.length
  return [
    `${file}: ${String(sessions)} ${sessions === 1 ? 'session' : 'sessions'}, ${String(actions)} ${actions === 1 ? 'action' : 'actions'}`,
    ...shown.map(([session, head]) => `  head of ${session}: ${head}`),
    ...(more > 0 ? [`  … and ${String(more)} more; --json lists them all`] : []),
    isPage
      ? `Check it: open ${file} in a browser; it needs no network`
      : `Check it: heron verify ${file} --jwks HERON_JWKS_FILE`,
  ]
}

function progress(io: CommandIo): (lines: number) => void {
  let next = performance.now() + PROGRESS_MS
  return (lines) => {
    if (performance.now() < next) return
    next = performance.now() + PROGRESS_MS
    io.err(`${lines.toLocaleString('en')} lines written …`)
  }
}
