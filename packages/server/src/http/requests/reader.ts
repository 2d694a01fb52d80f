/**
 * From a parsed body to a request (heron.md §3): its shape is judged by TypeBox, and the first thing wrong becomes a
 * refusal with a sentence and a pointer. What the members mean is judged by the domain. Members that no schema names
 * are ignored, as clients of later versions need.
 */
import { childPointer, isJsonObject, type JsonPointer, ownMember } from '@heron/evidence'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Refusal, type RefusalCode } from '../../domain/refusal.js'

/**
 * Builds a reader for one schema.
 *
 * @returns a function of an UNTRUSTED body that returns it, typed, or throws a {@link Refusal}.
 */
export function requestReader<Schema extends TSchema>(schema: Schema): (body: unknown) => Static<Schema> {
  const validator = Compile(schema)
  return (body) => {
    if (!validator.Check(body)) throw refusalOf(schema, validator.Errors(body)[0])
    return body
  }
}

/**
 * Removes members that are null although their schema has no null: clients that build objects with empty fields mean
 * "absent". Only members outside hashed and signed parts are named here.
 *
 * @param paths member names from the top.
 */
export function dropNulls(body: unknown, paths: readonly (readonly string[])[]): unknown {
  for (const path of paths) {
    let holder: unknown = body
    for (const name of path.slice(0, -1)) holder = isJsonObject(holder) ? ownMember(holder, name) : undefined
    const last = path.at(-1) ?? ''
    if (isJsonObject(holder) && ownMember(holder, last) === null) Reflect.deleteProperty(holder, last)
  }
  return body
}

type ValidationError = {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly params: object
}

function refusalOf(schema: TSchema, error: ValidationError | undefined): Refusal {
  if (error === undefined)
    return new Refusal('invalid_request', 'the body does not have the expected shape', '')
  const { keyword, instancePath, params } = error
  if (keyword === 'required') {
    const [missing = ''] = (params as { requiredProperties?: string[] }).requiredProperties ?? []
    const pointer = childPointer(instancePath, missing)
    return new Refusal('invalid_request', `\`${shown(pointer)}\` is missing`, pointer)
  }
  if (keyword === 'boolean') {
    const detail = `\`${shown(instancePath)}\` is not a member that may stand here`
    return new Refusal('invalid_request', detail, instancePath)
  }
  const notes = schemaAt(schema, error.schemaPath)
  const expected =
    (notes?.['x-expected'] as string | undefined) ??
    FALLBACK[keyword] ??
    'of the documented shape (GET /openapi.json)'
  const code = (notes?.['x-refusal'] as RefusalCode | undefined) ?? 'invalid_request'
  const subject = instancePath === '' ? 'the body' : `\`${shown(instancePath)}\``
  return new Refusal(code, `${subject} must be ${expected}`, instancePath)
}

const FALLBACK: Readonly<Record<string, string>> = { type: 'of another type' }

/** A pointer in a sentence: the sender may have named a member with a whole page of text. */
function shown(pointer: JsonPointer): string {
  return pointer.length <= 120 ? pointer : `${pointer.slice(0, 120)}…`
}

/** The subschema that an error speaks of: a pointer with a leading `#`. */
function schemaAt(schema: TSchema, schemaPath: string): Readonly<Record<string, unknown>> | undefined {
  let at: unknown = schema
  for (const step of schemaPath.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined
  }
  return typeof at === 'object' && at !== null ? (at as Record<string, unknown>) : undefined
}
