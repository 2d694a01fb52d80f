/**
 * Writes an export line by line and keeps what its manifest will say. No I/O, no clock, no key: the caller streams the
 * lines and signs the manifest. Order of entries: see `format.ts`; the verifier, not the writer, judges it.
 */
import { sha256 } from '../crypto/digest.js'
import type { Receipt } from '../receipt/payloads.js'
import { LineDigest } from './digest.js'
import { composeText } from './embed.js'
import {
  type EntryType,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportEntry,
  type ExportScope,
  type ManifestPayload,
} from './format.js'

const encoder = new TextEncoder()

export class ExportWriter {
  readonly #scope: ExportScope
  readonly #all = new LineDigest()
  readonly #sections = new Map<EntryType, LineDigest>()
  readonly #sessions: ManifestPayload['sessions'][number][] = []
  #log: ManifestPayload['log'] = null

  constructor(scope: ExportScope) {
    this.#scope = scope
  }

  /** The first line. */
  header(): string {
    return this.line({ type: 'header', format: EXPORT_FORMAT, v: EXPORT_VERSION, ...this.#scope })
  }

  /**
   * The canonical text of an entry, without a line feed. Members may be `embedText`.
   *
   * @throws {CanonicalizationError} when the entry has no canonical form.
   */
  line(entry: Exclude<ExportEntry, { readonly type: 'manifest' }>): string {
    const text = composeText(entry)
    const hash = sha256(encoder.encode(text))
    this.#all.add(hash)
    let section = this.#sections.get(entry.type)
    if (section === undefined) {
      section = new LineDigest()
      this.#sections.set(entry.type, section)
    }
    section.add(hash)
    if (entry.type === 'session') {
      const { session, head_hash, actions } = entry
      this.#sessions.push({ session, head_hash, actions })
    }
    if (entry.type === 'log') {
      const chain = `project:${this.#scope.project}`
      this.#log = { chain, head_hash: entry.entry_hash, entries: section.count }
    }
    return text
  }

  /** What Heron signs: canonical text of this payload. */
  manifest(): ManifestPayload {
    const sections: Record<string, { count: number; digest: string }> = {}
    for (const [type, { count, digest }] of this.#sections) sections[type] = { count, digest }
    return {
      kind: 'manifest',
      v: 1,
      ...this.#scope,
      entries: this.#all.count,
      digest: this.#all.digest,
      sections,
      sessions: this.#sessions,
      log: this.#log,
    }
  }
}

/** The last line. */
export function manifestLine(receipt: Receipt<ManifestPayload>): string {
  return composeText({ type: 'manifest', receipt })
}
