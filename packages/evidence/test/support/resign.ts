/** What a liar with Heron's own key would do: change entries, then sign whatever no longer fits. */
import {
  chainLogEntry,
  type Digest,
  type ExportEntry,
  type ExportScope,
  ExportWriter,
  type HeaderEntry,
  manifestLine,
  parseJson,
  type Receipt,
} from '../../src/index.js'
import { signReceipt } from './export-builder.js'

type Mutable<Value> = Value extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: Mutable<Value[Name]> }
    : Value

export type MutableEntry<Type extends ExportEntry['type']> = Mutable<
  Extract<ExportEntry, { readonly type: Type }>
>

/** The lines with entries changed in place by `change`, under a fresh manifest that Heron signed. */
export function withEntries(
  lines: readonly string[],
  change: (entries: ExportEntry[]) => ExportEntry[],
): string[] {
  const entries = change(lines.map((line) => parseJson(line) as unknown as ExportEntry))
  const header = entries.find((entry): entry is HeaderEntry => entry.type === 'header')
  const scope: ExportScope = {
    organization: header?.organization ?? '',
    project: header?.project ?? '',
    window: header?.window ?? { since: null, until: null },
    generated_at: header?.generated_at ?? '2026-01-01T00:00:00.000Z',
  }
  const writer = new ExportWriter(scope)
  const written = entries.flatMap((entry) => (entry.type === 'manifest' ? [] : [writer.line(entry)]))
  return [...written, manifestLine(signReceipt(writer.manifest()))]
}

/** Changes the entry of that type with that number (from 0), under a fresh manifest. */
export function withEntry<Type extends ExportEntry['type']>(
  lines: readonly string[],
  type: Type,
  change: (entry: MutableEntry<Type>) => void,
  number = 0,
): string[] {
  return withEntries(lines, (entries) => {
    const entry = entries.filter((candidate) => candidate.type === type)[number]
    if (entry === undefined) throw new Error(`no ${type} entry`)
    change(entry as unknown as MutableEntry<Type>)
    return entries
  })
}

/** The operator log with records changed in place, chained and signed again from its first entry. */
export function withLog(
  lines: readonly string[],
  change: (record: MutableEntry<'log'>['record']) => void,
): string[] {
  let prevHash: Digest | null = null
  let seq = 0
  return withEntries(lines, (entries) => {
    for (const entry of entries as MutableEntry<ExportEntry['type']>[]) {
      if (entry.type !== 'log') continue
      change(entry.record)
      entry.record.seq = seq
      const payload = chainLogEntry(entry.record, prevHash)
      Object.assign(entry, {
        prev_hash: prevHash,
        entry_hash: payload.entry_hash,
        receipt: signReceipt(payload),
      })
      prevHash = payload.entry_hash as Digest
      seq += 1
    }
    return entries
  })
}

/** Signs a changed receipt again. */
export function sign(receipt: Mutable<Receipt<object>>): void {
  receipt.signature = signReceipt(receipt.payload).signature
}
