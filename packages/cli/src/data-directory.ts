/** The options that say which installation a command works on (installation/location.ts reads them). */
import type { Options } from './command.js'

/** Used when neither `--data` nor `--database-url` is given. */
export const DEFAULT_DATA_DIRECTORY = './heron-data'

/** Used with `--database-url` when `--key-ring` is not given. */
export const DEFAULT_KEY_RING = './heron-key-ring.json'

export const DATA_OPTIONS: Options = {
  data: { type: 'string', value: 'DIR', describe: `data directory (default ${DEFAULT_DATA_DIRECTORY})` },
}

export const DATABASE_URL_OPTION: Options = {
  'database-url': {
    type: 'string',
    value: 'URL',
    describe: 'PostgreSQL, instead of --data: postgres://user:password@host:port/database',
  },
  'key-ring': {
    type: 'string',
    value: 'FILE',
    describe: `with --database-url: Heron's keys (default ${DEFAULT_KEY_RING}); HERON_KEY_RING may hold the ring itself`,
  },
}
