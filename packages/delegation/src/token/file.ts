/** Files that hold a chain: `{"tokens": […]}` (other members ignored), or one compact token a line, root first. */
import { decodeJson, isJsonObject, ownMember } from '@heron/evidence'
import { briefly } from '../ledger/printable.js'

export type TokenFileResult =
  /** What stands where tokens should; the verifier judges it. */
  | { readonly ok: true; readonly tokens: readonly unknown[] }
  | { readonly ok: false; readonly message: string }

/** Finds the tokens of a file. @param text UNTRUSTED. */
export function readTokenFile(text: string): TokenFileResult {
  if (!text.trimStart().startsWith('{')) {
    const tokens = text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
    return tokens.length === 0 ? { ok: false, message: 'the file is empty' } : { ok: true, tokens }
  }
  const read = decodeJson(text.trim(), { unencodable: 'keep' })
  if (!read.ok)
    return { ok: false, message: `no JSON at ${briefly(read.error.pointer)}: ${read.error.message}` }
  const tokens = isJsonObject(read.value) ? ownMember(read.value, 'tokens') : undefined
  if (!Array.isArray(tokens)) return { ok: false, message: 'the file has no list `tokens`' }
  return { ok: true, tokens }
}
