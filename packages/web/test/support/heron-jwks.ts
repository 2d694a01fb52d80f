/** Heron's keys as a reader would have kept them. */
import { toJwk } from '../../../evidence/src/index.js'
import { HERON_KEY, HERON_KID } from '../../../evidence/test/support/keys.js'

export const HERON_JWKS = JSON.stringify({ keys: [toJwk(HERON_KID, HERON_KEY)] })
