/**
 * The walk through an export in file order: the cheap, sequential half of the verifier. It takes what the inspection of
 * each line left over and keeps memory flat: one session at a time, and one line each for sessions and log entries.
 */
import type { NoteKey } from '../../checkpoint/note.js'
import type { PublicKeyBytes, SignatureVerifier } from '../../crypto/ed25519.js'
import type { EntryType } from '../../export/format.js'
import type { EntryFacts } from '../facts.js'
import type { BatchInspection } from '../inspect/batch.js'
import type { Material } from '../material.js'
import { ReportBuilder, type VerificationReport } from '../report.js'
import { CheckpointWalk } from './checkpoint-walk.js'
import { checkFindingEntry } from './finding-entry.js'
import { HeadWalk } from './head-walk.js'
import { checkKeptCheckpoints, checkWitnesses, type KeptCheckpoint } from './kept-checkpoints.js'
import { LogWalk } from './log-walk.js'
import { EntryOrder } from './order.js'
import { HeadPins, type PinnedHead } from './pins.js'
import { Reporter } from './reporter.js'
import { type SessionEnd, SessionWalk } from './session-walk.js'
import { checkManifest, LineTally, LooseFindings } from './tail-walk.js'

export type WalkOptions = {
  /** Heron's keys as the reader knows them, by key id; null when none were given. */
  readonly pinnedKeys: ReadonlyMap<string, PublicKeyBytes> | null
  readonly pinnedHeads: readonly PinnedHead[]
  readonly keptCheckpoints: readonly KeptCheckpoint[]
  /** Witnesses that must have signed. */
  readonly witnesses: readonly NoteKey[]
  /** SHA-256. */
  readonly hash: (bytes: Uint8Array) => Uint8Array
}

export class ExportWalk {
  readonly #report = new ReportBuilder()
  readonly #reporter = new Reporter(this.#report)
  readonly #log = new LogWalk(this.#reporter)
  readonly #head: HeadWalk
  readonly #order = new EntryOrder()
  readonly #tally: LineTally
  readonly #loose = new LooseFindings(this.#reporter)
  readonly #pins: HeadPins
  readonly #checkpoints: CheckpointWalk
  readonly #kept: readonly KeptCheckpoint[]
  readonly #sessions: SessionEnd[] = []
  readonly #sessionIds = new Set<string>()
  #session: SessionWalk | null = null
  /** After the first entry that is checked against the head's material. */
  #materialComplete = false
  #checkpointsClosed = false
  #manifestSeen = false
  #readable = false
  #actions = 0
  #statements = 0
  #badStatements = 0
  #otherDecisions = 0
  #carriedGrants = 0

  constructor({ pinnedKeys, pinnedHeads, keptCheckpoints, witnesses, hash }: WalkOptions) {
    this.#tally = new LineTally(hash)
    this.#head = new HeadWalk(this.#reporter, this.#log, { keys: pinnedKeys, witnesses })
    this.#pins = new HeadPins(pinnedHeads)
    this.#kept = keptCheckpoints
    const sizes = keptCheckpoints.map(({ checkpoint }) => checkpoint.size)
    this.#checkpoints = new CheckpointWalk(this.#reporter, this.#log, sizes)
  }

  /** What lines are checked against. Complete once {@link materialComplete}. */
  get material(): Material {
    return this.#head.material
  }

  /** True when the head of the file was read: from here on lines may be inspected in parallel. */
  get materialComplete(): boolean {
    return this.#materialComplete
  }

  /** Takes the next lines. INVARIANT: batches come in file order, none left out. */
  accept(inspection: BatchInspection): void {
    for (const [check, count] of inspection.counts) this.#report.checked(check, count)
    for (const { check, finding } of inspection.findings) this.#report.finding(check, finding)
    this.#statements += inspection.statements
    inspection.facts.forEach((facts, index) => {
      this.#reporter.line = inspection.firstLine + index
      this.#accept(facts, inspection.lineHashes.subarray(index * 32, index * 32 + 32))
    })
  }

