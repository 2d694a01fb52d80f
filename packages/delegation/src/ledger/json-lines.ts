/** Checks a ledger file: JSON Lines, one entry each (delegation.md §6). The hash chain alone; nothing is signed there. */
import { decodeJson } from '@heron/evidence'
import { walkChain } from './walk.js'

export type LedgerFileVerdict =
  | { readonly status: 'ok'; readonly entries: readonly unknown[]; readonly head: string }
  /** `message` names the first break; `entries` are those that could be read. */
  | { readonly status: 'tampered'; readonly entries: readonly unknown[]; readonly message: string }
  | { readonly status: 'empty'; readonly message: string }
  /** A line that is no JSON text. Lines count from 1. */
  | { readonly status: 'unreadable'; readonly line: number; readonly message: string }

/**
 * Walks a ledger from its text.
 *
 * @param text UNTRUSTED.
 */
export function verifyLedgerText(text: string): LedgerFileVerdict {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const entries: unknown[] = []
  for (const [index, line] of lines.entries()) {
    const read = decodeJson(line, { unencodable: 'keep' })
    if (!read.ok) return { status: 'unreadable', line: index + 1, message: read.error.message }
    entries.push(read.value)
  }
  if (entries.length === 0) return { status: 'empty', message: 'no events to verify' }
  const { broken } = walkChain(entries)
  if (broken !== null) return { status: 'tampered', entries, message: broken.message }
  const last = entries.at(-1) as { readonly hash: string }
  return { status: 'ok', entries, head: last.hash }
}
