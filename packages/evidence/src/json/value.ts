/** JSON values as this project reads and writes them, and the position of a member (RFC 6901). */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [name: string]: JsonValue }

/** A JSON pointer (RFC 6901): `""` is the whole document. */
export type JsonPointer = string

/** Extends a pointer by one member name or array index. */
export function childPointer(parent: JsonPointer, step: string | number): JsonPointer {
  if (typeof step === 'number') return `${parent}/${step.toString()}`
  return `${parent}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** True for an object that is neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a member that the object itself holds, never one from a prototype. */
export function ownMember(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
