/**
 * What a draft-02 chain must come to, decided rule by rule from the specification's tables (delegation.md §2.8, §2.9).
 *
 * Shares no code with the verifier under test and imports none of it. Plain on purpose: no classes, no tables, the
 * rules in the order in which they are written down.
 */
import { createHash, createHmac } from 'node:crypto'
import { canonical, Defect, read } from './json.mjs'

/** `accept`, or the reason of the refusal. */
export function outcomeOf({ tokens, signer, now, verifier }) {
  try {
    judge(tokens, signer, now, verifier)
    return 'accept'
  } catch (error) {
    if (error instanceof Defect) return error.message
    throw error
  }
}

function refuseIf(condition, reason) {
  if (condition) throw new Defect(reason)
}

function judge(tokens, signer, now, verifier) {
  // Step 0: texts of all tokens, then claims of all tokens.
  refuseIf(tokens.length === 0, 'malformed')
  const chain = tokens.map(parse)
  const grants = chain.map(({ payload }, i) => readClaims(payload, i))

  // Step 1.
  for (const { header, input, signature } of chain) {
    const alg = header.get('alg')
    refuseIf(!verifier.accepted_algs.includes(alg), 'signature_invalid')
    refuseIf(alg !== signer.alg, 'signature_invalid')
    const expected = createHmac('sha256', Buffer.from(signer.secret_hex, 'hex')).update(input).digest()
    refuseIf(!expected.equals(Buffer.from(signature, 'base64url')), 'signature_invalid')
  }

  // Step 2.
  for (let i = 1; i < chain.length; i += 1) {
    const hash = createHash('sha256')
      .update(chain[i - 1].input)
      .digest('base64url')
    refuseIf(chain[i].payload.get('par_hash') !== hash, 'par_hash_mismatch')
  }

  // Step 3a, then 3b.
  for (let i = 0; i < chain.length; i += 1) {
    refuseIf(chain[i].payload.get('del_depth') !== i, 'depth_invalid')
    const most = chain[i].payload.get('del_max_depth')
    refuseIf(most !== undefined && chain.length > most, 'depth_invalid')
  }
  for (const { payload } of chain) {
    refuseIf(payload.get('sub') !== chain[0].payload.get('sub'), 'principal_altered')
  }

  // Step 4.
  let most = chain[0].payload.get('del_max_depth')
  for (let i = 1; i < chain.length; i += 1) {
    refuseIf(!isWithin(grants[i], grants[i - 1]), 'not_narrower')
    const own = chain[i].payload.get('del_max_depth') ?? most
    refuseIf(own > most, 'not_narrower')
    most = own
  }

  // Step 5.
  for (let i = 0; i < chain.length; i += 1) {
    const { payload } = chain[i]
    refuseIf((payload.get('nbf') ?? now) > now, 'expired')
    refuseIf(now > payload.get('exp'), 'expired')
    refuseIf(i > 0 && payload.get('exp') > chain[i - 1].payload.get('exp'), 'expired')
  }

  // Step 8, as far as a chain without an action goes.
  if (verifier.audience !== undefined) {
    const aud = chain.at(-1).payload.get('aud')
    refuseIf(![aud].flat().includes(verifier.audience), 'audience_mismatch')
  }
}

function parse(token) {
  const parts = token.split('.')
  refuseIf(parts.length !== 3, 'malformed')
  for (const part of parts) refuseIf(!/^[\w-]*$/.test(part) || part.length % 4 === 1, 'malformed')
  const [header, payload] = parts.slice(0, 2).map((part) => {
    const { text, value } = read(Buffer.from(part, 'base64url'))
    refuseIf(!(value instanceof Map), 'malformed')
    refuseIf(canonical(value) !== text, 'non_canonical')
    return value
  })
  refuseIf(header.has('crit'), 'malformed')
  return { header, payload, input: `${parts[0]}.${parts[1]}`, signature: parts[2] }
}

const isText = (value) => typeof value === 'string'
const isNumber = (value) => typeof value === 'number'

