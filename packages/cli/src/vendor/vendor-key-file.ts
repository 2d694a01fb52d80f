/**
 * The vendor's signing key of the commands that act for a vendor (`heron mcp`, `heron hook`): a file of ours, or one
 * that is made once. The seed never leaves this machine; Heron is given the public half by `heron vendor-key import`.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  decodeBase64url,
  decodeJson,
  isJsonObject,
  ownMember,
  publicKeyOfSeed,
  sha256,
  toBase64url,
  toHex,
} from '@heron/evidence'
import { UsageError } from '../command.js'

export type VendorKeyFile = {
  readonly kid: string
  /** 32 bytes. */
  readonly seed: Uint8Array
  /** Base64url, as `heron vendor-key import --public-key` takes it. */
  readonly publicKey: string
  /** True when this run made it: Heron cannot know it yet. */
  readonly created: boolean
}

/**
 * Reads `{"kid":…,"seed":…}`, the seed as base64url of 32 bytes.
 *
 * @throws {UsageError} that names the file and never its content.
 */
export function readVendorKey(file: string): VendorKeyFile {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch {
    throw new UsageError(`cannot read the vendor key \`${file}\``)
  }
  const read = decodeJson(bytes)
  const value = read.ok && isJsonObject(read.value) ? read.value : {}
  const [kid, text] = [ownMember(value, 'kid'), ownMember(value, 'seed')]
  const seed = typeof text === 'string' ? decodeBase64url(text) : null
  if (typeof kid !== 'string' || kid === '' || seed?.length !== 32) {
    throw new UsageError(
      `\`${file}\` is no vendor key: it must be {"kid":"…","seed":"…"}, the seed 32 bytes in base64url`,
    )
  }
  return { kid, seed, publicKey: toBase64url(publicKeyOfSeed(seed)), created: false }
}

/** Reads the key of that file, and makes it first where there is none. */
export function readOrCreateVendorKey(file: string): VendorKeyFile {
  if (existsSync(file)) return readVendorKey(file)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const seed = randomBytes(32)
  const kid = `local-${toHex(sha256(publicKeyOfSeed(seed))).slice(0, 16)}`
  const draft = `${file}.${toHex(randomBytes(6))}`
  try {
    writeFileSync(draft, `${JSON.stringify({ kid, seed: toBase64url(seed) })}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(draft, 0o600)
    // Linked, not renamed: of two first starts at once one wins, and both use its key.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readVendorKey(file)
  } finally {
    rmSync(draft, { force: true })
  }
  return { ...readVendorKey(file), created: true }
}

/** The line that makes Heron know this key. */
export function importCommand({ kid, publicKey }: VendorKeyFile): string {
  return `heron vendor-key import --kid ${kid} --public-key ${publicKey}`
}
