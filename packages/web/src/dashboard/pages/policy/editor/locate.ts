/**
 * Where in a JSON text the member at a pointer stands, so that a problem can be shown at its line. The text was read by
 * the strict reader before: this scanner only counts, and answers null where it does not find its way.
 */
import { childPointer } from '@heron/evidence'

export type Place = { readonly line: number; readonly column: number; readonly offset: number }

/** The place of the member, or of its nearest parent that exists: a missing member is shown where it is missing. */
export function locate(text: string, pointer: string): Place {
  const places = offsetsOf(text)
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const offset = places.get(at)
    if (offset !== undefined) return placeOf(text, offset)
  }
  return placeOf(text, places.get('') ?? 0)
}

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n'), offset }
}

/** Pointer of every member and element, with where it begins (a member: at its name). */
function offsetsOf(text: string): Map<string, number> {
  const offsets = new Map<string, number>()
  let at = 0
  const skip = () => {
    while (/[\s,:]/.test(text.charAt(at)) && at < text.length) at += 1
  }
  const string = (): string => {
    const from = at
    at += 1
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    at += 1
    try {
      return JSON.parse(text.slice(from, at)) as string
    } catch {
      return ''
    }
  }
  const value = (pointer: string): void => {
    skip()
    if (!offsets.has(pointer)) offsets.set(pointer, at)
    const opened = text.charAt(at)
    if (opened === '"') string()
    else if (opened === '{' || opened === '[') {
      at += 1
      for (let index = 0; at < text.length; index += 1) {
        skip()
        if (/[}\]]/.test(text.charAt(at))) break
        const start = at
        const child = childPointer(pointer, opened === '{' && text[at] === '"' ? string() : index)
        if (opened === '{') offsets.set(child, start)
        value(child)
        // A character that opens nothing would be met for ever.
        if (at === start) return
      }
      at += 1
    } else while (at < text.length && !/[\s,\]}]/.test(text.charAt(at))) at += 1
  }
  value('')
  return offsets
}
