/**
 * Shapes of untrusted JSON: closed, total, and quick on what fits. A shape answers the first problem that it meets.
 *
 * An entry that fits may be read as its type; a member that the type does not name is a problem, since unsigned room in
 * a signed file is room for a claim that nobody checks.
 */
import { childPointer, isJsonObject, type JsonPointer, type JsonValue, ownMember } from '../../json/value.js'

/** What is wrong and where, relative to the value judged. */
type ShapeProblem = { readonly pointer: JsonPointer; readonly message: string }

/** The same rule as JSON Schema (2020-12), for readers in other languages. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** `null` when the value fits. */
export type Shape = ((value: JsonValue) => ShapeProblem | null) & { readonly schema: JsonSchema }

function described(judge: (value: JsonValue) => ShapeProblem | null, schema: JsonSchema): Shape {
  return Object.assign(judge, { schema })
}

/**
 * A shape that makes up its mind by one test on the value itself.
 *
 * @param schema what JSON Schema can say of the test; by default the words of `expected` alone.
 */
export function shape(
  fits: (value: JsonValue) => boolean,
  expected: string,
  schema: JsonSchema = { description: `Must be ${expected}.` },
): Shape {
  const problem = { pointer: '', message: `must be ${expected}` }
  return described((value) => (fits(value) ? null : problem), schema)
}

export const text: Shape = shape((value) => typeof value === 'string', 'a text', { type: 'string' })
export const flag: Shape = shape((value) => typeof value === 'boolean', 'true or false', { type: 'boolean' })
export const count: Shape = shape(
  (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
  'a whole number, 0 or more',
  { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
)
export const anything: Shape = described(() => null, {})

const DIGEST = /^sha256:[0-9a-f]{64}$/
export const digest: Shape = shape(
  (value) => typeof value === 'string' && DIGEST.test(value),
  '`sha256:` and 64 lower-case hex digits',
  { type: 'string', pattern: DIGEST.source },
)

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
export const time: Shape = shape(
  (value) => typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value)),
  'a time like 2026-01-31T12:00:00.000Z',
  { type: 'string', format: 'date-time', pattern: TIME.source },
)

export function literal(expected: string | number): Shape {
  return shape((value) => value === expected, `\`${expected.toString()}\``, { const: expected })
}

export function oneOf(words: readonly string[]): Shape {
  const fits = (value: JsonValue): boolean => typeof value === 'string' && words.includes(value)
  return shape(fits, `one of ${words.join(', ')}`, { enum: words })
}

export function nullable(inner: Shape): Shape {
  return described((value) => (value === null ? null : inner(value)), {
    anyOf: [inner.schema, { type: 'null' }],
  })
}

export function list(item: Shape): Shape {
  const judge = (value: JsonValue): ShapeProblem | null => {
    if (!Array.isArray(value)) return { pointer: '', message: 'must be an array' }
    for (let index = 0; index < value.length; index += 1) {
      const problem = item(value[index] as JsonValue)
      if (problem !== null) return inside(index, problem)
    }
    return null
  }
  return described(judge, { type: 'array', items: item.schema })
}

/** An object whose member names are free. */
export function record(member: Shape): Shape {
  const judge = (value: JsonValue): ShapeProblem | null => {
    if (!isJsonObject(value)) return { pointer: '', message: 'must be an object' }
    for (const [name, item] of Object.entries(value)) {
      const problem = member(item)
      if (problem !== null) return inside(name, problem)
    }
    return null
  }
  return described(judge, { type: 'object', additionalProperties: member.schema })
}

type OptionalNames<Type> = {
  [Name in keyof Type]-?: undefined extends Type[Name] ? Name : never
}[keyof Type]

/** One shape for each member of a type: a member added there does not compile until it has a shape here. */
export type MembersOf<Type> = { readonly [Name in Exclude<keyof Type, OptionalNames<Type>>]: Shape }
type OptionalsOf<Type> = { readonly [Name in OptionalNames<Type>]: Shape }

/** A closed object. */
export function object<Type>(
  members: MembersOf<Type>,
  ...[optional]: [OptionalNames<Type>] extends [never] ? [] : [OptionalsOf<Type>]
): Shape {
  const required = Object.entries<Shape>(members)
  const optionals = Object.entries<Shape>(optional ?? {})
  const known = new Set([...required, ...optionals].map(([name]) => name))
  const judge = (value: JsonValue): ShapeProblem | null => {
    if (!isJsonObject(value)) return { pointer: '', message: 'must be an object' }
    let present = 0
    for (const [name, member] of required) {
      const item = ownMember(value, name)
      if (item === undefined) return inside(name, { pointer: '', message: 'is missing' })
      present += 1
      const problem = member(item)
      if (problem !== null) return inside(name, problem)
    }
    for (const [name, member] of optionals) {
      const item = ownMember(value, name)
      if (item === undefined) continue
      present += 1
      const problem = member(item)
      if (problem !== null) return inside(name, problem)
    }
    const names = Object.keys(value)
    if (names.length === present) return null
    const unknown = names.find((name) => !known.has(name)) ?? ''
    return inside(unknown, { pointer: '', message: 'is not a member of this entry' })
  }
  return described(judge, {
    type: 'object',
    properties: Object.fromEntries([...required, ...optionals].map(([name, inner]) => [name, inner.schema])),
    required: required.map(([name]) => name),
    additionalProperties: false,
  })
}

/** Chooses the shape by a member's value; a value that no case names is left to `otherwise`. */
export function byMember(
  name: string,
  cases: ReadonlyMap<JsonValue | undefined, Shape>,
  otherwise: Shape,
): Shape {
  const judge = (value: JsonValue): ShapeProblem | null => {
    if (!isJsonObject(value)) return { pointer: '', message: 'must be an object' }
    return (cases.get(ownMember(value, name)) ?? otherwise)(value)
  }
  // One branch a case, the rest in the last `else`.
  const branches = [...cases].reduceRight<JsonSchema>((rest, [value, inner]) => {
    const asked = value === undefined ? { not: { required: [name] } } : isConst(name, value)
    return { if: asked, then: inner.schema, else: rest }
  }, otherwise.schema)
  return described(judge, { type: 'object', ...branches })
}

function isConst(name: string, value: JsonValue): JsonSchema {
  return { properties: { [name]: { const: value } }, required: [name] }
}

function inside(step: string | number, { pointer, message }: ShapeProblem): ShapeProblem {
  return { pointer: childPointer('', step) + pointer, message }
}
