/** What a vendor states when a run begins, and how it is said on the wire (heron.md §3). Texts are hashed here. */
import { isDelegationDocument } from '@heron/delegation'
import {
  type AnchorKey,
  type Digest,
  extractAnchors,
  type GrantScope,
  hashJson,
  isDigest,
  type JsonValue,
  looksPersonal,
  type OpenSessionRequest,
  type Principal,
} from '@heron/evidence'
import { HeronUsageError } from '../client/errors.js'
import { assertExternalId } from '../client/external-id.js'

/** Text that the agent is governed by, or its digest; a function is asked anew for every call, since it can change mid-run. */
export type Instructions = string | (() => string)

export type SessionOptions = {
  /** The vendor's id of this run. */
  readonly externalId: string
  readonly agent: { readonly externalId: string; readonly name?: string; readonly version?: string }
  /** For whom: an opaque reference, never a person's address. */
  readonly principal: Principal
  /** What was asked. A text is hashed and its addresses become tokens here; the text itself never leaves. */
  readonly originalRequest: string | { readonly hash: string; readonly anchors: readonly string[] }
  readonly task?: { readonly ref: string; readonly parentSessionExternalId?: string }
  /** What the run was permitted: the vendor's document or its digest. */
  readonly grant?: {
    readonly document: JsonValue
    readonly ref?: string
    readonly scope?: GrantScope
    /**
     * Sends the document itself, so that reviewers can check it: only for a delegation chain `{"tokens": […]}`.
     * Default false: only its digest leaves.
     */
    readonly carry?: boolean
  }
  /** What the agent is governed by: committed to as `instructions_hash` with every call. */
  readonly instructions?: Instructions
  /** RFC 3339 UTC with milliseconds; default: now. */
  readonly startedAt?: string
}

/**
 * Builds the request that opens a session.
 *
 * @param now RFC 3339 UTC with milliseconds.
 * @throws {HeronUsageError} for a reference that names a person, which Heron would refuse.
 */
export function openingRequest(
  options: SessionOptions,
  anchorKey: AnchorKey | null,
  now: string,
): OpenSessionRequest {
  const { externalId, agent, principal, task, grant } = options
  assertExternalId('/externalId', externalId)
  refusePerson('/principal/ref', principal.ref)
  refusePerson('/task/ref', task?.ref)
  refusePerson('/grant/ref', grant?.ref)
  return {
    external_id: externalId,
    agent: {
      external_id: agent.externalId,
      ...(agent.name === undefined ? {} : { name: agent.name }),
      ...(agent.version === undefined ? {} : { version: agent.version }),
    },
    principal: { type: principal.type, ref: principal.ref },
    original_request: wireRequest(options.originalRequest, anchorKey),
    ...(task === undefined ? {} : { task: wireTask(task) }),
    ...(grant === undefined ? {} : { grant: wireGrant(grant) }),
    started_at: options.startedAt ?? now,
  }
}

/** The digest of a text; a digest stands for itself. */
export function digestOf(text: string): Digest {
  return isDigest(text) ? text : hashJson(text)
}

function wireRequest(
  request: SessionOptions['originalRequest'],
  anchorKey: AnchorKey | null,
): OpenSessionRequest['original_request'] {
  if (typeof request !== 'string') return { hash: request.hash, anchors: request.anchors }
  return { hash: hashJson(request), anchors: anchorKey === null ? [] : extractAnchors(request, anchorKey) }
}

function wireTask(task: NonNullable<SessionOptions['task']>): NonNullable<OpenSessionRequest['task']> {
  const { ref, parentSessionExternalId: parent } = task
  return parent === undefined ? { ref } : { ref, parent_session_external_id: parent }
}

function wireGrant(grant: NonNullable<SessionOptions['grant']>): NonNullable<OpenSessionRequest['grant']> {
  const { document, ref, scope, carry = false } = grant
  if (carry && !isDelegationDocument(document)) {
    throw new HeronUsageError('/grant/document', 'can be carried only as a delegation chain: {"tokens": […]}')
  }
  return {
    hash: typeof document === 'string' ? digestOf(document) : hashJson(document),
    ...(ref === undefined ? {} : { ref }),
    ...(scope === undefined ? {} : { scope }),
    ...(carry && isDelegationDocument(document) ? { document } : {}),
  }
}

function refusePerson(pointer: string, ref: string | undefined): void {
  if (ref !== undefined && looksPersonal(ref)) {
    throw new HeronUsageError(pointer, 'holds an address or a phone number: use an opaque reference')
  }
}
