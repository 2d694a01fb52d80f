/** The flags that every command acting for a vendor takes, and the guard that they describe. */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { decodeJson, hashJson, isJsonObject, type JsonValue, readJwks, toJwk } from '@heron/evidence'
import { Guard, type GuardOptions, HeronUsageError, type OnProblem, type ToolContract } from '@heron/sdk'
import { type CommandArguments, type Options, UsageError } from '../command.js'
import { folderOutbox } from './folder-outbox.js'
import { readOrCreateVendorKey, readVendorKey, type VendorKeyFile } from './vendor-key-file.js'

export const VENDOR_OPTIONS: Options = {
  url: { type: 'string', value: 'URL', describe: 'where Heron is' },
  'api-key': {
    type: 'string',
    value: 'K',
    describe: 'rather HERON_API_KEY: a command line is seen by others',
  },
  'api-key-file': { type: 'string', value: 'FILE', describe: 'holds the API key, in place of --api-key' },
  'vendor-key': {
    type: 'string',
    value: 'FILE',
    describe: '{"kid":…,"seed":…} that signs the evidence; default: STATE/vendor-key.json, made at first',
  },
  state: { type: 'string', value: 'DIR', describe: 'what outlives a run (default ~/.heron)' },
  contracts: {
    type: 'string',
    value: 'FILE',
    describe: 'contracts by tool name: what of the arguments may leave, and what is stated about a call',
  },
  'internal-domain': {
    type: 'string',
    multiple: true,
    value: 'D',
    describe: 'recipients of the house, e.g. acme.com; may be given again',
  },
  'anchor-secret': {
    type: 'string',
    value: 'S',
    describe: 'rather HERON_ANCHOR_SECRET: for contracts with anchors',
  },
  jwks: {
    type: 'string',
    value: 'FILE',
    describe: 'Heron’s public keys, pinned; default: as Heron publishes them',
  },
  agent: { type: 'string', value: 'ID', describe: 'the agent’s name in the evidence' },
  principal: {
    type: 'string',
    value: 'TYPE:REF',
    describe: 'for whom: human:REF or service:REF, an opaque reference, never an address',
  },
}

export type VendorSetup = {
  readonly url: string
  readonly apiKey: string
  readonly vendorKey: VendorKeyFile
  readonly stateFolder: string
  readonly options: Omit<GuardOptions, 'outbox' | 'onProblem'>
}

export type StatedPrincipal = { readonly type: 'human' | 'service'; readonly ref: string }

/** Where Heron is and who asks. @throws {UsageError} */
export function readHeron(args: CommandArguments): { readonly url: string; readonly apiKey: string } {
  const url = args.text('url')
  const apiKey = args.text('api-key') ?? readKeyFile(args.text('api-key-file'))
  if (url === undefined) throw new UsageError('missing --url: where is Heron? (or HERON_URL)')
  if (apiKey === undefined) throw new UsageError('missing --api-key (or HERON_API_KEY)')
  return { url, apiKey }
}

/** @throws {UsageError} for what is missing or cannot be read. */
export function readVendorSetup(args: CommandArguments): VendorSetup {
  const { url, apiKey } = readHeron(args)
  const stateFolder = readStateFolder(args)
  const named = args.text('vendor-key')
  // A file that was named and is missing is more likely a mistyped name than a wish for a new key.
  const vendorKey =
    named === undefined ? readOrCreateVendorKey(join(stateFolder, 'vendor-key.json')) : readVendorKey(named)
  const [contracts, jwks, anchorSecret] = [
    args.text('contracts'),
    args.text('jwks'),
    args.text('anchor-secret'),
  ]
  const internalDomains = args.texts('internal-domain')
  const options = {
    ...{ url, apiKey, vendorKey: { kid: vendorKey.kid, seed: vendorKey.seed } },
    ...(contracts === undefined ? {} : { contracts: readContracts(contracts) }),
    ...(jwks === undefined ? {} : { jwks: readKeySet(jwks) }),
    ...(anchorSecret === undefined ? {} : { anchorSecret }),
    ...(internalDomains.length === 0 ? {} : { internalDomains }),
  }
  return { url, apiKey, vendorKey, stateFolder, options }
}

/** What outlives a run, for one person on one machine. */
export function readStateFolder(args: CommandArguments): string {
  return resolve(args.text('state') ?? join(homedir(), '.heron'))
}

/**
 * @param holds See {@link folderOutbox}.
 * @throws {UsageError} for options that can never work.
 */
export function makeGuard(
  setup: VendorSetup,
  onProblem: OnProblem,
  { holds }: { readonly holds: boolean },
): Guard {
  // One folder an installation and key: a statement must never reach another project than the one that asked for it.
  const where = hashJson([setup.url, setup.apiKey]).slice('sha256:'.length, 'sha256:'.length + 16)
  const outbox = folderOutbox(join(setup.stateFolder, 'outbox', where), { holds })
  try {
    return new Guard({ ...setup.options, outbox, onProblem })
  } catch (error) {
    if (error instanceof HeronUsageError) throw new UsageError(error.message)
    throw error
  }
}

/** @throws {UsageError} */
export function readPrincipal(text: string): StatedPrincipal {
  const [, type, ref] = /^(human|service):(.+)$/.exec(text) ?? []
  if ((type === 'human' || type === 'service') && ref !== undefined) return { type, ref }
  throw new UsageError('--principal takes human:REF or service:REF')
}

/** JSON of a file, read strictly. @throws {UsageError} */
export function readJsonFile(file: string): JsonValue {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch {
    throw new UsageError(`cannot read \`${file}\``)
  }
  const read = decodeJson(bytes)
  if (!read.ok) throw new UsageError(`\`${file}\` is not JSON: ${read.error.message}`)
  return read.value
}

function readKeyFile(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new UsageError(`cannot read the API key file \`${file}\``)
  }
}

const CONTRACT_MEMBERS: ReadonlySet<string> = new Set([
  'anchors',
  'keep',
  'recipients',
  'records',
  'resource',
  'signals',
  'unlisted',
])

/** Paths and the rest are judged by the SDK; a misspelt member would silently keep nothing and state nothing. */
function readContracts(file: string): { readonly [tool: string]: ToolContract } {
  const value = readJsonFile(file)
  if (!isJsonObject(value)) throw new UsageError(`\`${file}\` must be an object of contracts by tool name`)
  for (const [tool, contract] of Object.entries(value)) {
    if (!isJsonObject(contract))
      throw new UsageError(`\`${file}\`: the contract of \`${tool}\` must be an object`)
    const unknown = Object.keys(contract).find((member) => !CONTRACT_MEMBERS.has(member))
    if (unknown !== undefined) {
      throw new UsageError(`\`${file}\`: the contract of \`${tool}\` has no member \`${unknown}\``)
    }
    for (const member of ['anchors', 'keep', 'recipients'] as const) {
      const paths = contract[member]
      const texts =
        paths === undefined || (Array.isArray(paths) && paths.every((path) => typeof path === 'string'))
      if (!texts) throw new UsageError(`\`${file}\`: \`${member}\` of \`${tool}\` must be a list of paths`)
    }
  }
  return value as { readonly [tool: string]: ToolContract }
}

function readKeySet(file: string): NonNullable<GuardOptions['jwks']> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`cannot read the key set \`${file}\``)
  }
  const reading = readJwks(text)
  if (!reading.ok) throw new UsageError(`\`${file}\`: ${reading.message}`)
  return [...reading.keys].map(([kid, key]) => toJwk(kid, key))
}
