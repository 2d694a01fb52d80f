/**
 * Keys of contracts (heron.md §3): an exact tool name, a glob over names (`gmail.*`), or every tool of a server or a
 * provider (`server:github`, `provider:google`).
 *
 * INVARIANT: which key is narrower depends on the keys alone, never on the order they were written in.
 */

/** The tool of a call, as it is announced. */
export type ToolIdentity = { readonly name: string; readonly provider?: string; readonly server?: string }

export type ContractKey = {
  readonly text: string
  readonly matches: (tool: ToolIdentity) => boolean
  /** Compared place by place; the larger is the narrower. */
  readonly narrowness: readonly [kind: number, literals: number]
}

/** From the widest kind of key to the narrowest. */
const KINDS = ['anything', 'provider', 'server', 'glob', 'name'] as const

export function parseKey(text: string): ContractKey {
  const [, of, pattern] = /^(server|provider):(.+)$/s.exec(text) ?? []
  const matches = globMatcher(pattern ?? text)
  if (of === 'server' || of === 'provider') {
    return {
      text,
      matches: ({ [of]: from }) => from !== undefined && matches(from),
      narrowness: narrowness(of, pattern ?? ''),
    }
  }
  const literals = literalsOf(text)
  const kind = !text.includes('*') ? 'name' : literals > 0 ? 'glob' : 'anything'
  return { text, matches: ({ name }) => matches(name), narrowness: narrowness(kind, text) }
}

/** Negative when `left` is the narrower one. Keys alike in kind and length are told apart by their text. */
export function narrowerFirst(left: ContractKey, right: ContractKey): number {
  const [leftKind, leftLiterals] = left.narrowness
  const [rightKind, rightLiterals] = right.narrowness
  if (leftKind !== rightKind) return rightKind - leftKind
  if (leftLiterals !== rightLiterals) return rightLiterals - leftLiterals
  return left.text < right.text ? -1 : left.text > right.text ? 1 : 0
}

function narrowness(kind: (typeof KINDS)[number], pattern: string): ContractKey['narrowness'] {
  // Without a star it names one: narrower than any pattern, however long.
  return [KINDS.indexOf(kind), pattern.includes('*') ? literalsOf(pattern) : Infinity]
}

function literalsOf(pattern: string): number {
  return pattern.replaceAll('*', '').length
}

/** `*` stands for any run of characters, none included. Linear: a name cannot make it slow. */
function globMatcher(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return (text) => text === pattern
  return (text) => {
    if (!text.startsWith(first)) return false
    let at = first.length
    for (const piece of rest) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return text.length - last.length >= at && text.endsWith(last)
  }
}
