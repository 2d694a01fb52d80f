/** What better-auth answers, as this service answers it: refusals are problems, and no token is in a body. */
import { Refusal } from '../../domain/refusal.js'

type Answer = Readonly<Record<string, unknown>>

/** Codes by which better-auth says that a secret was wrong, without saying which. */
const WRONG_SECRET = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_EMAIL',
  'INVALID_CODE',
  'INVALID_BACKUP_CODE',
  'INVALID_TWO_FACTOR_COOKIE',
  'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
])

const SENTENCES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'this e-mail address and password do not go together',
  INVALID_EMAIL: 'this e-mail address and password do not go together',
  INVALID_CODE: 'this code is not the one that is due now: codes change every 30 seconds',
  INVALID_BACKUP_CODE: 'this is none of the back-up codes that are left',
  INVALID_TWO_FACTOR_COOKIE: 'this sign-in has expired: begin again with e-mail address and password',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'too many wrong codes: begin again with e-mail address and password',
  TOTP_NOT_ENABLED: 'no second factor is set up for this account',
  TWO_FACTOR_NOT_ENABLED: 'no second factor is set up for this account',
  BACKUP_CODES_NOT_ENABLED: 'no second factor is set up for this account',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'this account signs in elsewhere and has no password here',
}

/**
 * The problem that an answer of better-auth's stands for.
 *
 * @param passwordMember where the password stood that may have been wrong.
 */
export function refusalOf(status: number, answer: Answer, passwordMember: string): Error {
  const code = typeof answer['code'] === 'string' ? answer['code'] : ''
  const sentence = SENTENCES[code]
  if (WRONG_SECRET.has(code)) return new Refusal('sign_in_refused', sentence ?? 'this does not sign you in')
  if (code === 'INVALID_PASSWORD') {
    return new Refusal('invalid_request', 'is not your password', `/${passwordMember}`)
  }
  if (code === 'PASSWORD_TOO_SHORT' || code === 'PASSWORD_TOO_LONG') {
    return new Refusal('invalid_request', 'must have 12 to 256 characters; any will do', '/newPassword')
  }
  switch (status) {
    case 400:
      return new Refusal('invalid_request', sentence ?? 'this cannot be done to this account now')
    case 401:
      return new Refusal('not_signed_in', 'sign in, then send this again')
    case 403:
      return new Refusal('forbidden', 'this sign-in may not do that')
    case 404:
      return new Refusal('not_found', 'there is no such way to sign in here')
    case 429:
      return new Refusal('rate_limited', 'too many wrong codes: wait a quarter of an hour, then try again')
    default:
      return new Error(`better-auth answered ${status.toString()} ${code}`)
  }
}

/** An answer without the session's token: it belongs into the cookie, where no script reads it. */
export function withoutTokens(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => name !== 'token')
      .map(([name, value]) => [name, name === 'session' ? withoutTokens(value) : value]),
  )
}
