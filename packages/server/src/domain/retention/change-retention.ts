/** A project's own retention (heron.md §8, §12): set by an operator, with a signed entry of both ends and the reason. */
import { findSettings } from '../../store/queries/projects.js'
import { hastenRetention, setRetention } from '../../store/queries/retention.js'
import { step } from '../../store/store.js'
import { requireReason } from '../findings/review-findings.js'
import type { Operation } from '../operator-keys.js'
import { type Act, commitActs, type OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'

/** Below it the arguments would be gone before the call is compared with its request. */
const MIN_MS = 3_600_000
/** Ten years; a mistyped unit would go unnoticed beyond it. */
const MAX_MS = 3653 * 86_400_000

/**
 * Sets how long a project keeps redacted text. What is older expires with the next sweep, which is due at once.
 *
 * @param retentionMs null goes back to what the service is started with.
 * @throws {Refusal} invalid_request; unavailable when somebody else changed it at the same moment.
 */
export async function changeRetention(
  parts: OperatorParts,
  operation: Operation,
  retentionMs: number | null,
): Promise<void> {
  if (
    retentionMs !== null &&
    !(Number.isSafeInteger(retentionMs) && retentionMs >= MIN_MS && retentionMs <= MAX_MS)
  ) {
    const detail = 'must be a whole number of milliseconds from one hour (3600000) to ten years, or null'
    throw new Refusal('invalid_request', detail, '/retention_ms')
  }
  const reason = requireReason(operation.reason)
  const { organizationId, projectId } = operation.project
  const scope = { organization_id: organizationId, project_id: projectId }
  const settings = await parts.store.first(findSettings, scope)
  if (settings === undefined) throw new Refusal('not_found', 'there is no such project')
  const before = settings.retention_ms
  if (before === retentionMs) return
  const act: Act = {
    ...{ organizationId, chain: `project:${projectId}`, actorId: operation.actorId, reason },
    ...{ act: 'retention.changed', subject: `project:${projectId}` },
    before: { retention_ms: before },
    after: { retention_ms: retentionMs },
  }
  const written = await commitActs(parts, [act], () => [
    step(setRetention, { ...scope, expected_retention_ms: before, retention_ms: retentionMs }),
    step(hastenRetention, { ...scope, due_at: parts.now() }, null),
  ])
  if (written === null) {
    throw new Refusal('unavailable', 'the retention is being changed by others as well: look again')
  }
}
