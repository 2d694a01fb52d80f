/** Passwords of people: generated once at set-up, stored as scrypt (RFC 7914) with its parameters beside it. */
import { randomBytes, scryptSync } from 'node:crypto'

/** 64 MiB and about 0.2 s a guess. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const

/** A password to be shown once: 120 random bits in letters that are easy to copy. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url')
}

/** `scrypt$N$r$p$salt$hash`, the last two in base64url. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16)
  const hash = scryptSync(password, salt, 32, COST)
  const { N, r, p } = COST
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}
