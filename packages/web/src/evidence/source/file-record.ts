/** An export read into memory, so that a page can be drawn from it: for small files, and for display only. */
import type {
  ActionEntry,
  BundleEntry,
  CatalogEntry,
  CheckpointEntry,
  CheckpointLeafEntry,
  CloseEntry,
  ExportEntry,
  FindingEntry,
  HeaderEntry,
  KeyEntry,
  LogEntry,
  ResolutionEntry,
  SessionEntry,
  UnmatchedEntry,
  VendorKeyEntry,
} from '@heron/evidence'

export type FileRun = {
  readonly entry: SessionEntry
  readonly actions: readonly ActionEntry[]
  readonly close: CloseEntry | null
}

export type FileRecord = {
  readonly header: HeaderEntry | null
  readonly lines: number
  readonly keys: readonly KeyEntry[]
  readonly vendorKeys: readonly VendorKeyEntry[]
  readonly bundles: readonly BundleEntry[]
  readonly catalogs: readonly CatalogEntry[]
  readonly log: readonly LogEntry[]
  readonly checkpoints: readonly CheckpointEntry[]
  readonly leaves: readonly CheckpointLeafEntry[]
  readonly runs: readonly FileRun[]
  readonly resolutions: readonly ResolutionEntry[]
  readonly findings: readonly FindingEntry[]
  readonly unmatched: readonly UnmatchedEntry[]
}

/**
 * Sorts the lines of an export. What cannot be read is left out: the verifier, not this, says what is wrong with it.
 *
 * @param text UNTRUSTED.
 */
export function readFileRecord(text: string): FileRecord {
  const lines = text.split('\n').filter((line) => line !== '')
  const entries = lines.flatMap(entryOf)
  const of = <Type extends ExportEntry['type']>(type: Type) =>
    entries.filter((entry): entry is Extract<ExportEntry, { readonly type: Type }> => entry.type === type)
  const runs: { entry: SessionEntry; actions: ActionEntry[]; close: CloseEntry | null }[] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (entry.type === 'session') runs.push({ entry, actions: [], close: null })
    else if (entry.type === 'action') run?.actions.push(entry)
    else if (entry.type === 'close' && run !== undefined) run.close = entry
  }
  return {
    header: of('header')[0] ?? null,
    lines: lines.length,
    keys: of('key'),
    vendorKeys: of('vendor_key'),
    bundles: of('bundle'),
    catalogs: of('catalog'),
    log: of('log'),
    checkpoints: of('checkpoint'),
    leaves: of('checkpoint_leaf'),
    runs,
    resolutions: of('resolution'),
    findings: of('finding'),
    unmatched: of('unmatched'),
  }
}

function entryOf(line: string): ExportEntry[] {
  try {
    const value = JSON.parse(line) as ExportEntry | null
    return typeof value === 'object' && value !== null && typeof value.type === 'string' ? [value] : []
  } catch {
    return []
  }
}
