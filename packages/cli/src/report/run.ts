/** `heron report`: the findings of a project, from an installation, as Markdown or JSON on standard output. */
import { ownerOperation, readFindingsReport, reportMarkdown } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { openLocation, readLocation } from '../installation/location.js'
import { readTime } from '../stated-time.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const format = readFormat(args)
  const since = readTime(args, 'since')
  const installation = await openLocation(readLocation(args, io))
  try {
    const { project } = await ownerOperation(installation, args.text('project'))
    const request = { since, generatedAt: new Date().toISOString() }
    const report = await readFindingsReport(installation.store, project, request)
    if (format === 'json') io.out(JSON.stringify(report))
    else for (const line of reportMarkdown(report)) io.out(line)
    return EXIT.pass
  } finally {
    await installation.close()
  }
}

/** @throws {UsageError} */
function readFormat(args: CommandArguments): 'markdown' | 'json' {
  const format = args.text('format') ?? (args.flag('json') ? 'json' : 'markdown')
  if (format === 'markdown' || format === 'json') return format
  throw new UsageError(`--format takes markdown or json, not \`${format.slice(0, 20)}\``)
}
