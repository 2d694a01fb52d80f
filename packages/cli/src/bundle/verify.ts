/** `heron bundle verify`: the report of a bundle, or the verdict on a ledger file. */
import {
  type BundleReport,
  CallerError,
  type LedgerFileVerdict,
  renderEntries,
  renderReport,
  verifyBundle,
  type VerifyBundleOptions,
  type WitnessKeyRow,
} from '@heron/delegation'
import { decodeBase64url, isJsonObject, type JsonValue, ownMember } from '@heron/evidence'
import { MAX_BUNDLE_BYTES } from '../bounded-file.js'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { readJsonFile, readProfile, readSecret } from '../token/input.js'
import { NODE_TOOLS } from '../verify/node-tools.js'
import { readEvidenceFile } from './input.js'

// eslint-disable-next-line @typescript-eslint/require-await -- the shape of every command
export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const path = args.positionals[0] ?? ''
  const options = readOptions(args)
  const file = readEvidenceFile(path)
  return file.kind === 'bundle'
    ? reportBundle(file.bundle, options, args, io)
    : reportLedger(file.verdict, options, args, io)
}

function reportBundle(
  bundle: JsonValue,
  options: VerifyBundleOptions,
  args: CommandArguments,
  io: CommandIo,
): ExitCode {
  const report = verify(bundle, options)
  if (args.flag('json')) {
    io.out(JSON.stringify(report))
  } else {
    for (const line of renderReport(report, options.witnessKeys !== undefined)) io.out(line)
    if (args.flag('entries')) for (const line of renderEntries(entriesOf(bundle), report)) io.out(line)
  }
  if (!report.ok) return EXIT.failed
  const { anchor, expected_anchor: retained } = report.checks
  if (anchor === 'verified' || retained === 'verified') return EXIT.pass
  io.err('consistent, but not verified: give --hs256-key or --public-key for its anchor, or --expected-head')
  return EXIT.incomplete
}

/** A ledger file carries no anchor: its chain is all there is, and a retained head what shows a missing end. */
function reportLedger(
  verdict: Exclude<LedgerFileVerdict, { status: 'unreadable' }>,
  options: VerifyBundleOptions,
  args: CommandArguments,
  io: CommandIo,
): ExitCode {
  const expected = options.expectedHead
  const isOther = verdict.status === 'ok' && expected !== undefined && expected !== verdict.head
  const status = isOther ? 'FAILED' : { ok: 'OK', tampered: 'TAMPERED', empty: 'EMPTY' }[verdict.status]
  const message = isOther
    ? 'the ledger ends at another head than expected'
    : 'message' in verdict
      ? verdict.message
      : null
  const ok = status === 'OK'
  if (args.flag('json')) {
    const entries = 'entries' in verdict ? verdict.entries.length : 0
    io.out(
      JSON.stringify({ ok, ledger: status, message, entries, head: 'head' in verdict ? verdict.head : null }),
    )
  } else {
    io.out(message === null ? status : `${status} — ${message}`)
  }
  if (!ok) return EXIT.failed
  if (options.anchorKey === undefined) return EXIT.pass
  io.err('a ledger file carries no anchor: the key was not used')
  return EXIT.incomplete
}

function verify(bundle: JsonValue, options: VerifyBundleOptions): BundleReport {
  try {
    return verifyBundle(bundle, options)
  } catch (error) {
    // A key, a trust set or a head that cannot be used: nothing was verified.
    if (error instanceof CallerError) throw new UsageError(error.message)
    throw error
  }
}

function readOptions(args: CommandArguments): VerifyBundleOptions {
  const expectedHead = args.text('expected-head')
  const witnessFile = args.text('witness-keys')
  const rawFile = args.text('raw-envelopes')
  if (expectedHead !== undefined && !/^[0-9a-f]{64}$/.test(expectedHead)) {
    throw new UsageError('--expected-head must be 64 lower-case hex digits')
  }
  return {
    ...readAnchorKey(args),
    profile: readProfile(args),
    now: Date.now() / 1000,
    verifySignature: (key, message, signature) =>
      signature.length === 64 && NODE_TOOLS.verifySignature(key, message, signature) === true,
    ...(expectedHead !== undefined && { expectedHead }),
    ...(witnessFile !== undefined && { witnessKeys: readList(witnessFile) as unknown as WitnessKeyRow[] }),
    ...(rawFile !== undefined && { rawEnvelopes: readList(rawFile) as (string | null)[] }),
  }
}

function readAnchorKey(args: CommandArguments): Pick<VerifyBundleOptions, 'anchorKey'> {
  const hex = args.text('hs256-key')
  const publicKey = args.text('public-key')
  const kid = args.text('kid')
  const named = kid === undefined ? {} : { kid }
  if (hex !== undefined && publicKey !== undefined) {
    throw new UsageError('give either --hs256-key or --public-key, not both')
  }
  if (hex !== undefined) return { anchorKey: { alg: 'HS256', secret: readSecret(hex), ...named } }
  if (publicKey === undefined) {
    if (kid !== undefined) throw new UsageError('--kid needs the key it names: --hs256-key or --public-key')
    return {}
  }
  const bytes = decodeBase64url(publicKey)
  if (bytes?.length !== 32) throw new UsageError('--public-key must be 32 bytes in base64url without padding')
  return { anchorKey: { alg: 'EdDSA', publicKey: bytes, ...named } }
}

function readList(path: string): readonly JsonValue[] {
  const value = readJsonFile(path, MAX_BUNDLE_BYTES)
  if (!Array.isArray(value)) throw new UsageError(`${path} must hold a JSON array`)
  return value as readonly JsonValue[]
}

function entriesOf(bundle: JsonValue): readonly JsonValue[] {
  const entries = isJsonObject(bundle) ? ownMember(bundle, 'entries') : undefined
  return Array.isArray(entries) ? (entries as readonly JsonValue[]) : []
}