function readClaims(claims, i) {
  const need = (condition) => refuseIf(!condition, 'malformed')
  for (const name of ['iss', 'sub', 'client_id', 'jti']) need(isText(claims.get(name)))
  need(i > 0 || claims.get('sub') !== '')
  const aud = claims.get('aud')
  need(isText(aud) || (Array.isArray(aud) && aud.length > 0 && aud.every(isText)))
  need(isNumber(claims.get('iat')) && isNumber(claims.get('exp')))
  need(claims.get('nbf') === undefined || claims.get('nbf') === null || isNumber(claims.get('nbf')))
  const cnf = claims.get('cnf')
  need(cnf instanceof Map && ['jkt', 'jwk', 'x5t#S256'].some((name) => cnf.has(name)))
  for (const name of ['jkt', 'x5t#S256']) need(!cnf.has(name) || isText(cnf.get(name)))
  need(!cnf.has('jwk') || cnf.get('jwk') instanceof Map)
  need(Number.isInteger(claims.get('del_depth')) && claims.get('del_depth') >= 0)
  if (i === 0 || claims.has('del_max_depth')) {
    need(Number.isInteger(claims.get('del_max_depth')) && claims.get('del_max_depth') > 0)
  }
  const parHash = claims.get('par_hash')
  need(
    i === 0 ? parHash === undefined : isText(parHash) && /^[\w-]*$/.test(parHash) && parHash.length % 4 !== 1,
  )

  const details = claims.get('authorization_details')
  need(Array.isArray(details) && details.length === 1 && details[0] instanceof Map)
  const [detail] = details
  need(detail.get('type') === 'agent_delegation')
  need([...detail.keys()].every((name) => ['type', 'scopes', 'constraints'].includes(name)))
  const scopes = detail.get('scopes')
  need(Array.isArray(scopes) && scopes.every((scope) => isText(scope) && formOf(scope) !== 'none'))
  const constraints = detail.has('constraints') ? detail.get('constraints') : []
  need(Array.isArray(constraints))
  const read = constraints.map(readConstraint)
  need(new Set(read.map(({ key, type }) => JSON.stringify([key, type]))).size === read.length)
  return { scopes, constraints: read }
}

function formOf(scope) {
  const segments = scope.split('.')
  const isSegment = (text) => /^[a-z][a-z0-9_-]*$/.test(text) && !text.endsWith('\n')
  if (segments.length >= 2 && segments.every(isSegment)) return 'literal'
  if (segments.length >= 2 && segments.at(-1) === '*' && segments.slice(0, -1).every(isSegment))
    return 'wildcard'
  const codes = Array.from(scope, (char) => char.codePointAt(0))
  const allowed = codes.every((code) => code > 0x20 && code < 0x7f && ![0x22, 0x2a, 0x5c].includes(code))
  return codes.length > 0 && allowed ? 'opaque' : 'none'
}

const TYPES = ['max', 'min', 'max_lifetime', 'max_subtree', 'one_of', 'not_one_of', 'prefix', 'rank']

function readConstraint(object) {
  const need = (condition) => refuseIf(!condition, 'malformed')
  need(object instanceof Map && isText(object.get('key')))
  const key = object.get('key')
  const others = [...object.keys()].filter((name) => name !== 'key')
  const known = others.filter((name) => TYPES.includes(name))
  if (known.length === 0) {
    need(others.length === 1 && others[0] !== 'order')
    return { key, type: others[0], unknown: true, text: canonical(object) }
  }
  const [type] = known
  const allowed = type === 'rank' ? ['rank', 'order'] : [type]
  need(known.length === 1 && others.every((name) => allowed.includes(name)))
  const value = object.get(type)
  const order = object.get('order')
  if (type === 'one_of' || type === 'not_one_of') need(Array.isArray(value))
  else if (type === 'prefix') need(isText(value))
  else if (type === 'rank') {
    need(Array.isArray(order) && order.length >= 2 && order.every(isText))
    need(new Set(order).size === order.length && order.includes(value))
  } else need(isNumber(value))
  if (type === 'max') need(key !== 'max_calls' && !/^max_calls\[.*\]$/.test(key))
  return { key, type, value, order, text: canonical(object) }
}

function isWithin(child, parent) {
  for (const scope of child.scopes) if (!parent.scopes.some((held) => covers(held, scope))) return false
  for (const bound of parent.constraints) {
    const own = child.constraints.find(({ key, type }) => key === bound.key && type === bound.type)
    if (own === undefined || !isTighter(own, bound)) return false
  }
  return true
}

function covers(held, scope) {
  if (held === scope) return true
  return formOf(held) === 'wildcard' && formOf(scope) !== 'opaque' && scope.startsWith(held.slice(0, -1))
}

function isTighter(child, parent) {
  if (parent.unknown) return child.text === parent.text
  const members = (list) => list.map(canonical)
  switch (parent.type) {
    case 'min':
      return child.value >= parent.value
    case 'one_of':
      return members(child.value).every((member) => members(parent.value).includes(member))
    case 'not_one_of':
      return members(parent.value).every((member) => members(child.value).includes(member))
    case 'prefix':
      return child.value.startsWith(parent.value)
    case 'rank':
      return (
        canonical(child.order) === canonical(parent.order) &&
        child.order.indexOf(child.value) <= parent.order.indexOf(parent.value)
      )
    default:
      return child.value <= parent.value
  }
}
