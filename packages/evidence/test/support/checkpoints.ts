/** Checkpoints over an honest export: three of them, so that heads move, a session closes late and the log grows between. */
import {
  type CheckpointEntry,
  type CheckpointLeaf,
  type CheckpointLeafEntry,
  checkpointLeafHash,
  checkpointLeafText,
  checkpointOrigin,
  checkpointText,
  type ExportEntry,
  type LogEntry,
  type NoteKey,
  noteSignatureLine,
  noteSigningInput,
  parseJson,
  publicKeyOfSeed,
  type SessionEntry,
  toBase64,
  TreeBuilder,
  writeNote,
} from '../../src/index.js'
import { HERON_KEY, HERON_SEED } from './keys.js'
import { withEntries } from './resign.js'
import { signEd25519 } from '../../src/crypto/ed25519.js'

export const SCOPE = { organization: 'org_test', project: 'prj_test' }
export const ORIGIN = checkpointOrigin(SCOPE)
export const WITNESS_SEED = new Uint8Array(32).fill(3)
export const WITNESS: NoteKey = {
  name: 'witness.example',
  type: 'cosignature',
  publicKey: publicKeyOfSeed(WITNESS_SEED),
}
/** Before every session of a built export, in seconds. */
const WITNESSED_AT = 1_783_944_000
/** The tests' exports begin at this time; checkpoints follow minutes later. */
const TAKEN_AT = '2026-07-13T13:0%:00.000Z'

export type CheckpointOptions = {
  /** Leaves of each checkpoint, without its statement. Default: {@link leavesOf}. */
  readonly rounds?: readonly (readonly CheckpointLeaf[])[]
  /** Signs the newest one as well. */
  readonly witnessSeed?: Uint8Array
  /** Number of checkpoints whose leaves the file leaves out, the last of them standing for all. */
  readonly leftOut?: number
}

/** The export with checkpoints, under a fresh manifest. */
export function withCheckpoints(lines: readonly string[], options: CheckpointOptions = {}): string[] {
  const rounds = options.rounds ?? roundsOf(lines)
  return withEntries(lines, (entries) => {
    const at = entries.findLastIndex(({ type }) => type === 'log') + 1
    return entries.toSpliced(at, 0, ...checkpointEntries(rounds, options))
  })
}

/** The checkpoints of a file, replaced by others. */
export function recommitted(lines: readonly string[], options: CheckpointOptions = {}): string[] {
  const bare = withEntries(lines, (entries) =>
    entries.filter(({ type }) => type !== 'checkpoint' && type !== 'checkpoint_leaf'),
  )
  return withCheckpoints(bare, options)
}

/** What three checkpoints would have committed to: each session at its beginning, half way, and as it is. */
export function roundsOf(lines: readonly string[]): CheckpointLeaf[][] {
  const entries = lines.map((line) => parseJson(line) as unknown as ExportEntry)
  const log = entries.filter((entry): entry is LogEntry => entry.type === 'log')
  const rounds: CheckpointLeaf[][] = [[], [], []]
  for (const [index, session] of entries.entries()) {
    if (session.type !== 'session') continue
    const hashes = [session.genesis_hash]
    for (const entry of entries.slice(index + 1)) {
      if (entry.type === 'session') break
      if (entry.type === 'action') hashes.push(entry.record_hash)
    }
    const half = Math.floor(session.actions / 2)
    rounds[0]!.push(headLeaf(session, hashes, 0, false))
    if (half > 0) rounds[1]!.push(headLeaf(session, hashes, half, false))
    rounds[2]!.push(headLeaf(session, hashes, session.actions, session.state === 'closed'))
  }
  const chain = `project:${SCOPE.project}`
  for (const [round, entries] of [1, log.length].entries()) {
    const head_hash = log[entries - 1]!.entry_hash
    rounds[round]!.push({ kind: 'log_head', v: 1, chain, head_hash, entries })
  }
  rounds[0]!.push({
    ...{ kind: 'log_head', v: 1, chain: `organization:${SCOPE.organization}`, entries: 1 },
    head_hash: `sha256:${'5'.repeat(64)}`,
  })
  return rounds
}

