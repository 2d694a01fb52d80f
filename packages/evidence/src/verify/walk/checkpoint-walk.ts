/**
 * The project's log of heads (heron.md §11): the tree is built again leaf by leaf and compared with each signed root.
 * One pass over the leaves proves what single proofs would: each leaf is included, each checkpoint extends the one
 * before. What leaves say is kept until the sessions have passed: some bytes a committed head, none a call.
 */
import type { CheckpointLeaf, LogHeadLeaf, SessionHeadLeaf } from '../../checkpoint/leaves.js'
import { EMPTY_ROOT, sameTreeHash, TreeBuilder, type TreeHash } from '../../checkpoint/merkle.js'
import type { Checkpoint } from '../../checkpoint/note.js'
import { toBase64 } from '../../crypto/base64.js'
import type { HeaderEntry } from '../../export/format.js'
import type { CheckpointFacts, CheckpointLeafFacts } from '../facts.js'
import { CommittedHeads, type CommittedHead } from './committed-heads.js'
import type { LogWalk } from './log-walk.js'
import type { Reporter } from './reporter.js'

/** Ids carry the clock of the process that made them; below this no record counts as forgotten by a checkpoint. */
const CLOCK_TOLERANCE_MS = 15 * 60_000

export class CheckpointWalk {
  readonly #reporter: Reporter
  readonly #log: LogWalk
  readonly #checkpoints: Checkpoint[] = []
  readonly #heads = new Map<string, CommittedHead[]>()
  readonly #logEntries = new Map<string, number>()
  /** Roots at the sizes that the reader asked for; null until the tree was that large. */
  readonly #rootsAt: Map<number, TreeHash | null>
  readonly #witnessed = new Map<string, number>()
  /** Null when it can no longer be told what the tree is. */
  #tree: TreeBuilder | null = new TreeBuilder()
  #start = 0
  /** Checkpoints whose root was met. */
  #met = 0
  #last: CheckpointLeaf | null = null
  #number: number | null = null
  #takenAt: string | null = null
  /** Of the first statement in the file. */
  #firstTakenAt: string | null = null

  /** @param sizes at which the root is asked for later. */
  constructor(reporter: Reporter, log: LogWalk, sizes: readonly number[]) {
    this.#reporter = reporter
    this.#log = log
    this.#rootsAt = new Map(sizes.map((size) => [size, size === 0 ? EMPTY_ROOT : null]))
  }

  get newest(): Checkpoint | null {
    return this.#checkpoints.at(-1) ?? null
  }

  /** Leaves before this one are not in the file. */
  get start(): number {
    return this.#start
  }

  /** Size of the newest checkpoint that a pinned witness signed. */
  witnessedSize(name: string): number | null {
    return this.#witnessed.get(name) ?? null
  }

  /** Root when the tree had that size: one of those asked for. */
  rootAt(size: number): TreeHash | null {
    return this.#rootsAt.get(size) ?? null
  }

  checkpoint({ checkpoint, nodes, witnessedBy }: CheckpointFacts): void {
    if (checkpoint === null) return
    const first = this.#checkpoints.length === 0
    const larger = checkpoint.size > (this.newest?.size ?? 0)
    this.#expectTree(larger, 'CHECKPOINTS_UNORDERED', 'a checkpoint is not larger than the one before it')
    if (nodes !== null) this.#resume(checkpoint, nodes, first)
    if (larger) this.#checkpoints.push(checkpoint)
    for (const name of witnessedBy) this.#witnessed.set(name, checkpoint.size)
  }

