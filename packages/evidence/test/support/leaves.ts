/** Every leaf of a JSON value, and the value with one leaf changed. */
import { childPointer, isJsonObject, type JsonValue } from '../../src/index.js'

/** Pointers of everything that holds no further member, empty objects and arrays included. */
export function leavesOf(value: JsonValue, pointer = ''): string[] {
  const members: [string | number, JsonValue][] = Array.isArray(value)
    ? value.map((item: JsonValue, index) => [index, item])
    : isJsonObject(value)
      ? Object.entries(value)
      : []
  if (members.length === 0) return [pointer]
  return members.flatMap(([name, member]) => leavesOf(member, childPointer(pointer, name)))
}

/** A copy in which the leaf at `pointer` is another value of the nearest kind. */
export function changeLeaf(value: JsonValue, pointer: string): JsonValue {
  const copy = structuredClone<JsonValue>(value)
  const steps = pointer.split('/').slice(1).map(unescapeStep)
  const last = steps.pop()
  if (last === undefined) return changed(copy)
  let parent = copy as Record<string, JsonValue>
  for (const step of steps) parent = parent[step] as Record<string, JsonValue>
  parent[last] = changed(parent[last]!)
  return copy
}

function changed(leaf: JsonValue): JsonValue {
  if (leaf === null) return 'x'
  if (typeof leaf === 'boolean') return !leaf
  if (typeof leaf === 'number') return leaf + 1
  if (Array.isArray(leaf)) return ['x']
  if (typeof leaf === 'object') return { x: 1 }
  if (leaf === '') return 'x'
  // The last character but one keeps times, digests and base64url texts well-formed, so that deeper checks are reached.
  const at = leaf.length - (/Z$|^sha256:|^[A-Za-z0-9_-]{40,}$/.test(leaf) ? 2 : 1)
  const old = leaf.charAt(at)
  return leaf.slice(0, at) + (old === '1' ? '2' : '1') + leaf.slice(at + 1)
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
