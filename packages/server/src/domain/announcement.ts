/** An announced action as it is accepted: every refusal that needs nothing but the request (heron.md §3). */
import {
  type AnnounceActionRequest,
  type Digest,
  hashJson,
  type JsonObject,
  readSignals,
  type Signals,
  type StatedSignals,
} from '@heron/evidence'
import { requireDigest, requireTime, requireToolName } from './door.js'
import { nativeSha256 } from './native-sha256.js'
import { publishableSignals, redactResourceRef } from './redaction/renderings.js'
import { redactText } from './redaction/redact-text.js'
import { Refusal } from './refusal.js'

export type Announcement = {
  readonly sessionExternalId: string
  readonly seq: number
  readonly tool: string
  readonly toolProvider: string | null
  readonly toolServer: string | null
  readonly argsHash: Digest
  /** As sent; redacted again before it is stored. */
  readonly args: JsonObject
  readonly signals: Signals | undefined
  readonly signalsHash: Digest | null
  readonly stated: StatedSignals
  readonly instructionsHash: string | null
  readonly resourceRefHash: Digest | null
  readonly resourceRefRedacted: string | null
  readonly claimedPrevHash: Digest | null
  readonly requestedAt: string
}

/**
 * @param request UNTRUSTED, shape-checked.
 * @throws {Refusal} with the member named.
 */
export function readAnnouncement(request: AnnounceActionRequest): Announcement {
  const { tool, signals, resource_ref: resourceRef, chain } = request
  const stated = readSignals(publishableSignals(signals))
  if (!stated.ok) throw new Refusal(stated.code, stated.message, `/signals${stated.pointer}`)
  const instructionsHash = signals?.['instructions_hash']
  return {
    sessionExternalId: request.session_external_id,
    seq: request.seq,
    tool: requireToolName(tool.name, '/tool/name'),
    toolProvider: tool.provider === undefined ? null : redactText(tool.provider),
    toolServer: tool.server === undefined ? null : redactText(tool.server),
    argsHash: requireDigest(request.args_hash, '/args_hash'),
    args: request.args_redacted,
    signals,
    signalsHash: signals === undefined ? null : hashJson(signals, nativeSha256),
    stated,
    instructionsHash: typeof instructionsHash === 'string' ? instructionsHash : null,
    resourceRefHash: resourceRef === undefined ? null : hashJson(resourceRef, nativeSha256),
    resourceRefRedacted: resourceRef === undefined ? null : redactResourceRef(resourceRef),
    claimedPrevHash: chain === undefined ? null : requireDigest(chain.prev_hash, '/chain/prev_hash'),
    requestedAt: requireTime(request.requested_at, '/requested_at'),
  }
}

/** What makes two announcements the same one. */
export function meaningOf({ sessionExternalId, seq, tool, argsHash }: Announcement): JsonObject {
  return { session_external_id: sessionExternalId, seq, tool, args_hash: argsHash }
}
