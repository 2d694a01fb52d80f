/** The least that a schema takes: what a walk through the API sends where any valid request will do. */

export type Schema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minLength?: number
  readonly minItems?: number
  readonly minimum?: number
  readonly format?: string
  readonly pattern?: string
}

/** @param name of the member, where its schema says less than its name does. */
export function sampleOf(schema: Schema, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf?.[0] !== undefined) return sampleOf(schema.anyOf[0], name)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((member) => [
          member,
          sampleOf(schema.properties?.[member] ?? {}, member),
        ]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, name))
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return textOf(schema, name)
  }
}

function textOf({ format, pattern, minLength = 1 }: Schema, name: string): string {
  if (format === 'date-time' || name === 'until') return '2026-12-01T00:00:00.000Z'
  if (name === 'email') return 'sample@walk.example'
  if (name === 'url') return 'https://walk.example/'
  if (pattern?.startsWith('^sha256:') === true) return `sha256:${'0'.repeat(64)}`
  return 'sample '.repeat(Math.ceil(minLength / 7)).slice(0, Math.max(minLength, 6))
}
