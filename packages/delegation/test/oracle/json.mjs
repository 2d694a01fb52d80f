/**
 * JSON for the oracle: a plain reader that sees duplicates and number spelling, and a plain canonical writer. Slow,
 * short, and written apart from the project's own, so that a mistake there is not repeated here.
 */

/** Thrown with the reason name that the specification gives to the defect. */
export class Defect extends Error {}

export function read(bytes) {
  let text
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Defect('malformed')
  }
  const rest = { text, at: 0 }
  const value = readValue(rest)
  skip(rest)
  if (rest.at !== text.length) throw new Defect('malformed')
  return { text, value }
}

function skip(rest) {
  while (' \t\n\r'.includes(rest.text[rest.at] ?? 'x')) rest.at += 1
}

function take(rest, sign) {
  skip(rest)
  if (rest.text[rest.at] !== sign) return false
  rest.at += 1
  return true
}

function readValue(rest) {
  skip(rest)
  if (take(rest, '{')) return readObject(rest)
  if (take(rest, '[')) return readList(rest)
  if (rest.text[rest.at] === '"') return readText(rest)
  for (const [word, value] of [
    ['true', true],
    ['false', false],
    ['null', null],
  ]) {
    if (rest.text.startsWith(word, rest.at)) {
      rest.at += word.length
      return value
    }
  }
  return readNumber(rest)
}

function readObject(rest) {
  const members = new Map()
  if (take(rest, '}')) return members
  do {
    skip(rest)
    if (rest.text[rest.at] !== '"') throw new Defect('malformed')
    const name = readText(rest)
    if (members.has(name)) throw new Defect('duplicate_member')
    if (!take(rest, ':')) throw new Defect('malformed')
    members.set(name, readValue(rest))
  } while (take(rest, ','))
  if (!take(rest, '}')) throw new Defect('malformed')
  return members
}

function readList(rest) {
  const items = []
  if (take(rest, ']')) return items
  do items.push(readValue(rest))
  while (take(rest, ','))
  if (!take(rest, ']')) throw new Defect('malformed')
  return items
}

function readText(rest) {
  const match = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/.exec(rest.text.slice(rest.at))
  if (match === null) throw new Defect('malformed')
  rest.at += match[0].length
  const value = JSON.parse(match[0])
  if (!value.isWellFormed()) throw new Defect('non_canonical')
  return value
}

function readNumber(rest) {
  const tail = rest.text.slice(rest.at)
  if (/^-?(?:NaN|Infinity)/.test(tail)) throw new Defect('non_finite')
  const match = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(tail)
  if (match === null) throw new Defect('malformed')
  rest.at += match[0].length
  const value = Number(match[0])
  if (!Number.isFinite(value)) throw new Defect('non_finite')
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new Defect('malformed')
  return value
}

/** Canonical text (RFC 8785) of a value whose objects are Maps or plain objects. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = value instanceof Map ? [...value] : Object.entries(value)
  // The default comparison of strings is by UTF-16 code unit, as RFC 8785 asks.
  members.sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
