/** A request that is answered with a problem (RFC 9457) instead of a result. Codes are stable; one list, here. */

/** Code → HTTP status and title. A code's meaning never changes. */
export const REFUSALS = {
  invalid_json: { status: 400, title: 'The body is not acceptable JSON' },
  invalid_request: { status: 400, title: 'A member of the request is missing or wrong' },
  personal_reference: { status: 400, title: 'A reference names a person instead of pointing at one' },
  personal_tool_name: { status: 400, title: 'The tool name carries personal data' },
  malformed_digest: { status: 400, title: 'A digest is not sha256: and 64 hex digits' },
  incomplete_approval: { status: 400, title: 'The approval statement is incomplete or contradictory' },
  incomplete_inference: { status: 400, title: 'The inference statement is incomplete' },
  invalid_grant_scope: { status: 400, title: 'The grant scope says nothing or says unknown' },
  grant_document_mismatch: { status: 400, title: 'The grant document is not the one that was hashed' },
  ambiguous_catalog: { status: 400, title: 'The catalogue resolves a name to more than one tool' },
  duplicate_tool_name: { status: 400, title: 'The catalogue names a tool twice' },
  unauthorized: { status: 401, title: 'The API key is unknown or revoked' },
  sign_in_refused: { status: 401, title: 'That does not sign anybody in' },
  not_signed_in: { status: 401, title: 'Nobody is signed in' },
  forbidden: { status: 403, title: 'This role may not do that, or not from there' },
  not_found: { status: 404, title: 'There is no such thing here' },
  unknown_session: { status: 404, title: 'The session does not exist' },
  method_not_allowed: { status: 405, title: 'This address does not take that method' },
  seq_conflict: { status: 409, title: 'Another action holds this seq' },
  idempotency_conflict: { status: 409, title: 'The idempotency key was used with another meaning' },
  session_closed: { status: 409, title: 'The session is closed' },
  changed_meanwhile: { status: 409, title: 'Somebody else changed it meanwhile' },
  set_up_already: { status: 409, title: 'This Heron is set up already' },
  in_use: { status: 409, title: 'It cannot go while something rests on it' },
  body_too_large: { status: 413, title: 'The body is larger than 256 KiB' },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  export_too_large: { status: 422, title: 'The export is too large for this form' },
  snapshot_too_large: { status: 422, title: 'There are too many runs for a snapshot' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Heron failed' },
  page_not_built: { status: 503, title: 'The evidence page is not part of this build' },
  unavailable: { status: 503, title: 'Heron cannot answer durably right now' },
} as const

export type RefusalCode = keyof typeof REFUSALS

/** Thrown by use cases; the HTTP layer turns it into a problem. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** JSON pointer into the request body. */
  readonly pointer: string | undefined

  constructor(code: RefusalCode, detail: string, pointer?: string, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'Refusal'
    this.code = code
    this.pointer = pointer
  }
}