  #accept(facts: EntryFacts, lineHash: Uint8Array): void {
    if (facts.type === 'unreadable') {
      this.#tally.add('unreadable', lineHash)
      return
    }
    this.#readable = true
    const type = facts.type === 'unread' ? facts.of : facts.type
    if (this.#manifestSeen) {
      this.#reporter.fail('manifest.signature', 'MANIFEST_NOT_LAST', 'an entry stands after the manifest')
    }
    if (type !== 'manifest') this.#tally.add(type, lineHash)
    const inGroup =
      facts.type === 'finding' &&
      this.#session !== null &&
      facts.entry.session === this.#session.facts.session
    const misplaced = this.#order.accept(type, inGroup || (facts.type === 'unread' && this.#session !== null))
    if (misplaced !== null) this.#reporter.fail('format', 'ENTRY_MISPLACED', misplaced)
    if (!HEAD_TYPES.has(type)) this.#materialComplete = true
    if (!HEAD_TYPES.has(type) && type !== 'log') this.#log.close()
    if (!HEAD_TYPES.has(type) && !COMMITTED_TYPES.has(type)) this.#closeCheckpoints()
    // Lines in flight are checked against the head as it was: nothing may be slipped into it later.
    if (misplaced === null || !HEAD_TYPES.has(type)) this.#dispatch(facts)
  }

  #dispatch(facts: EntryFacts): void {
    switch (facts.type) {
      case 'header':
        this.#head.header ??= facts.entry
        this.#log.ofProject(facts.entry.project)
        break
      case 'key':
        this.#head.key(facts)
        break
      case 'vendor_key':
        this.#head.vendorKey(facts)
        break
      case 'bundle':
        this.#head.bundle(facts)
        break
      case 'catalog':
        this.#head.catalog(facts)
        if (!facts.entry.signature_valid) this.#loose.rejectedCatalog(facts.entry.catalog_hash)
        break
      case 'log':
        this.#log.accept(facts)
        break
      case 'session':
        this.#endSession()
        if (this.#sessionIds.has(facts.session)) {
          const about = { session: facts.session }
          this.#reporter.fail('sessions.genesis', 'SESSION_TWICE', 'the session stands twice', about)
        }
        this.#sessionIds.add(facts.session)
        if (facts.carriesGrant) this.#carriedGrants += 1
        this.#session = new SessionWalk(facts, {
          reporter: this.#reporter,
          log: this.#log,
          pins: this.#pins,
          committed: this.#checkpoints.ofSession(facts.session),
          generatedAt: this.#head.header?.generated_at ?? null,
        })
        break
      case 'action': {
        this.#actions += 1
        const decision = facts.judged?.decision ?? null
        for (const statement of facts.statements) {
          if (!statement.signatureValid) this.#badStatements += 1
          if (decision !== null && statement.decision !== decision) this.#otherDecisions += 1
        }
        this.#inSession((session) => {
          session.action(facts)
        })
        break
      }
      case 'resolution':
        this.#inSession((session) => {
          session.resolution(facts)
        })
        break
      case 'close':
        this.#inSession((session) => {
          session.close(facts)
        })
        break
      case 'finding':
        checkFindingEntry(facts.entry, this.#log, this.#reporter)
        if (this.#session !== null && facts.entry.session === this.#session.facts.session) {
          this.#session.finding(facts.entry)
        } else {
          this.#endSession()
          this.#loose.finding(facts.entry)
        }
        break
      case 'unmatched':
        this.#endSession()
        if (!facts.signatureValid) this.#badStatements += 1
        this.#loose.unmatched(facts)
        break
      case 'manifest':
        this.#endSession()
        this.#manifestSeen = true
        checkManifest(
          facts.payload,
          { header: this.#head.header, tally: this.#tally, sessions: this.#sessions, log: this.#log },
          this.#reporter,
        )
        break
      case 'unread':
        this.#unread(facts.of)
        break
      case 'checkpoint':
        if (!this.#checkpointsClosed) this.#checkpoints.checkpoint(facts)
        break
      case 'checkpoint_leaf':
        if (!this.#checkpointsClosed) this.#checkpoints.leaf(facts, this.#head.header)
        break
      case 'unreadable':
        break
    }
  }

  /** An entry that is malformed or of an unknown version still marks where things end. */
  #unread(type: EntryType): void {
    if (type === 'session' || type === 'manifest') this.#endSession()
    if (type === 'close') this.#session?.close('unread')
    if (type === 'manifest') this.#manifestSeen = true
  }

  #closeCheckpoints(): void {
    if (this.#checkpointsClosed) return
    this.#checkpointsClosed = true
    this.#checkpoints.close()
  }

  #inSession(take: (session: SessionWalk) => void): void {
    if (this.#session === null) {
      this.#reporter.fail(
        'chains.links',
        'SESSION_MISSING',
        'no session line that can be read stands before it',
      )
    } else take(this.#session)
  }

  #endSession(): void {
    if (this.#session === null) return
    this.#sessions.push(this.#session.finish())
    this.#session = null
  }

  /** The report, once every line was taken. */
  async finish(verify: SignatureVerifier): Promise<VerificationReport> {
    this.#reporter.line = 0
    this.#endSession()
    this.#log.close()
    this.#closeCheckpoints()
    this.#checkpoints.finish(this.#head.header?.window)
    const found = { material: this.#head.material, walk: this.#checkpoints }
    await checkKeptCheckpoints(this.#kept, found, verify, this.#reporter)
    checkWitnesses(found.material, this.#checkpoints, this.#reporter)
    this.#head.finish()
    this.#loose.finish()
    const window = this.#head.header?.window
    this.#pins.finish(this.#reporter, window?.since === null && window.until === null)
    if (!this.#manifestSeen) {
      this.#reporter.checked('manifest.signature')
      const message = 'the file ends without a manifest: it was cut short, or never finished'
      this.#reporter.fail('manifest.signature', 'MANIFEST_MISSING', message)
    }
    if (this.#sessions.length === 0) {
      this.#reporter.checked('sessions.genesis')
      const message = 'the file holds no record at all: there is nothing that could be called valid'
      this.#reporter.notChecked('sessions.genesis', 'NO_RECORDS', message)
    }
    this.#vendorNotices()
    if (this.#checkpoints.newest === null && this.#sessions.length > 0) {
      const message =
        'the file holds no checkpoint: whether records at the end of open sessions, or whole sessions, were taken away was not checked'
      this.#reporter.notice({ code: 'NO_CHECKPOINTS', message })
    }
    const totals = {
      entries: this.#tally.all.count,
      sessions: this.#sessions.length,
      actions: this.#actions,
      statements: this.#statements,
    }
    return this.#report.build(totals, this.#readable)
  }

  /** What an honest file says about a vendor who is not. */
  #vendorNotices(): void {
    if (this.#badStatements > 0) {
      const count = this.#badStatements.toString()
      const message = `${count} of the vendor's statements carry a signature that does not hold, as the file itself says`
      this.#reporter.notice({ code: 'VENDOR_SIGNATURE_INVALID', message })
    }
    if (this.#otherDecisions > 0) {
      const count = this.#otherDecisions.toString()
      const message = `${count} of the vendor's statements name another decision than their action has`
      this.#reporter.notice({ code: 'STATEMENT_OF_OTHER_DECISION', message })
    }
    if (this.#carriedGrants > 0) {
      const count = this.#carriedGrants.toString()
      const message = `${count} of the sessions carry the delegation chain that they were granted by; it is bound to the session, and whether it verifies is no part of this outcome`
      this.#reporter.notice({ code: 'GRANT_CARRIED', message })
    }
  }
}

/** Entries that stand between the head and the first session; leaves of the log of heads end with them. */
const COMMITTED_TYPES: ReadonlySet<EntryType> = new Set(['log', 'checkpoint', 'checkpoint_leaf'])

/** Entries that later ones are checked against; the log is not among them, it is only looked up by the walk. */
const HEAD_TYPES: ReadonlySet<EntryType> = new Set(['header', 'key', 'vendor_key', 'bundle', 'catalog'])
