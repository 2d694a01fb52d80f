/** `heron hook install`: our hooks into the agent's settings, shown first and written only on `--yes`. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeJson } from '@heron/evidence'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { readHeron, readPrincipal, readStateFolder, readVendorSetup } from '../vendor/options.js'
import { importCommand } from '../vendor/vendor-key-file.js'
import { lineDiff } from './line-diff.js'
import { hookCommand, SettingsError, withHooks } from './settings.js'

/** Flags that a hook gets as they were given here. */
const PASSED_ON = ['agent', 'principal', 'step-up'] as const
/** The same, for files: a hook runs in any folder. */
const PASSED_FILES = ['vendor-key', 'contracts', 'jwks'] as const

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const file = settingsFile(args)
  const remove = args.flag('remove')
  const plan = remove ? null : hookPlan(args)
  const before = readSettings(file)
  const after = `${JSON.stringify(changed(file, before, plan?.command ?? null), null, 2)}\n`
  const change = before.text !== after
  const write = change && args.flag('yes') && !args.flag('dry-run')
  let known: string | null = null
  if (write) {
    if (plan !== null) {
      // Everything that a hook will read: what cannot work is found out before it is installed.
      known = importCommand(readVendorSetup(args).vendorKey)
      writeOwn(plan.keyFile, `${plan.apiKey}\n`)
    }
    writeWhole(file, after)
  }
  const diff = lineDiff(before.text, after)
  if (args.flag('json')) io.out(JSON.stringify({ file, change, written: write, diff, import: known }))
  else {
    for (const line of change ? [file, ...diff] : [`${file}: nothing to change`]) io.out(line)
    if (change && !write) io.out('Nothing was written; --yes writes it.')
    if (known !== null) io.out(`Heron has to know the vendor key: ${known}`)
  }
  return Promise.resolve(EXIT.pass)
}

type HookPlan = {
  readonly command: string
  readonly apiKey: string
  readonly keyFile: string
}

/** A preview writes nothing, not even a vendor key. */
function hookPlan(args: CommandArguments): HookPlan {
  const { url, apiKey } = readHeron(args)
  readPrincipal(args.text('principal') ?? 'human:local-user')
  const state = readStateFolder(args)
  const keyFile = resolve(args.text('api-key-file') ?? join(state, 'hook-api-key'))
  const flags = [
    ...['--url', url, '--api-key-file', keyFile, '--state', state],
    ...PASSED_FILES.flatMap((name) => flag(name, args.text(name), resolve)),
    ...PASSED_ON.flatMap((name) => flag(name, args.text(name), (value) => value)),
    ...args.texts('internal-domain').flatMap((domain) => ['--internal-domain', domain]),
    ...(args.flag('grant') ? ['--grant'] : []),
  ]
  const program = fileURLToPath(new URL('../../bin/heron.js', import.meta.url))
  return { command: hookCommand([process.execPath, program, 'hook', ...flags]), apiKey, keyFile }
}

function flag(name: string, value: string | undefined, form: (value: string) => string): readonly string[] {
  return value === undefined ? [] : [`--${name}`, form(value)]
}

function settingsFile(args: CommandArguments): string {
  const named = args.text('settings')
  if (named !== undefined) return resolve(named)
  return args.flag('user')
    ? join(homedir(), '.claude', 'settings.json')
    : resolve('.claude', 'settings.local.json')
}

type Settings = { readonly text: string; readonly value: Parameters<typeof withHooks>[0] }

function readSettings(file: string): Settings {
  if (!existsSync(file)) return { text: '', value: {} }
  const text = readFileSync(file, 'utf8')
  const read = decodeJson(text)
  if (!read.ok) throw new UsageError(`\`${file}\` is not JSON and is left alone: ${read.error.message}`)
  return { text, value: read.value }
}

function changed(file: string, { value }: Settings, command: string | null): ReturnType<typeof withHooks> {
  try {
    return withHooks(value, command)
  } catch (error) {
    if (error instanceof SettingsError) throw new UsageError(`\`${file}\` is left alone: ${error.message}`)
    throw error
  }
}

/** The API key stays out of the settings, which people share: it lies beside the vendor key. */
function writeOwn(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600 })
  chmodSync(file, 0o600)
}

function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.heron-draft`, text)
  renameSync(`${file}.heron-draft`, file)
}
