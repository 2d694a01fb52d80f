/** `heron conformance`: this build, scored on the vectors that it ships. */
import type { Command } from '../command.js'

export const conformance: Command = {
  name: 'conformance',
  usage: 'conformance [--suite ingest|delegation|bundles|envelopes|all]',
  describe:
    'Scores this build on the known-answer vectors that it ships.\nExit 0 every case is reproduced, 1 one is not.',
  options: {
    suite: {
      type: 'string',
      value: 'NAME',
      describe: 'ingest, delegation, bundles, envelopes or all (default all)',
    },
  },
  load: async () => (await import('../conformance/run.js')).run,
}
