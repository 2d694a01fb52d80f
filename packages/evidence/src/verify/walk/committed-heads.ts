/**
 * One session against what checkpoints committed to about it (heron.md §11): its chain must pass through every committed
 * head at its committed count, and a chain that was said to be closed must end there.
 */
import type { SessionHeadLeaf } from '../../checkpoint/leaves.js'
import type { Reporter } from './reporter.js'

/** A committed head, and the leaf that commits to it. */
export type CommittedHead = Pick<SessionHeadLeaf, 'head_hash' | 'actions' | 'closed' | 'opened_at'> & {
  readonly index: number
}

export class CommittedHeads {
  readonly #session: string
  readonly #heads: readonly CommittedHead[]
  readonly #reporter: Reporter
  /** Records decided before it should be committed to; null where there is no checkpoint. */
  readonly #coveredUntil: string | null
  #next = 0
  #uncovered = 0

  constructor(
    session: string,
    heads: readonly CommittedHead[],
    coveredUntil: string | null,
    reporter: Reporter,
  ) {
    this.#session = session
    this.#heads = heads
    this.#coveredUntil = coveredUntil
    this.#reporter = reporter
  }

  /**
   * The next record of the chain.
   *
   * @param position 0 is the genesis record.
   * @param decidedAt null where that is not known.
   */
  meet(recordHash: string, position: number, decidedAt: string | null): void {
    let committed = this.#heads[this.#next]
    if (committed === undefined && decidedAt !== null && decidedAt < (this.#coveredUntil ?? ''))
      this.#uncovered += 1
    for (; committed?.actions === position; committed = this.#heads[this.#next]) {
      this.#next += 1
      const message = `checkpoint leaf ${String(committed.index)} commits to another record after ${String(position)} actions: the chain was rewritten`
      this.#expect(committed.head_hash === recordHash, 'COMMITTED_HEAD_DIFFERS', message)
    }
  }

  finish(actions: number, closed: boolean): void {
    for (const { index, actions: committed } of this.#heads.slice(this.#next)) {
      const message = `checkpoint leaf ${String(index)} commits to ${String(committed)} actions, ${String(actions)} are here: the newest were taken away`
      this.#expect(false, 'COMMITTED_HEAD_MISSING', message)
    }
    const end = this.#heads.find((head) => head.closed)
    if (end !== undefined) {
      const message = `checkpoint leaf ${String(end.index)} says that the session was closed after ${String(end.actions)} actions`
      this.#expect(closed && end.actions === actions, 'CLOSED_STATE_DIFFERS', message)
    }
    if (this.#uncovered === 0) return
    const message = `${String(this.#uncovered)} records are older than the newest checkpoint, and none commits to them: that nothing followed them is not proven`
    this.#reporter.checked('checkpoints.heads')
    this.#reporter.notChecked('checkpoints.heads', 'HEAD_NOT_COMMITTED', message, { session: this.#session })
  }

  #expect(holds: boolean, code: string, message: string): void {
    this.#reporter.expect('checkpoints.heads', holds, code, message, { session: this.#session })
  }
}
