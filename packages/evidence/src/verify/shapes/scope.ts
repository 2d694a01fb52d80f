/** Shape of an export's scope, which header and manifest share. */
import type { ExportScope } from '../../export/format.js'
import { nullable, object, text, time } from './shape.js'

export const scopeMembers = {
  organization: text,
  project: text,
  window: object<ExportScope['window']>({ since: nullable(time), until: nullable(time) }),
  generated_at: time,
}
