/** What stands behind the `?` of an operator's address, read from the schema that documents it. */
import type { Static, TObject, TSchema } from 'typebox'
import { Refusal } from '../../domain/refusal.js'
import { requestReader } from '../requests/reader.js'

/**
 * Builds a reader for one schema: an object of strings, integers and booleans. A name that is not in it is refused, since
 * a filter that is spelt wrong would show everything.
 */
export function queryReader<Schema extends TSchema>(schema: Schema): (query: unknown) => Static<Schema> {
  const { properties } = schema as unknown as TObject
  const readShape = requestReader(schema)
  return (query) => {
    const values: Record<string, unknown> = {}
    for (const [name, text] of Object.entries(query as Readonly<Record<string, unknown>>)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (property === undefined) {
        const known = Object.keys(properties).join(', ') || 'none'
        throw new Refusal('invalid_request', `there is no such query parameter here; there are: ${known}`)
      }
      if (typeof text !== 'string') throw new Refusal('invalid_request', `give \`${name}\` once`)
      if (text !== '') values[name] = valueOf(text, (property as { readonly type?: unknown }).type)
    }
    return readShape(values)
  }
}

/** Text that is no such value stays text, and the schema says what it must be. */
function valueOf(text: string, type: unknown): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
