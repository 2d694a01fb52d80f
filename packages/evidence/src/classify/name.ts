/**
 * What a tool's name alone says (heron.md §4, §5). The weakest source: the name is a string that the audited party
 * chose. Destination, magnitude and `personal` are never read from it.
 */
import type { DataClass, Operation, Reversibility } from '../policy/types.js'
import { LEXICON } from './lexicon.js'

/** What a name implies; `unknown` where it implies nothing. */
export type DerivedFromName = {
  readonly operation: Operation
  readonly data_class: Exclude<DataClass, 'personal' | 'none'>
  /** For the derived operation; {@link derivedReversibility} gives it for an operation known from elsewhere. */
  readonly reversibility: Reversibility
  /** The name holds a word that makes a delete costly instead of terminal. */
  readonly recoverable: boolean
}

/** Most consequential first. */
const CONSEQUENCE = ['execute', 'delete', 'send', 'write', 'read'] as const
const DATA_CLASS_ORDER = ['credential', 'financial', 'operational'] as const

const EXPLICIT_READ: ReadonlySet<string> = new Set(LEXICON.explicit_read)
const OPERATION_WHEN_FIRST: ReadonlyMap<string, Operation> = new Map(
  (['read', 'write', 'send'] as const).flatMap((operation) =>
    LEXICON.when_first[operation].map((word) => [word, operation] as const),
  ),
)
const MONEY: ReadonlySet<string> = new Set(LEXICON.money)
const MOVING_VERBS: ReadonlySet<string> = new Set(LEXICON.money_moved.verbs)
const MOVED_OBJECTS: ReadonlySet<string> = new Set(LEXICON.money_moved.objects)
const RECOVERABLE: ReadonlySet<string> = new Set(LEXICON.recoverable)
const CREDENTIAL_PAIRS: ReadonlySet<string> = new Set(LEXICON.credential_pairs.map((pair) => pair.join(' ')))
const OPERATION_OF: ReadonlyMap<string, Operation> = new Map(
  CONSEQUENCE.flatMap((operation) => LEXICON.operations[operation].map((word) => [word, operation] as const)),
)
const DATA_CLASS_OF: ReadonlyMap<string, (typeof DATA_CLASS_ORDER)[number]> = new Map(
  DATA_CLASS_ORDER.flatMap((name) => LEXICON.data_classes[name].map((word) => [word, name] as const)),
)
const KNOWN: ReadonlySet<string> = new Set([
  ...OPERATION_OF.keys(),
  ...DATA_CLASS_OF.keys(),
  ...OPERATION_WHEN_FIRST.keys(),
  ...MONEY,
  ...MOVING_VERBS,
  ...MOVED_OBJECTS,
  ...RECOVERABLE,
  ...LEXICON.credential_pairs.flat(),
])

/** Reads a tool's name. Total: a name that says nothing is `unknown` throughout. */
export function deriveFromName(toolName: string): DerivedFromName {
  const words = wordsOf(toolName)
  const own = ownName(toolName)
  const ownWords = own === toolName ? words : wordsOf(own)
  const moved = movesMoney(words)
  const operation = operationOf(words, ownWords, moved)
  const recoverable = words.some((word) => RECOVERABLE.has(word))
  return {
    operation,
    data_class: moved && operation === 'execute' ? 'financial' : dataClassOf(words, moved),
    reversibility: derivedReversibility(operation, recoverable),
    recoverable,
  }
}

/** How an operation can be undone where nobody stated it (heron.md §5, "Derived reversibility"). */
export function derivedReversibility(operation: Operation, recoverable: boolean): Reversibility {
  switch (operation) {
    case 'read':
      return 'reversible'
    case 'write':
      return 'costly'
    case 'send':
      return 'terminal'
    case 'delete':
      return recoverable ? 'costly' : 'terminal'
    case 'execute':
    case 'unknown':
      return 'unknown'
  }
}

function operationOf(words: readonly string[], ownWords: readonly string[], moved: boolean): Operation {
  // A name space in front (`gmail.search_messages`) must not hide the verb that the tool's own name begins with.
  const places = [words.at(0), words.at(-1), ownWords.at(0)]
  if (places.some((word) => word !== undefined && EXPLICIT_READ.has(word))) return 'read'
  if (moved) return 'execute'
  const found = new Set(words.map((word) => OPERATION_OF.get(word)))
  found.add(OPERATION_WHEN_FIRST.get(ownWords.at(0) ?? ''))
  return CONSEQUENCE.find((operation) => found.has(operation)) ?? 'unknown'
}

function movesMoney(words: readonly string[]): boolean {
  return (
    words.some((word) => MONEY.has(word)) ||
    (words.some((word) => MOVING_VERBS.has(word)) && words.some((word) => MOVED_OBJECTS.has(word)))
  )
}

function dataClassOf(words: readonly string[], moved: boolean): DerivedFromName['data_class'] {
  const found = new Set(words.map((word) => DATA_CLASS_OF.get(word)))
  if (words.some((word, index) => CREDENTIAL_PAIRS.has(`${words[index - 1] ?? ''} ${word}`))) {
    found.add('credential')
  }
  if (moved) found.add('financial')
  return DATA_CLASS_ORDER.find((name) => found.has(name)) ?? 'unknown'
}

/** The part behind the last name space separator (`.`, `/`, `:`, `__`) that holds a letter. */
function ownName(toolName: string): string {
  const parts = toolName.split(/[./:]|__+/)
  return parts.findLast((part) => /\p{L}/u.test(part)) ?? ''
}

/**
 * Splits a name at anything but letters, at humps of camelCase and at digits; version marks (`v2`, `3`) are dropped,
 * since they must not take the last place from the verb.
 */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => !/^v?\p{N}*$/u.test(part))
    .flatMap((part) => part.match(/\p{L}+/gu) ?? [])
    .map(listedForm)
}

/**
 * The form under which the lexicon lists a word: itself, or without a final `s`. Never an explicit read verb that way:
 * `delete_lists` and `drop_views` end in a thing, not in a verb.
 */
function listedForm(word: string): string {
  if (KNOWN.has(word) || !word.endsWith('s')) return word
  const singular = word.slice(0, -1)
  return KNOWN.has(singular) && !EXPLICIT_READ.has(singular) ? singular : word
}
