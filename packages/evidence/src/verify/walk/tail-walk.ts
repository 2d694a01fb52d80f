/** What stands after the sessions: evidence without decision, findings about neither session nor call, manifest. */
import type { EntryType, FindingEntry, HeaderEntry, ManifestPayload } from '../../export/format.js'
import { LineDigest } from '../../export/digest.js'
import { canonicalize } from '../../json/canonical.js'
import { isSameJson } from '../../json/same.js'
import type { UnmatchedFacts } from '../facts.js'
import type { LogWalk } from './log-walk.js'
import type { Reporter } from './reporter.js'
import type { SessionEnd } from './session-walk.js'

/** Counts and digests as they are found; the manifest must say the same. */
export class LineTally {
  readonly all: LineDigest
  readonly sections = new Map<EntryType | 'unreadable', LineDigest>()
  readonly #hash: (bytes: Uint8Array) => Uint8Array

  constructor(hash: (bytes: Uint8Array) => Uint8Array) {
    this.#hash = hash
    this.all = new LineDigest(hash)
  }

  add(type: EntryType | 'unreadable', lineHash: Uint8Array): void {
    this.all.add(lineHash)
    let section = this.sections.get(type)
    if (section === undefined) {
      section = new LineDigest(this.#hash)
      this.sections.set(type, section)
    }
    section.add(lineHash)
  }
}

/** Findings about statements and catalogues that belong to no call. */
export class LooseFindings {
  readonly #reporter: Reporter
  /** By what the finding must be about. */
  readonly #due = new Map<string, { readonly kind: FindingEntry['kind']; readonly action: string | null }>()
  readonly #grounds = new Set<string>()

  constructor(reporter: Reporter) {
    this.#reporter = reporter
  }

  unmatched({ action, signatureValid }: UnmatchedFacts): void {
    this.#expect('EXECUTION_WITHOUT_DECISION', action, null)
    if (!signatureValid) this.#expect('INVALID_VENDOR_SIGNATURE', action, null)
  }

  rejectedCatalog(catalogHash: string): void {
    this.#expect('INVALID_VENDOR_SIGNATURE', null, catalogHash)
  }

  #expect(kind: FindingEntry['kind'], action: string | null, catalogHash: string | null): void {
    const key = canonicalize([kind, action, catalogHash])
    this.#grounds.add(key)
    this.#due.set(key, { kind, action })
  }

  finding({ kind, action, session, catalog_hash }: FindingEntry): void {
    const key = canonicalize([kind, action, catalog_hash])
    const stands = session === null && this.#grounds.has(key)
    const message =
      session === null
        ? `${kind} has no ground: the file holds no such statement or catalogue`
        : `${kind} is about a session that does not stand before it`
    const about = { session: session ?? undefined, action: action ?? undefined }
    this.#reporter.expect('evidence.findings', stands, 'FINDING_WITHOUT_GROUND', message, about)
    this.#due.delete(key)
  }

  finish(): void {
    for (const { kind, action } of this.#due.values()) {
      this.#reporter.checked('evidence.findings')
      const message = `${kind} should stand, and the file holds no such finding`
      this.#reporter.fail('evidence.findings', 'FINDING_MISSING', message, { action: action ?? undefined })
    }
  }
}

/** Compares the manifest with what was found on the way. */
export function checkManifest(
  manifest: ManifestPayload,
  found: {
    readonly header: HeaderEntry | null
    readonly tally: LineTally
    readonly sessions: readonly SessionEnd[]
    readonly log: LogWalk
  },
  reporter: Reporter,
): void {
  const { header, tally, sessions, log } = found
  const differs = (holds: boolean, code: string, message: string, member: string): void => {
    const pointer = `/receipt/payload/${member}`
    reporter.expect('manifest.contents', holds, code, message, { pointer })
  }
  for (const member of ['organization', 'project', 'window', 'generated_at'] as const) {
    const same = header !== null && isSameJson(header[member], manifest[member])
    differs(same, 'SCOPE_DIFFERS', `the header's ${member} is not the one signed`, member)
  }
  const entries = `${tally.all.count.toString()} entries are here`
  const signed = manifest.entries.toString()
  differs(
    manifest.entries === tally.all.count,
    'COUNT_DIFFERS',
    `${signed} were signed, ${entries}`,
    'entries',
  )
  const same = isSameJson(manifest.sessions, sessions)
  differs(same, 'SESSIONS_DIFFER', 'session heads and counts are not the ones signed', 'sessions')
  const ownLog =
    log.head === null
      ? null
      : { chain: `project:${header?.project ?? ''}`, head_hash: log.head, entries: log.count }
  const sameLog = isSameJson(manifest.log, ownLog)
  differs(sameLog, 'LOG_DIFFERS', "the operator log's head or count is not the one signed", 'log')

  reporter.expect(
    'manifest.digest',
    manifest.digest === tally.all.digest,
    'DIGEST_DIFFERS',
    'the lines of the file are not the ones signed',
    { pointer: '/receipt/payload/digest' },
  )
  const types = new Set([...Object.keys(manifest.sections), ...tally.sections.keys()])
  for (const type of types) {
    const section = tally.sections.get(type as EntryType)
    const signedSection = Object.hasOwn(manifest.sections, type)
      ? manifest.sections[type as EntryType]
      : undefined
    const unchanged =
      section !== undefined &&
      signedSection?.count === section.count &&
      signedSection.digest === section.digest
    reporter.expect(
      'manifest.digest',
      unchanged,
      'SECTION_DIFFERS',
      `the ${type} entries are not the ones signed`,
      {
        pointer: `/receipt/payload/sections`,
      },
    )
  }
}
