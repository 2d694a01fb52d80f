/** What a client was told about one call, reduced to what must never differ. */
export type AnsweredCall = {
  readonly session: string
  readonly seq: number
  readonly action: string
  readonly recordHash: string
  readonly signature: string
}

export type Comparison = {
  /** Calls that were answered at least once. */
  readonly answered: number
  /** Answered, and not in the database. */
  readonly lost: number
  /** In the database more than once. */
  readonly doubled: number
  /** Answered in two ways, or otherwise than it is stored. */
  readonly different: number
}

export class Ledger {
  note(call: AnsweredCall): void
  compare(stored: readonly AnsweredCall[]): Comparison
}
