/**
 * Shapes of the Open Cybersecurity Schema Framework, version 1.4 (docs/event-stream.md): what every event carries, and what
 * each class asks for besides. Only members that the schema of the class knows; what it has no place for is `unmapped`.
 */
import type { JsonObject, JsonValue } from '@heron/evidence'

export const OCSF_VERSION = '1.4.0'

/** `type_uid` = `class_uid` × 100 + `activity_id`. */
export type OcsfEvent = JsonObject & {
  readonly category_uid: number
  readonly class_uid: number
  readonly activity_id: number
  readonly type_uid: number
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly severity_id: number
  readonly metadata: JsonObject
}

export type OcsfClass = { readonly uid: number; readonly name: string; readonly categoryName: string }

export const DETECTION_FINDING: OcsfClass = { uid: 2004, name: 'Detection Finding', categoryName: 'Findings' }
export const ENTITY_MANAGEMENT: OcsfClass = {
  ...{ uid: 3004, name: 'Entity Management', categoryName: 'Identity & Access Management' },
}
export const API_ACTIVITY: OcsfClass = {
  ...{ uid: 6003, name: 'API Activity', categoryName: 'Application Activity' },
}

export type OcsfActivity = { readonly id: number; readonly name: string }

/** What no activity of a class says; its name is then the source's own word. */
export const OTHER_ACTIVITY = 99

const SEVERITIES = {
  informational: { severity_id: 1, severity: 'Informational' },
  low: { severity_id: 2, severity: 'Low' },
  medium: { severity_id: 3, severity: 'Medium' },
  high: { severity_id: 4, severity: 'High' },
  critical: { severity_id: 5, severity: 'Critical' },
} as const
export type OcsfSeverity = keyof typeof SEVERITIES

export type EventParts = {
  readonly class: OcsfClass
  readonly activity: OcsfActivity
  readonly severity: OcsfSeverity
  /** Id of the row that it tells of: the same whenever it is read. */
  readonly uid: string
  /** Which of Heron's records it tells of. */
  readonly logName: 'decisions' | 'executions' | 'findings' | 'operator_log'
  /** By Heron's clock, RFC 3339. */
  readonly at: string
  readonly message: string
  readonly profiles?: readonly string[]
  readonly members: JsonObject
  readonly unmapped: { readonly [member: string]: JsonValue }
}

/** An event with everything that each class requires. */
export function ocsfEvent(parts: EventParts): OcsfEvent {
  const { class: kind, activity, at } = parts
  return {
    category_uid: Math.floor(kind.uid / 1000),
    category_name: kind.categoryName,
    class_uid: kind.uid,
    class_name: kind.name,
    activity_id: activity.id,
    activity_name: activity.name,
    type_uid: kind.uid * 100 + activity.id,
    type_name: `${kind.name}: ${activity.name}`,
    time: Date.parse(at),
    ...SEVERITIES[parts.severity],
    message: parts.message,
    metadata: {
      version: OCSF_VERSION,
      product: { name: 'Heron', vendor_name: 'Heron' },
      uid: parts.uid,
      log_name: parts.logName,
      original_time: at,
      ...(parts.profiles === undefined ? {} : { profiles: parts.profiles }),
    },
    ...parts.members,
    unmapped: parts.unmapped,
  }
}
