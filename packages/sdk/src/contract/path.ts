/** Paths into a call's arguments: how they are written, and what stands there. */
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'

/** A step that takes every element of a list. */
export const EACH = Symbol('every element of a list')

export type PathStep = string | typeof EACH

/** Reads a path as contracts write it; null when it is none. */
export function parsePath(path: string): readonly PathStep[] | null {
  if (path.startsWith('/')) {
    return path
      .slice(1)
      .split('/')
      .map((step) => (step === '*' ? EACH : step.replaceAll('~1', '/').replaceAll('~0', '~')))
  }
  const steps = path.split('.')
  return steps.includes('') ? null : steps.map((step) => (step === '*' ? EACH : step))
}

/** The path of the same place, seen from where `below` starts. */
export function joinPaths(path: string, below: string): string {
  return [...(parsePath(path) ?? []), ...(parsePath(below) ?? [])]
    .map((step) => (step === EACH ? '/*' : `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`))
    .join('')
}

/** Every value at a path; none where the arguments do not go that way. */
export function valuesAt(args: JsonValue, path: string): readonly JsonValue[] {
  return valuesFrom(args, parsePath(path) ?? [])
}

function valuesFrom(start: JsonValue, steps: readonly PathStep[]): readonly JsonValue[] {
  let values: readonly JsonValue[] = [start]
  for (const step of steps) {
    values = values.flatMap((value): readonly JsonValue[] => {
      if (step === EACH) return Array.isArray(value) ? (value as readonly JsonValue[]) : []
      const member = isJsonObject(value) ? ownMember(value, step) : undefined
      return member === undefined ? [] : [member]
    })
    if (values.length === 0) return []
  }
  return values
}

/**
 * Most values of one call that are looked at when counting. Far above any honest call's; a model that was talked into
 * more pays with a count that is not stated, never with a smaller one.
 */
const MAX_VISITED = 10_000

/** What stands at some paths, wherever in the arguments they begin. */
export type Places = {
  readonly values: readonly JsonValue[]
  /** False when the arguments are too large to be looked at whole. */
  readonly complete: boolean
}

/** Finds paths wherever they stand: `to` also finds `message.to`, and `rows` the rows inside a wrapper's arguments. */
export function valuesAnywhere(args: JsonObject, paths: readonly string[]): Places {
  const wanted = paths.map((path) => parsePath(path) ?? [])
  const values: JsonValue[] = []
  const open: JsonValue[] = [args]
  for (let visited = 0; open.length > 0; visited += 1) {
    if (visited >= MAX_VISITED) return { values, complete: false }
    const value = open.pop() ?? null
    if (typeof value !== 'object' || value === null) continue
    for (const steps of wanted) values.push(...valuesFrom(value, steps))
    for (const member of Object.values(value)) {
      if (typeof member === 'object' && member !== null) open.push(member)
    }
  }
  return { values, complete: true }
}
