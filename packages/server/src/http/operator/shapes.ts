/** Shapes that the answers of several groups of the operator API share. */
import { VERDICTS } from '@heron/evidence'
import Type, { type TSchema } from 'typebox'

export const text = Type.String()
export const count = Type.Integer({ minimum: 0 })
export const time = Type.String({ format: 'date-time' })
export const flag = Type.Boolean()
export const texts = Type.Array(text)

export function orNull(type: 'string' | 'integer' | 'number' | 'object'): TSchema {
  return Type.Unsafe<unknown>({ type: [type, 'null'] })
}

/** Something whose members are described elsewhere. */
export function open(description: string): TSchema {
  return Type.Object({}, { additionalProperties: true, description })
}

/** A signed payload; its signed bytes are the canonical form of `payload`. */
export function signed(payload: string): TSchema {
  return Type.Object({ payload: open(payload), alg: Type.Literal('EdDSA'), kid: text, signature: text })
}

/** A number for each verdict. */
export const perVerdict = Type.Object(
  Object.fromEntries(VERDICTS.map((verdict) => [verdict, Type.Optional(count)])),
)

export const outcome = Type.Object({ outcome: text, signature_valid: flag, received_at: time })
