/** Generated JSON values: everything that canonical JSON can carry, the awkward included. */
import fc from 'fast-check'
import type { JsonValue } from '../../src/index.js'

/** Names and texts: escapes, controls, surrogate pairs, names that objects mind. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((value) => value.toWellFormed()),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'toJSON',
    '/',
    '~',
    '"',
    '\\',
    '\u2028',
    '\ud83d\udd4a',
    '\uffff',
  ),
)

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(-0, 0, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 0.1, 4.35, 1e23),
)

/** Any JSON value. Objects may have a member named `__proto__`, as text can. */
export const jsonValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), number, text),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .uniqueArray(fc.tuple(text, tie('value')), { maxLength: 5, selector: ([name]) => name })
      .map((members) => Object.fromEntries(members) as JsonValue),
  ),
})).value

/** Text of a JSON value as a careless but lawful writer would put it: spaces, escapes, members in any order. */
export function carelessText(value: JsonValue, random: () => number): string {
  const space = (): string => [' ', '', '\n', '\t', '\r\n'][Math.floor(random() * 5)] ?? ''
  const write = (item: JsonValue): string => {
    if (typeof item === 'string') return random() < 0.3 ? escaped(item) : JSON.stringify(item)
    if (Array.isArray(item))
      return `[${space()}${(item as JsonValue[]).map(write).join(`${space()},`)}${space()}]`
    if (typeof item === 'object' && item !== null) {
      const members = Object.entries(item).map(
        ([name, member]) => `${space()}${JSON.stringify(name)}${space()}:${space()}${write(member)}`,
      )
      return `{${(random() < 0.5 ? members : members.reverse()).join(',')}${space()}}`
    }
    return JSON.stringify(item)
  }
  return `${space()}${write(value)}${space()}`
}

function escaped(value: string): string {
  const units = [...Array(value.length).keys()].map((index) =>
    value.charCodeAt(index).toString(16).padStart(4, '0'),
  )
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`
}
