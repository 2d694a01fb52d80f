/** The operator log as one chain, and what other entries say it holds (heron.md §8). */
import { REVIEW_ACTS, VENDOR_KEY_ACTS, type VendorKeyEntry } from '../../export/format.js'
import type { LogFacts } from '../facts.js'
import { quote } from '../report.js'
import { GovernanceLog } from './governance-log.js'
import { PolicyPeriods } from './policy-periods.js'
import type { Reporter } from './reporter.js'

type LogLine = Pick<LogFacts, 'act' | 'subject' | 'at' | 'after'>

/** A review as a finding lists it. */
export type LoggedReview = { readonly act: string; readonly entry_hash: string; readonly at: string }

const REVIEWS: ReadonlySet<string> = new Set(Object.values(REVIEW_ACTS))

export class LogWalk {
  readonly governance = new GovernanceLog()
  readonly policies = new PolicyPeriods()
  readonly #reporter: Reporter
  readonly #byHash = new Map<string, LogLine>()
  readonly #hashes: string[] = []
  readonly #revokedSubjects = new Set<string>()
  readonly #reviews = new Map<string, LoggedReview[]>()
  readonly #claims: { readonly entry: VendorKeyEntry; readonly line: number }[] = []
  #project: string | null = null
  #head: string | null = null
  #count = 0
  #closed = false

  constructor(reporter: Reporter) {
    this.#reporter = reporter
  }

  /** Names the project whose log this must be. */
  ofProject(project: string): void {
    this.#project = project
  }

  /** Name of the chain. */
  get chain(): string {
    return `project:${this.#project ?? ''}`
  }

  get head(): string | null {
    return this.#head
  }

  get count(): number {
    return this.#count
  }

  accept(facts: LogFacts): void {
    const { chain, seq, prevHash, entryHash, act, subject, at, after } = facts
    this.governance.accept(facts)
    const link = (holds: boolean, code: string, message: string, pointer: string): void => {
      if (!holds) this.#reporter.fail('log.chain', code, message, { pointer })
    }
    this.#reporter.checked('log.chain')
    const ours = chain === this.chain
    link(ours, 'CHAIN_MISMATCH', 'the entry belongs to another log', '/record/chain')
    const number = this.#count.toString()
    link(seq === this.#count, 'LOG_NOT_DENSE', `entry number ${number} of the log is missing`, '/record/seq')
    const message = 'the entry does not follow the one before it'
    link(prevHash === this.#head, 'LINK_BROKEN', message, '/prev_hash')
    this.#head = entryHash
    this.#count += 1
    this.#policy(facts)
    if (act === VENDOR_KEY_ACTS.revoked) this.#revokedSubjects.add(subject)
    if (REVIEWS.has(act)) {
      const reviews = this.#reviews.get(subject)
      const review = { act, entry_hash: entryHash, at }
      if (reviews === undefined) this.#reviews.set(subject, [review])
      else reviews.push(review)
    }
    this.#hashes.push(entryHash)
    this.#byHash.set(entryHash, { act, subject, at, after })
  }

  #policy(facts: LogFacts): void {
    const follows = this.policies.accept(facts)
    if (follows === null) return
    const message = 'the entry replaces another policy bundle than the one that the log had put in force'
    const at = { pointer: '/record/before/policy_hash' }
    this.#reporter.expect('policy.in_force', follows, 'POLICY_CHANGE_MISSING', message, at)
  }

  /** Head of the log when it had so many entries. */
  headAt(entries: number): string | null {
    return this.#hashes[entries - 1] ?? null
  }

  /** The entry of that hash. */
  find(entryHash: string): LogLine | undefined {
    return this.#byHash.get(entryHash)
  }

  /** Every review of a finding, in log order. */
  reviewsOf(finding: string): readonly LoggedReview[] {
    return this.#reviews.get(`finding:${finding}`) ?? []
  }

  /** Keeps a vendor key's word about the log until the log was read. */
  claimVendorKey(entry: VendorKeyEntry, line: number): void {
    this.#claims.push({ entry, line })
  }

  /** Once the whole log was read; later calls do nothing. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    const { line } = this.#reporter
    for (const claim of this.#claims) {
      this.#reporter.line = claim.line
      this.#checkVendorKey(claim.entry)
    }
    this.#reporter.line = line
  }

  #checkVendorKey(entry: VendorKeyEntry): void {
    const { kid, x, imported_by, imported_at, revoked_by, revoked_at } = entry
    const subject = `vendor_key:${kid}`
    const imported = this.find(imported_by)
    const importStands =
      imported?.act === VENDOR_KEY_ACTS.imported &&
      imported.subject === subject &&
      imported.at === imported_at &&
      imported.after?.['public_key'] === x
    const what = `the vendor's key ${quote(kid)}`
    this.#reporter.expect(
      'keys.vendor',
      importStands,
      'IMPORT_NOT_LOGGED',
      `${what}: the operator log holds no such import of this key at this time`,
      { pointer: '/imported_by' },
    )
    if (revoked_by === null) {
      const message = `${what}: the operator log holds a revocation that the key does not show`
      const hidden = this.#revokedSubjects.has(subject)
      this.#reporter.expect('keys.vendor', !hidden, 'REVOCATION_HIDDEN', message, { pointer: '/revoked_by' })
      return
    }
    const revoked = this.find(revoked_by)
    const revocationStands =
      revoked?.act === VENDOR_KEY_ACTS.revoked && revoked.subject === subject && revoked.at === revoked_at
    this.#reporter.expect(
      'keys.vendor',
      revocationStands,
      'REVOCATION_NOT_LOGGED',
      `${what}: the operator log holds no such revocation at this time`,
      { pointer: '/revoked_by' },
    )
  }
}