  #resume({ size, root }: Checkpoint, nodes: readonly TreeHash[], first: boolean): void {
    const tree = first ? TreeBuilder.resume(size, nodes) : null
    const holds = tree !== null && sameTreeHash(tree.root(), root)
    this.#expectTree(holds, 'NODES_WRONG', 'the subtrees do not give the root that the checkpoint signs')
    this.#tree = holds ? tree : null
    this.#start = size
    this.#met = 1
    this.#note(size)
  }

  leaf({ index, hash, leaf }: CheckpointLeafFacts, header: HeaderEntry | null): void {
    const tree = this.#tree
    if (tree === null) return
    const number = String(tree.size)
    if (index !== tree.size) {
      this.#expectTree(false, 'LEAF_MISPLACED', `leaf ${number} of the log of heads is missing`)
      this.#tree = null
      return
    }
    tree.append(hash)
    this.#last = leaf
    this.#note(tree.size)
    if (leaf !== null) this.#read(index, leaf, header)
    const due = this.#checkpoints[this.#met]
    if (due?.size !== tree.size) return
    this.#met += 1
    const same = sameTreeHash(tree.root(), due.root)
    const message = `the leaves do not give the root of the checkpoint of size ${String(due.size)}`
    this.#expectTree(same, 'ROOT_DIFFERS', message)
    const ends = leaf === null || leaf.kind === 'checkpoint'
    this.#expectTree(ends, 'STATEMENT_MISSING', 'a checkpoint does not end with its own statement')
  }

  #note(size: number): void {
    if (this.#tree !== null && this.#rootsAt.has(size)) this.#rootsAt.set(size, this.#tree.root())
  }

  #read(index: number, leaf: CheckpointLeaf, header: HeaderEntry | null): void {
    if (leaf.kind === 'session_head') this.#session(index, leaf)
    else if (leaf.kind === 'log_head') this.#logHead(index, leaf)
    else {
      const ours = leaf.org === header?.organization && leaf.project === header.project
      this.#expectHeads(ours, 'SCOPE_DIFFERS', `leaf ${String(index)} is a statement about another project`)
      const dense = this.#number === null || leaf.number === this.#number + 1
      const later = this.#takenAt === null || leaf.taken_at >= this.#takenAt
      this.#expectHeads(
        dense && later,
        'LEAF_CONTRADICTS',
        `leaf ${String(index)} does not follow the one before`,
      )
      this.#number = leaf.number
      this.#takenAt = leaf.taken_at
      this.#firstTakenAt ??= leaf.taken_at
    }
  }

  /** A later leaf that says less than an earlier one is proof of a rewritten history, whatever the file shows. */
  #session(index: number, leaf: SessionHeadLeaf): void {
    const { session, head_hash, actions, closed, opened_at } = leaf
    const heads = this.#heads.get(session)
    const before = heads?.at(-1)
    const grows =
      before === undefined ||
      (!before.closed &&
        opened_at === before.opened_at &&
        actions >= before.actions &&
        (actions > before.actions || head_hash === before.head_hash))
    const message = `leaf ${String(index)} takes back what leaf ${String(before?.index ?? 0)} committed to`
    if (!grows) this.#reporter.fail('checkpoints.heads', 'LEAF_CONTRADICTS', message, { session })
    const head = { index, head_hash, actions, closed, opened_at }
    if (heads === undefined) this.#heads.set(session, [head])
    else heads.push(head)
  }

  #logHead(index: number, { chain, head_hash, entries }: LogHeadLeaf): void {
    const before = this.#logEntries.get(chain) ?? 0
    this.#logEntries.set(chain, entries)
    const leaf = `leaf ${String(index)}`
    this.#expectHeads(entries >= before, 'LEAF_CONTRADICTS', `${leaf} takes back entries of an operator log`)
    if (chain !== this.#log.chain) return
    const same = this.#log.headAt(entries) === head_hash
    const message = `${leaf} commits to ${String(entries)} entries of the operator log, and they are not those of this file`
    this.#expectHeads(same, 'COMMITTED_LOG_DIFFERS', message)
  }

  /** What was committed to about a session; it is then forgotten here. */
  ofSession(session: string): CommittedHeads {
    const heads = this.#heads.get(session) ?? []
    this.#heads.delete(session)
    const takenAt = this.#takenAt === null ? Number.NaN : Date.parse(this.#takenAt)
    const coveredUntil = Number.isNaN(takenAt) ? null : new Date(takenAt - CLOCK_TOLERANCE_MS).toISOString()
    const inOrder = heads.toSorted((left, right) => left.actions - right.actions || left.index - right.index)
    return new CommittedHeads(session, inOrder, coveredUntil, this.#reporter)
  }

  /** After the last leaf. */
  close(): void {
    if (this.#tree === null || this.#checkpoints.length === 0) {
      if (this.#last !== null && this.#checkpoints.length === 0)
        this.#expectTree(false, 'LEAVES_UNSIGNED', 'leaves of the log of heads stand under no checkpoint')
      return
    }
    const newest = this.newest?.size ?? 0
    const message = `the newest checkpoint has ${String(newest)} leaves, ${String(this.#tree.size)} are here`
    const whole = this.#met === this.#checkpoints.length && this.#tree.size === newest
    this.#expectTree(whole, 'LEAVES_DIFFER', message)
  }

  /** After the last session: whatever was committed to and must be in this window has been met. */
  finish(window: HeaderEntry['window'] | undefined): void {
    for (const [session, heads] of this.#heads) {
      const [first] = heads
      if (first === undefined || window === undefined) continue
      const within =
        (window.since === null || first.opened_at >= window.since) &&
        (window.until === null || first.opened_at < window.until)
      if (!within) continue
      const message = `checkpoint leaf ${String(first.index)} commits to session ${session}, which is not in the file: it was taken away`
      this.#reporter.expect('checkpoints.heads', false, 'COMMITTED_SESSION_MISSING', message, { session })
    }
    this.#checkBeginning(window?.since ?? null)
    const { newest } = this
    if (newest === null || this.#takenAt === null) return
    const message = `newest checkpoint: ${String(newest.size)} leaves, root ${toBase64(newest.root)}, heads as of ${this.#takenAt}`
    this.#reporter.notice({ code: 'NEWEST_CHECKPOINT', message })
  }

  /**
   * Leaves may be left out only where they are older than the window: the first statement that is here must say so, else
   * nobody would miss a session that the rest committed to.
   */
  #checkBeginning(since: string | null): void {
    if (this.#start === 0) return
    const first = this.#firstTakenAt
    if (since !== null && first !== null && first <= since) return
    const message = `the leaves before leaf ${String(this.#start)} are left out, and nothing here shows that they are older than the window of this file: a session that they commit to may have been taken away`
    this.#reporter.checked('checkpoints.heads')
    this.#reporter.notChecked('checkpoints.heads', 'LEAVES_LEFT_OUT', message)
  }

  #expectTree(holds: boolean, code: string, message: string): void {
    this.#reporter.expect('checkpoints.tree', holds, code, message)
  }

  #expectHeads(holds: boolean, code: string, message: string): void {
    this.#reporter.expect('checkpoints.heads', holds, code, message)
  }
}