function headLeaf(
  { session, record }: SessionEntry,
  hashes: readonly string[],
  actions: number,
  closed: boolean,
): CheckpointLeaf {
  const head_hash = hashes[actions]!
  return { kind: 'session_head', v: 1, session, opened_at: record.started_at, head_hash, actions, closed }
}

function checkpointEntries(
  rounds: readonly (readonly CheckpointLeaf[])[],
  { witnessSeed, leftOut = 0 }: CheckpointOptions,
): ExportEntry[] {
  const tree = new TreeBuilder()
  const checkpoints: CheckpointEntry[] = []
  const leaves: CheckpointLeafEntry[] = []
  for (const [index, round] of rounds.entries()) {
    const number = index + 1
    const taken_at = TAKEN_AT.replace('%', number.toString())
    const statement: CheckpointLeaf = {
      ...{ kind: 'checkpoint', v: 1, org: SCOPE.organization, project: SCOPE.project },
      ...{ number, taken_at },
    }
    for (const leaf of [...round, statement]) {
      leaves.push({ type: 'checkpoint_leaf', index: tree.size, leaf })
      tree.append(checkpointLeafHash(checkpointLeafText(leaf)))
    }
    const nodes = number === leftOut ? tree.nodes.map(toBase64) : null
    const note = signedCheckpoint(tree, number === rounds.length ? witnessSeed : undefined)
    if (number === leftOut) leaves.length = 0
    if (number >= leftOut) checkpoints.push({ type: 'checkpoint', note, nodes })
  }
  return [...checkpoints, ...leaves]
}

function signedCheckpoint(tree: TreeBuilder, witnessSeed: Uint8Array | undefined): string {
  const text = checkpointText({ origin: ORIGIN, size: tree.size, root: tree.root() })
  const heron: NoteKey = { name: ORIGIN, type: 'ed25519', publicKey: HERON_KEY }
  const line = (key: NoteKey, seed: Uint8Array, time = 0): string =>
    noteSignatureLine(key, signEd25519(seed, noteSigningInput(text, key.type, time)), time)
  const witnessed =
    witnessSeed === undefined
      ? []
      : [line({ ...WITNESS, publicKey: publicKeyOfSeed(witnessSeed) }, witnessSeed, WITNESSED_AT)]
  return writeNote(text, [line(heron, HERON_SEED), ...witnessed])
}

/** The notes of a file, oldest first. */
export function notesOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const entry = parseJson(line) as unknown as ExportEntry
    return entry.type === 'checkpoint' ? [entry.note] : []
  })
}

/** Shortens the last session by its newest call, as one would who has Heron's key and signs everything again. */
export function withoutNewestCall(lines: readonly string[]): string[] {
  return withEntries(lines, (entries) => {
    const at = entries.findLastIndex(({ type }) => type === 'action')
    const gone = entries[at]!
    if (gone.type !== 'action') throw new Error('no call')
    const { session } = gone.decision.payload
    const { action } = gone.record
    return entries.flatMap((entry): ExportEntry[] => {
      if (entry === gone || (entry.type === 'close' && entry.receipt.payload.session === session)) return []
      if (entry.type === 'finding' && entry.action === action) return []
      if (entry.type === 'resolution' && entry.receipt.payload.action === action) return []
      if (entry.type !== 'session' || entry.session !== session) return [entry]
      return [{ ...entry, state: 'open', head_hash: gone.prev_hash, actions: entry.actions - 1 }]
    })
  })
}

/** The same lines as a file of a window; the tests' checkpoints are taken at 13:01, 13:02 and 13:03. */
export function windowedSince(lines: readonly string[], since: string | null): string[] {
  return withEntries(lines, (entries) =>
    entries.map((entry) => (entry.type === 'header' ? { ...entry, window: { since, until: null } } : entry)),
  )
}

/** Takes a whole session away. */
export function withoutSession(lines: readonly string[], session: string): string[] {
  return withEntries(lines, (entries) => {
    const start = entries.findIndex((entry) => entry.type === 'session' && entry.session === session)
    const rest = entries.slice(start + 1)
    const length = rest.findIndex(
      ({ type }) => type === 'session' || type === 'unmatched' || type === 'manifest',
    )
    return entries.toSpliced(start, length + 1)
  })
}
