/**
 * The log of heads (heron.md §11): the tree is built again from the stored leaves, each signed root compared, and each
 * committed head looked up in the chain that it is of.
 */
import {
  type CheckpointLeaf,
  checkpointLeafHash,
  checkpointOrigin,
  checkpointText,
  parseNote,
  parseNoteKey,
  type SignatureVerifier,
  toBase64,
  TreeBuilder,
  verifyNote,
} from '@heron/evidence'
import { pageOfActions } from '../../store/queries/actions.js'
import { findSessionWithHead } from '../../store/queries/chain-sweeps.js'
import {
  findTree,
  listCosignatures,
  listWitnesses,
  pageOfCheckpoints,
  pageOfLeaves,
  pageOfNodes,
} from '../../store/queries/checkpoints.js'
import { pageOfLog } from '../../store/queries/records.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { readNote } from '../checkpoints/checkpoint-note.js'
import type { Scope } from '../checkpoints/growing-tree.js'
import { STATEMENT_SUBJECT } from '../checkpoints/take-checkpoints.js'
import type { SignatureCheck } from './check-signature.js'
import { type FsckNotes, readText } from './report.js'

const PAGE = 500

type LeafRow = Pick<
  Schema['checkpoint_leaves'],
  'leaf_index' | 'subject' | 'head_hash' | 'entries' | 'ended' | 'leaf_text'
>

export type CheckpointCheck = {
  readonly reader: Reader
  readonly scope: Scope
  readonly isSigned: SignatureCheck
  readonly verify: SignatureVerifier
  readonly notes: FsckNotes
}

export async function checkCheckpoints(check: CheckpointCheck): Promise<void> {
  const { reader, scope, notes } = check
  const tree = new TreeBuilder()
  const checkpoints = new CheckpointRows(check)
  let signed = await checkpoints.next()
  for (;;) {
    const page = { from: tree.size, before: Number.MAX_SAFE_INTEGER, limit: PAGE }
    const rows = await reader.all(pageOfLeaves, { ...scope, ...page })
    for (const row of rows) {
      const where = `checkpoint_leaves ${String(row.leaf_index)}`
      notes.row('checkpoint_leaves')
      if (row.leaf_index !== tree.size) {
        notes.expect(false, 'missing', where, 'a leaf before it is missing')
        return
      }
      await checkLeaf(check, row, where)
      const nodes: [leaves: number, hash: string][] = []
      tree.append(checkpointLeafHash(row.leaf_text), (leaves, hash) => nodes.push([leaves, toBase64(hash)]))
      for (const [leaves, hash] of nodes) await checkNode(check, tree.size, leaves, hash)
      if (signed?.size !== tree.size) continue
      await checkpoints.check(signed, tree, row)
      signed = await checkpoints.next()
    }
    if (rows.length < PAGE) break
  }
  const unmet = signed === null ? '' : `checkpoints ${String(signed.number)}`
  notes.expect(signed === null, 'missing', unmet, 'the leaves that it signs are not all there')
  const state = await reader.first(findTree, scope)
  const same =
    state === undefined
      ? tree.size === 0
      : state.size === tree.size && state.nodes_text === JSON.stringify(tree.nodes.map(toBase64))
  notes.expect(
    same,
    'column_differs',
    `checkpoint_trees ${scope.project_id}`,
    'it is not where the leaves end',
  )
}

/** The nodes of tiles are kept for reading only; they follow from the leaves. */
async function checkNode(
  { reader, scope, notes }: CheckpointCheck,
  size: number,
  leaves: number,
  hash: string,
): Promise<void> {
  const level = Math.log2(leaves) / 8
  if (!Number.isInteger(level)) return
  const index = size / leaves - 1
  const [node] = await reader.all(pageOfNodes, { ...scope, level, from: index, limit: 1 })
  notes.row('checkpoint_nodes')
  const where = `checkpoint_nodes ${String(level)} ${String(index)}`
  const same = node?.node_index === index && node.node_hash === hash
  notes.expect(same, 'hash_wrong', where, 'the node is not what the leaves under it give')
}

