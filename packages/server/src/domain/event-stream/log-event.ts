/** An entry of the project's operator log as Entity Management (3004): somebody changed something that is governed. */
import type { AuditPayload } from '@heron/evidence'
import { redactText } from '../redaction/redact-text.js'
import { ENTITY_MANAGEMENT, type OcsfActivity, ocsfEvent, type OcsfEvent, OTHER_ACTIVITY } from './ocsf.js'

const CREATE: OcsfActivity = { id: 1, name: 'Create' }
const UPDATE: OcsfActivity = { id: 3, name: 'Update' }
const DELETE: OcsfActivity = { id: 4, name: 'Delete' }
const ENABLE: OcsfActivity = { id: 8, name: 'Enable' }
const DISABLE: OcsfActivity = { id: 9, name: 'Disable' }
const ACTIVATE: OcsfActivity = { id: 10, name: 'Activate' }
const DEACTIVATE: OcsfActivity = { id: 11, name: 'Deactivate' }

/** By the verb of the act: `vendor_key.revoked`. */
const ACTIVITIES: Readonly<Record<string, OcsfActivity>> = {
  ...{ created: CREATE, minted: CREATE, imported: CREATE, issued: CREATE, added: CREATE },
  ...{ changed: UPDATE, switched: UPDATE, resolved: UPDATE, reopened: UPDATE },
  ...{ granted: UPDATE, declined: UPDATE },
  ...{ deleted: DELETE, removed: DELETE },
  ...{ enabled: ENABLE, disabled: DISABLE, revoked: DISABLE },
  ...{ declared: ACTIVATE, ended: DEACTIVATE },
}

/** @param organization the one whose log it is; the entry itself names the project only. */
export function logEvent(entry: AuditPayload, organization: string): OcsfEvent {
  const { act, subject, chain, seq, entry_hash, at, reason, before, after } = entry
  const verb = act.slice(act.indexOf('.') + 1)
  const activity = Object.hasOwn(ACTIVITIES, verb) ? ACTIVITIES[verb] : undefined
  const type = subject.split(':', 1)[0] ?? subject
  const why = reason === null ? null : redactText(reason)
  return ocsfEvent({
    class: ENTITY_MANAGEMENT,
    activity: activity ?? { id: OTHER_ACTIVITY, name: act },
    severity: 'informational',
    ...{ uid: entry_hash, logName: 'operator_log', at, message: `${act} ${subject}` },
    members: {
      entity: { uid: subject, name: subject, type, data: { before, after } },
      actor: { user: { uid: entry.actor } },
      ...{ status_id: 1, status: 'Success' },
      ...(why === null ? {} : { comment: why }),
    },
    unmapped: { organization, project: chain.replace(/^project:/, ''), act, seq, entry_hash },
  })
}
