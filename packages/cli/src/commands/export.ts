/** `heron export` (cli contract). */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'

export const exportCommand: Command = {
  name: 'export',
  usage:
    'export ([--data DIR | --database-url URL] [--project ID] [--since T] [--until T] | --url EVIDENCE_URL) [--html] -o FILE',
  describe:
    'Writes the evidence of a project into one self-describing file, for `heron verify`.\n' +
    'The name says the form: .json, .html (a page that verifies itself), anything else is NDJSON; .gz compresses.\n' +
    'Works while the service runs; with --url from anywhere, by a reviewer’s link.',
  options: {
    ...DATA_OPTIONS,
    ...DATABASE_URL_OPTION,
    project: { type: 'string', value: 'ID', describe: 'project (default: the only one)' },
    since: { type: 'string', value: 'T', describe: 'sessions started at this time or later' },
    until: { type: 'string', value: 'T', describe: 'sessions started before this time' },
    'include-grants': {
      type: 'boolean',
      describe: 'publish the delegation chains that sessions were granted by',
    },
    url: { type: 'string', value: 'EVIDENCE_URL', describe: 'reviewer’s link, instead of a data directory' },
    html: { type: 'boolean', describe: 'one HTML file that verifies itself from disk (FILE ends in .html)' },
    output: { type: 'string', short: 'o', value: 'FILE', describe: 'the file to write' },
  },
  load: async () => (await import('../export/run.js')).run,
}
