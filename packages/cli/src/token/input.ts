/** Flags and files that the token commands share. What cannot be used is the user's error: one line, exit 2. */
import { CallerError, type ProfileName, readTokenFile } from '@heron/delegation'
import { decodeHex, decodeJson, type JsonValue } from '@heron/evidence'
import { MAX_SMALL_FILE_BYTES, readBoundedFile } from '../bounded-file.js'
import { type CommandArguments, UsageError } from '../command.js'

/** @throws {UsageError} */
export function readProfile(args: CommandArguments, option = 'profile'): ProfileName {
  const profile = args.text(option) ?? 'draft-01'
  if (profile === 'draft-01' || profile === 'draft-02') return profile
  throw new UsageError(`--${option} must be draft-01 or draft-02`)
}

/** @throws {UsageError} */
function readText(path: string, maxBytes = MAX_SMALL_FILE_BYTES): string {
  return readBoundedFile(path, maxBytes).toString('utf8')
}

/** @throws {UsageError} */
export function readJsonFile(path: string, maxBytes?: number): JsonValue {
  const read = decodeJson(readText(path, maxBytes))
  if (read.ok) return read.value
  throw new UsageError(`${path} is not JSON at \`${read.error.pointer}\`: ${read.error.message}`)
}

/** The positional FILE. @throws {UsageError} */
export function readTokens(args: CommandArguments): readonly unknown[] {
  const path = args.positionals[0] ?? ''
  const read = readTokenFile(readText(path))
  if (read.ok) return read.tokens
  throw new UsageError(`${path}: ${read.message}`)
}

/** A flag in seconds since the epoch; by default the clock's whole second. @throws {UsageError} */
export function readSeconds(args: CommandArguments, option: string): number {
  const text = args.text(option)
  if (text === undefined) return Math.floor(Date.now() / 1000)
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`--${option} must be a number of seconds`)
  return Number(text)
}

/** @throws {UsageError} */
export function readSecret(hex: string): Uint8Array {
  const secret = decodeHex(hex.toLowerCase())
  if (secret !== null && secret.length > 0) return secret
  throw new UsageError('the HS256 key must be hex digits, two for each byte')
}

/** Turns the caller's errors of the library into usage errors. */
export async function asUsage<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CallerError) throw new UsageError(error.message)
    throw error
  }
}
