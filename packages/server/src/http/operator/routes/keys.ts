/** API keys, the vendor's public keys, and Heron's own. */
import type { JsonObject } from '@heron/evidence'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { importJwks, importJwksFrom } from '../../../domain/keys/import-jwks.js'
import { readApiKeys, readVendorKeys } from '../../../domain/keys/list-keys.js'
import {
  deleteVendorKey,
  importVendorKey,
  mintApiKey,
  revokeApiKey,
  revokeVendorKey,
} from '../../../domain/operator-keys.js'
import { Refusal } from '../../../domain/refusal.js'
import { requireStatedReason } from '../../../domain/settings/stated-reason.js'
import { createSafeRequester, MAX_URL } from '../../../webhooks/safe-request/safe-request.js'
import { oneOf } from '../../requests/fields.js'
import type { OperatorContext } from '../context.js'
import { operationOf, optionalReason, reason } from '../governance-shapes.js'
import { operatorRoute, projectOf } from '../operator-route.js'
import { orNull, text, time } from '../shapes.js'

const API_KEYS = '/projects/:project/api-keys'
const VENDOR_KEYS = '/projects/:project/vendor-keys'
const VENDOR_KEY = `${VENDOR_KEYS}/:kid`

const environment = oneOf(['live', 'test'], 'What its sessions belong to.')
const state = Type.Unsafe<string>({ type: 'string', enum: ['active', 'revoked'] })

export function routeKeys(app: FastifyInstance, context: OperatorContext): void {
  routeApiKeys(app, context)
  routeVendorKeys(app, context)
  operatorRoute(app, context, {
    ...{ method: 'GET', path: '/projects/:project/heron-keys', operationId: 'listHeronKeys', tag: 'Keys' },
    ...{ role: 'viewer', summary: 'List the keys that Heron signs or signed with, newest first' },
    answer: Type.Object({
      items: Type.Array(
        Type.Object({
          ...{ kid: text, public_key: text, created_at: time, retired_at: orNull('string') },
          state: Type.Unsafe<string>({ type: 'string', enum: ['active', 'retired'] }),
        }),
      ),
    }),
    handle: () =>
      Promise.resolve({
        items: context.parts.publishedKeys.map(({ jwk, createdAt, retiredAt }) => ({
          ...{ kid: jwk.kid, public_key: jwk.x, created_at: createdAt, retired_at: retiredAt },
          state: retiredAt === null ? 'active' : 'retired',
        })),
      }),
  })
}

function routeApiKeys(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  operatorRoute(app, context, {
    ...{ method: 'GET', path: API_KEYS, operationId: 'listApiKeys', tag: 'Keys', role: 'viewer' },
    summary: 'List the API keys: of the keys themselves only the beginning is kept',
    answer: Type.Object({
      items: Type.Array(
        Type.Object({
          ...{ id: text, environment, prefix: text, created_at: time },
          ...{ last_used_at: orNull('string'), revoked_at: orNull('string') },
        }),
      ),
    }),
    handle: async (call) => ({ items: await readApiKeys(parts.store, projectOf(call)) }),
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: API_KEYS, operationId: 'mintApiKey', tag: 'Keys', role: 'admin' },
    summary: 'Mint an API key; it is in this answer and nowhere else',
    body: Type.Object({ environment, reason: optionalReason }),
    answer: Type.Object({ id: text, environment, prefix: text, secret: text }),
    status: 201,
    handle: async (call) => {
      const { environment, reason = null } = call.body
      return { ...(await mintApiKey(parts, operationOf(call, reason), environment)), environment }
    },
  })
  operatorRoute(app, context, {
    ...{ method: 'DELETE', path: `${API_KEYS}/:key`, operationId: 'revokeApiKey', tag: 'Keys' },
    ...{ role: 'admin', status: 204, answer: Type.Null() },
    summary: 'Revoke an API key, at once and everywhere',
    body: Type.Object({ reason }),
    handle: (call) =>
      revokeApiKey(parts, operationOf(call, requireStatedReason(call.body.reason)), call.params['key'] ?? ''),
  })
}

function routeVendorKeys(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  const ask = createSafeRequester()
  operatorRoute(app, context, {
    ...{ method: 'GET', path: VENDOR_KEYS, operationId: 'listVendorKeys', tag: 'Keys', role: 'viewer' },
    summary: 'List the vendor’s public keys',
    answer: Type.Object({
      items: Type.Array(
        Type.Object({
          ...{ kid: text, public_key: text, state, imported_at: time, revoked_at: orNull('string') },
          statements: Type.Integer({ minimum: 0, description: 'Verified with it; counted up to 100,000.' }),
        }),
      ),
    }),
    handle: async (call) => ({ items: await readVendorKeys(parts.store, projectOf(call)) }),
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: VENDOR_KEYS, operationId: 'importVendorKey', tag: 'Keys', role: 'admin' },
    summary: 'Import public keys: by hand, from a key set, or from an address that is read once',
    body: Type.Object({
      kid: Type.Optional(Type.String({ description: 'Of the key; of a set, the one to take.' })),
      public_key: Type.Optional(Type.String({ description: 'Base64url of 32 bytes (Ed25519).' })),
      jwks: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'A JSON Web Key Set (RFC 7517).' }),
      ),
      jwks_url: Type.Optional(Type.String({ maxLength: MAX_URL, description: 'Read once, by https.' })),
      reason: optionalReason,
    }),
    answer: Type.Object({ items: Type.Array(Type.Object({ kid: text, state })) }),
    status: 201,
    handle: async (call) => {
      const { kid = null, public_key: publicKey, jwks, jwks_url: url, reason = null } = call.body
      const operation = operationOf(call, reason)
      if ([publicKey, jwks, url].filter((given) => given !== undefined).length !== 1) {
        throw new Refusal('invalid_request', 'give exactly one of public_key, jwks and jwks_url')
      }
      if (jwks !== undefined) {
        return { items: await importJwks(parts, operation, jwks as JsonObject, kid) }
      }
      if (url !== undefined) return { items: await importJwksFrom(parts, operation, { url, kid, ask }) }
      const key = { kid: kid ?? '', publicKey: publicKey ?? '' }
      return { items: [await importVendorKey(parts, operation, key)] }
    },
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: `${VENDOR_KEY}/revoke`, operationId: 'revokeVendorKey', tag: 'Keys' },
    ...{ role: 'admin', answer: Type.Object({ kid: text, state }) },
    summary: 'Revoke a vendor key: what it signed before stays verified',
    body: Type.Object({ reason }),
    handle: (call) =>
      revokeVendorKey(
        parts,
        operationOf(call, requireStatedReason(call.body.reason)),
        call.params['kid'] ?? '',
      ),
  })
  operatorRoute(app, context, {
    ...{ method: 'DELETE', path: VENDOR_KEY, operationId: 'deleteVendorKey', tag: 'Keys', role: 'admin' },
    ...{ status: 204, answer: Type.Null(), refusals: ['in_use'] },
    summary: 'Delete a vendor key that verified nothing',
    body: Type.Object({ reason }),
    handle: (call) =>
      deleteVendorKey(
        parts,
        operationOf(call, requireStatedReason(call.body.reason)),
        call.params['kid'] ?? '',
      ),
  })
}
