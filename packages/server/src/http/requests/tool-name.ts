/** The one check that every tool's name passes, live or an alias (heron.md §12). */
import type { JsonPointer } from '@heron/evidence'
import { toolNameIsPersonal } from '../../domain/redaction/redact-text.js'
import { Refusal } from '../../domain/refusal.js'

/**
 * A name stands in signed bytes and is published: it cannot be scrubbed, so it is refused.
 *
 * @throws {Refusal}
 */
export function checkToolName(name: string, pointer: JsonPointer): void {
  if (!toolNameIsPersonal(name)) return
  const detail = `\`${pointer}\` carries an e-mail address, phone, card or IP number: name the tool, not whom it serves`
  throw new Refusal('personal_tool_name', detail, pointer)
}
