/** What `heron fsck` answers: everything stored was looked at, and this is what does not hold. */

export type FsckCode =
  /** A stored text is no JSON, or not of its kind. */
  | 'text_unreadable'
  /** A hash is not the one that the stored text gives. */
  | 'hash_wrong'
  /** An entry does not follow the one before it. */
  | 'link_broken'
  /** Heron's signature does not verify under a key of the ring. */
  | 'signature_wrong'
  /** A column says something else than the text that was hashed or signed. */
  | 'column_differs'
  /** The head row is not where the chain ends. */
  | 'head_differs'
  /** What was noted of a vendor's signature is not so. */
  | 'vendor_signature_differs'
  /** Something that must be there is not. */
  | 'missing'

export type FsckFinding = {
  readonly code: FsckCode
  readonly organization: string
  /** Null in the organization's own log. */
  readonly project: string | null
  /** Table and id, e.g. `actions act_…`. */
  readonly where: string
  readonly message: string
}

export type FsckReport = {
  /** Rows looked at, by table. */
  readonly checked: { readonly [table: string]: number }
  /** How many things do not hold; the first {@link MAX_FINDINGS} of them are listed. */
  readonly failed: number
  readonly findings: readonly FsckFinding[]
}

/** A ruined database gives a report, not a second database. */
export const MAX_FINDINGS = 1000

/** Where the checks write; knows in which project they are. */
export class FsckNotes {
  readonly #checked: Record<string, number> = {}
  readonly #findings: FsckFinding[] = []
  #failed = 0
  #scope: Pick<FsckFinding, 'organization' | 'project'> = { organization: '', project: null }

  enter(organization: string, project: string | null): void {
    this.#scope = { organization, project }
  }

  row(table: string): void {
    this.#checked[table] = (this.#checked[table] ?? 0) + 1
  }

  /** Notes a finding unless `holds`. */
  expect(holds: boolean, code: FsckCode, where: string, message: string): void {
    if (holds) return
    this.#failed += 1
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push({ code, ...this.#scope, where, message })
  }

  /** Compares columns with the members of a text. */
  expectColumns(
    where: string,
    text: string,
    pairs: Readonly<Record<string, readonly [unknown, unknown]>>,
  ): void {
    for (const [column, [stored, said]] of Object.entries(pairs)) {
      this.expect(stored === said, 'column_differs', where, `\`${column}\` is not what the ${text} says`)
    }
  }

  /** Runs a check on texts that may be of any shape; one that does not fit is a finding, not a crash. */
  attempt<T>(where: string, check: () => T): T | null {
    try {
      return check()
    } catch {
      this.expect(false, 'text_unreadable', where, 'a stored text is not of its kind')
      return null
    }
  }

  get report(): FsckReport {
    return { checked: this.#checked, failed: this.#failed, findings: this.#findings }
  }
}

/**
 * Reads a stored text; one that cannot be read is noted.
 *
 * @param text UNTRUSTED: whoever can write to the file could have written it.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller says which text it is
export function readText<Value extends object>(notes: FsckNotes, where: string, text: string): Value | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Value
  } catch {
    // Falls through to the note.
  }
  notes.expect(false, 'text_unreadable', where, 'a stored text cannot be read')
  return null
}
