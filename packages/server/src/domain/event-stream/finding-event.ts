/** A finding as Detection Finding (2004), from the moment it was raised. */
import type { FindingKind, JsonObject, Severity } from '@heron/evidence'
import type { Schema } from '../../store/schema.js'
import { FINDING_ADVICE } from '../report/finding-advice.js'
import { DETECTION_FINDING, ocsfEvent, type OcsfEvent } from './ocsf.js'

export function findingEvent(row: Schema['findings']): OcsfEvent {
  const { id, kind, raised_at: at, tool, agent } = row
  const { means, benign, next } = FINDING_ADVICE[kind as FindingKind]
  return ocsfEvent({
    class: DETECTION_FINDING,
    activity: { id: 1, name: 'Create' },
    severity: row.severity as Severity,
    ...{ uid: id, logName: 'findings', at, message: tool === null ? kind : `${kind} ${tool}` },
    members: {
      finding_info: {
        ...{ uid: id, title: means, types: [kind], created_time: Date.parse(at) },
        desc: `${means} Harmless causes: ${benign} What to do: ${next}`,
        analytic: { type_id: 1, type: 'Rule', uid: kind, name: kind },
      },
      ...{ status_id: 1, status: 'New', is_alert: true },
      evidences: [
        {
          data: JSON.parse(row.detail_text) as JsonObject,
          ...(agent === null ? {} : { actor: { app_uid: agent, app_name: agent } }),
          ...(tool === null ? {} : { api: { operation: tool } }),
        },
      ],
    },
    unmapped: {
      ...{ organization: row.organization_id, project: row.project_id, environment: row.environment },
      ...{ session: row.session_id, action: row.action_id, catalog_hash: row.catalog_hash },
      ...{ verdict: row.verdict, rule: row.rule },
    },
  })
}
