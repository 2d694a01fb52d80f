/**
 * The session's context that rules may read (AARM R2; heron.md §5), folded from what was judged before. The service
 * keeps it, the verifier recomputes it from the earlier evaluation receipts: one function, so that they cannot differ.
 */
import type { Classification, Evaluation, History } from './types.js'

/** Before the first action. */
export const EMPTY_HISTORY: History = { actions: 0, operations: {}, data_classes_read: {}, approvals: 0 }

/** What of one judged action enters the history. */
export type JudgedAction = {
  readonly classification: {
    readonly operation: Pick<Classification['operation'], 'value'>
    readonly data_class: Pick<Classification['data_class'], 'value'>
  }
  /** What the rules answered, whether or not it was enforced. */
  readonly result: Pick<Evaluation, 'verdict' | 'reasons'>
}

/** The history that the action after this one is judged with. */
export function advanceHistory(history: History, { classification, result }: JudgedAction): History {
  const allowed = result.verdict === 'ALLOW'
  const operation = classification.operation.value
  const lifted = result.reasons.includes('human_approved')
  return {
    actions: history.actions + 1,
    operations: allowed ? counted(history.operations, operation) : history.operations,
    data_classes_read:
      allowed && operation === 'read'
        ? counted(history.data_classes_read, classification.data_class.value)
        : history.data_classes_read,
    approvals: history.approvals + (lifted ? 1 : 0),
  }
}

function counted(counts: Readonly<Record<string, number>>, name: string): Readonly<Record<string, number>> {
  return { ...counts, [name]: (counts[name] ?? 0) + 1 }
}
