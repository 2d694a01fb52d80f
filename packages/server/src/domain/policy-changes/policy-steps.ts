/** What puts a bundle in force, in the transaction of the entries that say why (heron.md §5, §8). */
import { type AuditPayload, canonicalize, type PolicyBundle, policyHash } from '@heron/evidence'
import { insertPolicyChange, keepPolicy } from '../../store/queries/project-edits.js'
import { type Step, step } from '../../store/store.js'
import { type Operation, scopeOf } from '../operator-keys.js'

/** Keeps the bundle, for ever, and notes which entries made it the one in force. The settings name it by a step of theirs. */
export function policySteps(
  operation: Pick<Operation, 'project'>,
  bundle: PolicyBundle,
  entries: readonly AuditPayload[],
): Step[] {
  const scope = scopeOf(operation)
  const hash = policyHash(bundle)
  const [first] = entries
  const kept = { policy_hash: hash, bundle_text: canonicalize(bundle), created_at: first?.at ?? '' }
  return [
    step(keepPolicy, { ...scope, ...kept }, null),
    ...entries.map(({ seq, entry_hash, act, subject, reason, at }) =>
      step(insertPolicyChange, {
        ...scope,
        ...{ entry_seq: seq, entry_hash, policy_hash: hash, act, subject },
        ...{ reason: reason ?? '', changed_at: at },
      }),
    ),
  ]
}
