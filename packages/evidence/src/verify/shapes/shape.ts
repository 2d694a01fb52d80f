/**
 * Shapes of untrusted JSON: closed, total, and quick on what fits. A shape answers the first problem that it meets.
 *
 * An entry that fits may be read as its type; a member that the type does not name is a problem, since unsigned room in
 * a signed file is room for a claim that nobody checks.
 */
import { childPointer, isJsonObject, type JsonPointer, type JsonValue, ownMember } from '../../json/value.js'

/** What is wrong and where, relative to the value judged. */
type ShapeProblem = { readonly pointer: JsonPointer; readonly message: string }

/** `null` when the value fits. */
export type Shape = (value: JsonValue) => ShapeProblem | null

/** A shape that makes up its mind by one test on the value itself. */
export function shape(fits: (value: JsonValue) => boolean, expected: string): Shape {
  const problem = { pointer: '', message: `must be ${expected}` }
  return (value) => (fits(value) ? null : problem)
}

export const text: Shape = shape((value) => typeof value === 'string', 'a text')
export const flag: Shape = shape((value) => typeof value === 'boolean', 'true or false')
export const count: Shape = shape(
  (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
  'a whole number, 0 or more',
)
export const anything: Shape = () => null

const DIGEST = /^sha256:[0-9a-f]{64}$/
export const digest: Shape = shape(
  (value) => typeof value === 'string' && DIGEST.test(value),
  '`sha256:` and 64 lower-case hex digits',
)

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
export const time: Shape = shape(
  (value) => typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value)),
  'a time like 2026-01-31T12:00:00.000Z',
)

export function literal(expected: string | number): Shape {
  return shape((value) => value === expected, `\`${expected.toString()}\``)
}

export function oneOf(words: readonly string[]): Shape {
  return shape((value) => typeof value === 'string' && words.includes(value), `one of ${words.join(', ')}`)
}

export function nullable(inner: Shape): Shape {
  return (value) => (value === null ? null : inner(value))
}

export function list(item: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return { pointer: '', message: 'must be an array' }
    for (let index = 0; index < value.length; index += 1) {
      const problem = item(value[index] as JsonValue)
      if (problem !== null) return inside(index, problem)
    }
    return null
  }
}

/** An object whose member names are free. */
export function record(member: Shape): Shape {
  return (value) => {
    if (!isJsonObject(value)) return { pointer: '', message: 'must be an object' }
    for (const [name, item] of Object.entries(value)) {
      const problem = member(item)
      if (problem !== null) return inside(name, problem)
    }
    return null
  }
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
  return (value) => {
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
}

/** Chooses the shape by a member's value; a value that no case names is left to `otherwise`. */
export function byMember(
  name: string,
  cases: ReadonlyMap<JsonValue | undefined, Shape>,
  otherwise: Shape,
): Shape {
  return (value) => {
    if (!isJsonObject(value)) return { pointer: '', message: 'must be an object' }
    return (cases.get(ownMember(value, name)) ?? otherwise)(value)
  }
}

function inside(step: string | number, { pointer, message }: ShapeProblem): ShapeProblem {
  return { pointer: childPointer('', step) + pointer, message }
}
