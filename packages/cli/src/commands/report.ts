/** `heron report`: what an operator should know of the findings. */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'

export const report: Command = {
  name: 'report',
  usage: 'report [--data DIR | --database-url URL] [--project ID] [--format markdown|json] [--since T]',
  describe:
    'Reports the findings of a project in plain words, for operators.\n' +
    'Holds every kind, those that are never published too, with harmless causes and what to do.\n' +
    'Works while the service runs. Exit 0 whatever was found.',
  options: {
    ...DATA_OPTIONS,
    ...DATABASE_URL_OPTION,
    project: { type: 'string', value: 'ID', describe: 'project (default: the only one)' },
    format: { type: 'string', value: 'F', describe: 'markdown or json (default markdown)' },
    since: { type: 'string', value: 'T', describe: 'findings raised at this time or later' },
  },
  load: async () => (await import('../report/run.js')).run,
}
