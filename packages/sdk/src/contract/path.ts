/** Paths into a call's arguments: how they are written, and what stands there. */
import { isJsonObject, type JsonValue, ownMember } from '@heron/evidence'

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

/** Every value at a path; none where the arguments do not go that way. */
export function valuesAt(args: JsonValue, path: string): readonly JsonValue[] {
  let values: readonly JsonValue[] = [args]
  for (const step of parsePath(path) ?? []) {
    values = values.flatMap((value): readonly JsonValue[] => {
      if (step === EACH) return Array.isArray(value) ? (value as readonly JsonValue[]) : []
      const member = isJsonObject(value) ? ownMember(value, step) : undefined
      return member === undefined ? [] : [member]
    })
  }
  return values
}