async function checkLeaf(check: CheckpointCheck, row: LeafRow, where: string): Promise<void> {
  const { scope, notes } = check
  const leaf = readText<CheckpointLeaf>(notes, where, row.leaf_text)
  if (leaf === null) return
  if (leaf.kind === 'checkpoint') {
    notes.expectColumns(where, 'leaf', {
      subject: [row.subject, STATEMENT_SUBJECT],
      organization_id: [scope.organization_id, leaf.org],
      project_id: [scope.project_id, leaf.project],
      entries: [row.entries, leaf.number],
    })
    return
  }
  const [subject, entries, ended] =
    leaf.kind === 'session_head'
      ? [leaf.session, leaf.actions, leaf.closed ? 1 : 0]
      : [leaf.chain, leaf.entries, 0]
  notes.expectColumns(where, 'leaf', {
    subject: [row.subject, subject],
    head_hash: [row.head_hash, leaf.head_hash],
    entries: [row.entries, entries],
    ended: [row.ended, ended],
  })
  const stands = leaf.kind === 'session_head' ? await isInSession(check, row) : await isInLog(check, row)
  notes.expect(stands, 'head_differs', where, 'the chain does not pass through the head that it commits to')
}

async function isInSession({ reader, scope }: CheckpointCheck, row: LeafRow): Promise<boolean> {
  const { subject: session_id, entries, head_hash, ended } = row
  const session = await reader.first(findSessionWithHead, { ...scope, session_id })
  if (session === undefined) return false
  if (ended === 1 && (session.closed_at === null || session.position !== entries)) return false
  if (entries === 0) return session.genesis_hash === head_hash
  const place = { ...scope, session_id, after_position: entries - 1, limit: 1 }
  const [action] = await reader.all(pageOfActions, place)
  return action?.position === entries && action.record_hash === head_hash
}

async function isInLog({ reader, scope }: CheckpointCheck, row: LeafRow): Promise<boolean> {
  const { organization_id } = scope
  const place = { organization_id, chain: row.subject, after_seq: row.entries - 2, limit: 1 }
  const [entry] = await reader.all(pageOfLog, place)
  return entry?.seq === row.entries - 1 && entry.entry_hash === row.head_hash
}

/** The signed checkpoints in order, each checked when the tree has its size. */
class CheckpointRows {
  readonly #check: CheckpointCheck
  #number = 0

  constructor(check: CheckpointCheck) {
    this.#check = check
  }

  async next(): Promise<Schema['checkpoints'] | null> {
    const { reader, scope, notes } = this.#check
    const [row] = await reader.all(pageOfCheckpoints, { ...scope, after_number: this.#number, limit: 1 })
    if (row === undefined) return null
    notes.row('checkpoints')
    const dense = row.number === this.#number + 1
    notes.expect(dense, 'missing', `checkpoints ${String(row.number)}`, 'the one before it is missing')
    this.#number = row.number
    return row
  }

  async check(row: Schema['checkpoints'], tree: TreeBuilder, statement: LeafRow): Promise<void> {
    const { scope, isSigned, notes } = this.#check
    const where = `checkpoints ${String(row.number)}`
    const origin = checkpointOrigin({ organization: scope.organization_id, project: scope.project_id })
    const text = checkpointText({ origin, size: tree.size, root: tree.root() })
    notes.expect(row.note_text === text, 'hash_wrong', where, 'the leaves do not give the root that it signs')
    const nodes = JSON.stringify(tree.nodes.map(toBase64))
    notes.expect(row.nodes_text === nodes, 'hash_wrong', where, 'its subtrees are not those of the leaves')
    const signed = await isSigned(row.note_text, row.kid, row.signature)
    notes.expect(signed, 'signature_wrong', where, 'the checkpoint is not signed')
    const own = statement.subject === STATEMENT_SUBJECT && statement.entries === row.number
    notes.expect(own, 'column_differs', where, 'the leaves do not end with its statement')
    await this.#cosignatures(row, where)
  }

  async #cosignatures(row: Schema['checkpoints'], where: string): Promise<void> {
    const { reader, scope, verify, notes } = this.#check
    const lines = await reader.all(listCosignatures, { ...scope, number: row.number })
    if (lines.length === 0) return
    const witnesses = await reader.all(listWitnesses, scope)
    const note = parseNote(await readNote(reader, row, []))
    for (const { name } of lines) {
      notes.row('checkpoint_cosignatures')
      const text = witnesses.find((witness) => witness.name === name)?.note_key
      const key = text === undefined ? null : parseNoteKey(text)
      const held = note === null || key === null ? null : await verifyNote(note, [key], verify)
      const message = `the cosignature of ${name} does not verify`
      notes.expect(held !== null && held.length > 0, 'signature_wrong', where, message)
    }
  }
}
