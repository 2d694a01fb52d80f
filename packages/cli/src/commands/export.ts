/** `heron export` (cli contract). */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'

export const exportCommand: Command = {
  name: 'export',
  usage: 'export [--data DIR] [--project ID] [--since T] [--until T] -o FILE',
  describe:
    'Writes the evidence of a project into one self-describing file, for `heron verify`.\n' +
    'The name says the form: .ndjson or .json, with .gz compressed. Works while the service runs.',
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
    output: { type: 'string', short: 'o', value: 'FILE', describe: 'the file to write' },
  },
  load: async () => (await import('../export/run.js')).run,
}
