/** The one thrown error of this package: the caller's configuration or call is wrong, not the material it judges. */

export type CallerErrorCode =
  /** A key, trust set or algorithm list that cannot be used. The message names the kid. */
  | 'bad_key'
  /** An option outside its domain: a clock that is no number, an unknown profile, an empty audience. */
  | 'bad_option'
  /** A running total that names no cumulative constraint of the authority. */
  | 'unknown_total'
  /** A token that our own verifier would refuse was asked for. */
  | 'not_mintable'

/** Thrown for a broken contract; verdicts about untrusted material are always values. */
export class CallerError extends Error {
  readonly code: CallerErrorCode

  constructor(code: CallerErrorCode, message: string) {
    super(message)
    this.name = 'CallerError'
    this.code = code
  }
}
