/** Changing one part of a condition, as plain data: what a form does to the JSON (heron.md §5, the condition language). */
import {
  DATA_CLASSES,
  DESTINATIONS,
  type Dimension,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  MAGNITUDES,
  OPERATIONS,
  REVERSIBILITIES,
} from '@heron/evidence'

export const VALUES: { readonly [name in Dimension]: readonly string[] } = {
  operation: OPERATIONS,
  data_class: DATA_CLASSES,
  destination: DESTINATIONS,
  magnitude: MAGNITUDES,
  reversibility: REVERSIBILITIES,
}

export const KINDS = {
  all: 'all of these hold',
  any: 'any of these holds',
  not: 'this does not hold',
  dimension: 'what the call is',
  history: 'what the run did before',
  signal: 'a signal of the call',
} as const
export type Kind = keyof typeof KINDS

/** Which kind of condition a value is; null for one that the form cannot show. */
export function kindOf(node: JsonValue | undefined): Kind | null {
  if (!isJsonObject(node)) return null
  return (Object.keys(KINDS) as Kind[]).find((kind) => Object.hasOwn(node, kind)) ?? null
}

/** A fresh condition of a kind; groups keep the parts that were there. */
export function ofKind(kind: Kind, from: JsonValue): JsonObject {
  const parts = partsOf(from)
  switch (kind) {
    case 'all':
    case 'any':
      return { [kind]: parts }
    case 'not':
      return { not: parts[0] ?? from }
    case 'dimension':
      return { dimension: 'operation', in: ['send'] }
    case 'history':
      return { history: 'operations', of: 'read', at_least: 1 }
    case 'signal':
      return { signal: 'amount', above: 0 }
  }
}

/** The parts of a group; a single condition is its own only part. */
export function partsOf(node: JsonValue): readonly JsonValue[] {
  const kind = kindOf(node)
  if (!isJsonObject(node) || kind === null) return [node]
  const member = node[kind]
  if (kind === 'not') return member === undefined ? [] : [member]
  return Array.isArray(member) ? (member as readonly JsonValue[]) : [node]
}

export const SIGNAL_TESTS = {
  above: 'is above',
  below: 'is below',
  between: 'is between',
  one_of: 'is one of',
  stated: 'is stated',
} as const
export type SignalOperator = keyof typeof SIGNAL_TESTS

export function signalOperator(node: JsonObject): SignalOperator {
  return (Object.keys(SIGNAL_TESTS) as SignalOperator[]).find((name) => Object.hasOwn(node, name)) ?? 'above'
}

/** The operand that a test begins with. */
export function firstOperand(operator: SignalOperator): JsonValue {
  switch (operator) {
    case 'above':
    case 'below':
      return 0
    case 'between':
      return [0, 100]
    case 'one_of':
      return ['']
    case 'stated':
      return true
  }
}

/** Reads what a person typed into a list: numbers and true / false are those, everything else is text. */
export function scalars(text: string): (string | number | boolean)[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      if (each === 'true' || each === 'false') return each === 'true'
      const number = Number(each)
      return Number.isFinite(number) && number.toString() === each ? number : each
    })
}
