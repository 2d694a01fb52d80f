/** What a person pasted, as the request that imports it; a private key is noticed before it leaves the page. */
import { decodeJson, isJsonObject, type JsonValue } from '@heron/evidence'

export type ImportWay = 'key' | 'jwks' | 'url'

export type ImportFields = {
  readonly kid: string
  readonly key: string
  readonly jwks: string
  readonly url: string
}

/** `body` is null while there is nothing to send; `problem` says what is wrong with what is there. */
export type ImportRequest = { readonly body: object | null; readonly problem: string | null }

export function importRequest(way: ImportWay, fields: ImportFields): ImportRequest {
  const kid = fields.kid.trim()
  const chosen = kid === '' ? {} : { kid }
  if (way === 'url') {
    const url = fields.url.trim()
    if (url === '') return { body: null, problem: null }
    if (!url.startsWith('https://')) return { body: null, problem: 'Only https:// addresses are read.' }
    return { body: { jwks_url: url, ...chosen }, problem: null }
  }
  if (way === 'jwks') return jwksRequest(fields.jwks.trim(), chosen)
  const key = fields.key.trim()
  if (key === '') return { body: null, problem: null }
  if (key.includes('PRIVATE KEY')) return PRIVATE
  if (!/^[\w-]{43}=?$/.test(key))
    return { body: null, problem: 'A public key has 43 characters: letters, digits, - and _.' }
  return { body: kid === '' ? null : { kid, public_key: key.replace('=', '') }, problem: null }
}

const PRIVATE: ImportRequest = {
  body: null,
  problem: 'This is a private key. It was not sent. Keep it to yourself and paste its public half.',
}

function jwksRequest(text: string, chosen: object): ImportRequest {
  if (text === '') return { body: null, problem: null }
  const read = decodeJson(text)
  if (!read.ok) return { body: null, problem: `This is not JSON: ${read.error.message}.` }
  // One key alone is taken as a set of one.
  const keys = keysOf(read.value)
  if (keys === null) return { body: null, problem: 'A key set has a list named `keys`.' }
  if (keys.some((key) => isJsonObject(key) && Object.hasOwn(key, 'd'))) return PRIVATE
  return { body: { jwks: { keys }, ...chosen }, problem: null }
}

function keysOf(value: JsonValue): readonly JsonValue[] | null {
  if (!isJsonObject(value)) return null
  const { keys } = value
  if (Array.isArray(keys)) return keys as readonly JsonValue[]
  return Object.hasOwn(value, 'kty') ? [value] : null
}
