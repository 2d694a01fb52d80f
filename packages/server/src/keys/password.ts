/**
 * Passwords of people: argon2id (RFC 9106) with a salt of its own, stored in the PHC string form, parameters included. Made
 * in the library's own threads, so that signing in holds up nothing else.
 */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/**
 * OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 20 ms a guess. More memory would cost an attacker
 * more, and would let fewer people sign in at once before the machine's memory is gone.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Longest password read: hashing costs the same for any length, a longer text is no password. */
export const MAX_PASSWORD = 256
/** As NIST SP 800-63B asks where a password may be the only factor: 12 characters are more than its 8. */
export const MIN_PASSWORD = 12

/** A password to be shown once: 120 random bits in letters that are easy to copy. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url')
}

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/**
 * Compares in constant time; false too for a stored form that is none.
 *
 * @param password UNTRUSTED.
 */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password)
  } catch {
    return false
  }
}
