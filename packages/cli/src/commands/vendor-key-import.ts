/** `heron vendor-key import` (cli contract). */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'

export const vendorKeyImport: Command = {
  name: 'vendor-key import',
  usage:
    'vendor-key import [--data DIR | --database-url URL] --kid KID --public-key B64URL [--project ID] [--reason TEXT]',
  describe:
    "Registers a vendor's Ed25519 public key, as a signed entry of the operator log.\n" +
    'Importing the same key again changes nothing; a key id never changes its key.',
  options: {
    ...DATA_OPTIONS,
    ...DATABASE_URL_OPTION,
    kid: { type: 'string', value: 'KID', describe: 'name of the key, as the vendor will state it' },
    'public-key': { type: 'string', value: 'B64URL', describe: 'the 32 bytes of the key in base64url' },
    project: { type: 'string', value: 'ID', describe: 'project (default: the only one)' },
    reason: { type: 'string', value: 'TEXT', describe: 'why; published in the operator log' },
  },
  load: async () => (await import('../installation/vendor-key-import.js')).run,
}
