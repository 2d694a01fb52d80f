/** Fixed keys of the tests: the same bytes on every run, so that failures repeat. */
import { publicKeyOfSeed, toBase64url } from '../../src/index.js'

export const HERON_SEED = new Uint8Array(32).fill(2)
export const VENDOR_SEED = new Uint8Array(32).fill(1)
export const HERON_KID = 'heron-1'
export const VENDOR_KID = 'k1'
export const HERON_KEY = publicKeyOfSeed(HERON_SEED)
export const VENDOR_KEY_TEXT = toBase64url(publicKeyOfSeed(VENDOR_SEED))
