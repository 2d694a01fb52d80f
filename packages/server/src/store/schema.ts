/**
 * The tables, as Kysely reads them. The DDL is in `migrations/`; a test compares the two.
 *
 * Conventions: keys lead with the tenant; times are RFC 3339 UTC with milliseconds as text; flags are 0 or 1; a column
 * `…_text` holds the exact canonical text that was hashed or signed.
 */
export type Flag = 0 | 1

/** Every table of a tenant carries both. */
type TenantKey = { readonly organization_id: string; readonly project_id: string }

export type Schema = {
  organizations: { id: string; name: string; created_at: string }
  projects: { organization_id: string; id: string; name: string; created_at: string }
  /** Who may sign in. Personal: read for people of the same organization only. */
  people: {
    id: string
    email: string
    email_verified: Flag
    name: string
    image: string | null
    two_factor_enabled: Flag
    created_at: string
    updated_at: string
  }
  /** To which organization a person belongs, and as what. */
  members: {
    organization_id: string
    user_id: string
    role: string
    joined_at: string
    last_signed_in_at: string | null
    removed_at: string | null
  }
  /** A password (provider `credential`) or an identity elsewhere. */
  credentials: {
    id: string
    user_id: string
    provider_id: string
    account_id: string
    password_hash: string | null
    created_at: string
    updated_at: string
  }
  person_sessions: {
    id: string
    user_id: string
    token_hash: string
    created_at: string
    /** When it was last used. */
    updated_at: string
    expires_at: string
    ip_address: string | null
    user_agent: string | null
  }
  /** What is under way while somebody signs in. */
  verifications: {
    id: string
    identifier: string
    value: string
    expires_at: string
    created_at: string
    updated_at: string
  }
  /** Encrypted under a key that is not in the database. */
  two_factors: {
    id: string
    user_id: string
    secret: string
    backup_codes: string
    verified: Flag
    failed_verification_count: number
    locked_until: string | null
  }
  invitations: {
    organization_id: string
    id: string
    email: string
    role: string
    token_hash: string
    invited_by: string
    created_at: string
    expires_at: string
    accepted_at: string | null
    revoked_at: string | null
  }
  /** What is in force in a project. `revision` moves with every change, so that a decision can name what it read. */
  project_settings: TenantKey & {
    revision: number
    policy_hash: string
    catalog_id: string | null
    catalog_hash: string | null
    allowlist_text: string
    /** The times of reconciliation; null takes what the service was started with. */
    approval_timeout_ms: number | null
    context_timeout_ms: number | null
    reconcile_window_ms: number | null
    missing_horizon_ms: number | null
    /** How long redacted text is kept; null takes what the service was started with. */
    retention_ms: number | null
  }
  policies: TenantKey & { policy_hash: string; bundle_text: string; created_at: string }
  api_keys: TenantKey & {
    id: string
    environment: 'live' | 'test'
    prefix: string
    key_hash: string
    created_at: string
    last_used_at: string | null
    revoked_at: string | null
  }
  evidence_pages: TenantKey & { slug: string; window_days: number; public_overview: Flag; created_at: string }
  reviewer_links: TenantKey & {
    id: string
    label: string
    token_hash: string
    /** How far back it reaches where that is further than the page does; null is the page's window. */
    window_days: number | null
    created_at: string
    revoked_at: string | null
  }
  vendor_keys: TenantKey & {
    kid: string
    public_key: string
    imported_at: string
    imported_by: string
    revoked_at: string | null
    revoked_by: string | null
  }
  tool_catalogs: TenantKey & {
    id: string
    catalog_hash: string
    body_text: string
    tools: number
    kid: string
    signature: string
    signature_valid: Flag
    received_at: string
    idempotency_digest: string | null
  }
  sessions: TenantKey & {
    id: string
    environment: 'live' | 'test'
    external_id: string
    agent_external_id: string
    agent_name: string | null
    agent_version: string | null
    principal_type: 'human' | 'service'
    principal_ref: string
    request_hash: string
    anchors_text: string
    task_ref: string | null
    parent_external_id: string | null
    grant_ref: string | null
    grant_scope_text: string | null
    grant_document_text: string | null
    record_text: string
    genesis_hash: string
    opened_at: string
    idempotency_digest: string | null
  }
  /** Where a session's chain stands: the one row that all its writers compare and move. */
  session_heads: TenantKey & {
    session_id: string
    head_hash: string
    position: number
    history_text: string
    closed_at: string | null
  }
  actions: TenantKey & {
    id: string
    session_id: string
    position: number
    seq: number
    tool: string
    tool_provider: string | null
    tool_server: string | null
    args_hash: string
    args_redacted_text: string | null
    resource_ref_redacted: string | null
    instructions_hash: string | null
    claimed_prev_hash: string | null
    prev_hash: string
    record_hash: string
    /** The first 48 bits of `record_hash`: a narrow index for "did this session issue that hash". */
    record_mark: number
    record_text: string
    decision_id: string
    verdict: string
    rule: string | null
    engine: string
    resolves_action_id: string | null
    decision_text: string
    decision_signature: string
    evaluation_text: string
    evaluation_signature: string
    kid: string
    received_at: string
    idempotency_digest: string | null
  }
  /** STEP_UP, MODIFY and DEFER that nothing has answered yet: due rows of the worker. */
  awaited_answers: TenantKey & {
    session_id: string
    action_id: string
    verdict: 'STEP_UP' | 'MODIFY' | 'DEFER'
    tool: string
    args_hash: string
    due_at: string | null
  }
  /** What answered such an action: a later action, or a signed resolution receipt. One row, for ever. */
  answered_actions: TenantKey & {
    action_id: string
    answered_by_action_id: string | null
    receipt_id: string | null
    answered_at: string
  }
  /** Close and resolution receipts; `subject_id` is the session or the action. */
  receipts: TenantKey & {
    id: string
    kind: 'close' | 'resolution'
    session_id: string
    subject_id: string
    payload_text: string
    kid: string
    signature: string
    created_at: string
  }
  executions: TenantKey & {
    id: string
    action_id: string
    decision_id: string
    /** Null when this tenant has no such action and decision. */
    session_id: string | null
    outcome: string
    result_hash: string | null
    error_code: string | null
    executed_at: string
    statement_text: string
    kid: string
    signature: string
    signature_valid: Flag
    received_at: string
    idempotency_digest: string | null
  }
  findings: TenantKey & {
    id: string
    kind: string
    severity: string
    /** What the kind is raised once about: an action, a catalogue. */
    subject: string
    session_id: string | null
    action_id: string | null
    catalog_hash: string | null
    /** Facts of the call, from the moment it was raised, so that grouping reads narrow rows and nothing else. */
    tool: string | null
    agent: string | null
    environment: string | null
    verdict: string | null
    rule: string | null
    detail_text: string
    raised_at: string
  }
  /** What became of a finding, in order; its state is its last event. `ordinal` serialises writers. */
  finding_events: TenantKey & {
    finding_id: string
    ordinal: number
    event: 'resolved' | 'reopened' | 'cleared'
    /** The entry of a review, in the project's operator log. */
    entry_seq: number | null
    entry_hash: string | null
    /** The statement that cleared it. */
    execution_id: string | null
    at: string
  }
  /**
   * How far the comparison of a decision with its statements has come: one row for each action, written with it. Work,
   * not evidence. `due_at` null: nothing is to be done until a statement arrives. `touched_by` is the id of what moved
   * the row last, so that a plan made on an earlier state never holds.
   */
  reconciliations: TenantKey & {
    action_id: string
    decided_at: string
    state: 'new' | 'pending' | 'paired' | 'missing'
    touched_by: string
    due_at: string | null
  }
  /** How long a tool's calls took from decision to first statement: counts by bucket, a bounded number of rows a tool. */
  tool_delays: TenantKey & { tool: string; bucket: number; pairs: number }
  /** Where the recomputation of a project's chains stands: the last record that was checked. */
  chain_sweeps: TenantKey & {
    /** Empty before the first session. */
    session_id: string
    position: number
    head_hash: string
    lap_began_at: string
    due_at: string
  }
  /** Where the expiry of a project's redacted text stands: the last action and session that were passed. */
  retention_sweeps: TenantKey & { action_id: string; session_id: string; due_at: string }
  /** How far a project's log of heads has come; everything in it follows from the leaves and checkpoints. */
  checkpoint_trees: TenantKey & {
    /** Moves with every change, so that a plan made on an earlier state never holds. */
    revision: number
    size: number
    /** JSON array: the complete subtrees, largest first, base64. */
    nodes_text: string
    /** Size of the newest checkpoint. */
    signed_size: number
    /** Its number; 0 before the first. */
    number: number
    /** What the pass under way looks through; `idle` between passes. */
    stage: 'idle' | 'everything' | 'sessions' | 'actions' | 'closings'
    /** Ids made from here on are looked at, milliseconds since the epoch. */
    from_ms: number
    after_id: string
    /** When the pass under way, or the last one, began; empty before the first. */
    taken_at: string
    due_at: string
  }
  /** `subject`: a session, a log's chain, or `checkpoint`. `entries`: actions, log entries, or the number. */
  checkpoint_leaves: TenantKey & {
    leaf_index: number
    subject: string
    head_hash: string
    entries: number
    /** The session was closed. */
    ended: Flag
    leaf_text: string
  }
  /** Node `node_index` of 256^level leaves. */
  checkpoint_nodes: TenantKey & { level: number; node_index: number; node_hash: string }
  checkpoints: TenantKey & {
    number: number
    size: number
    nodes_text: string
    /** The text that is signed. */
    note_text: string
    kid: string
    signature: string
    taken_at: string
    created_at: string
  }
  checkpoint_witnesses: TenantKey & {
    name: string
    note_key: string
    added_at: string
    /** Hash of the entry in the operator log. */
    added_by: string
  }
  checkpoint_cosignatures: TenantKey & {
    number: number
    name: string
    signature_line: string
    received_at: string
  }
  /** Attempts to use an idempotency key with another meaning. */
  idempotency_conflicts: TenantKey & {
    id: string
    scope: string
    idempotency_digest: string
    /** Id of the row that holds the key. */
    holder_id: string
    attempted_hash: string
    attempted_text: string
    received_at: string
  }
  /**
   * Counts of actions, kept as they are written. `day` is when the session was opened (UTC), since a window is made of
   * whole sessions; `shape` is the JSON array of the five sources, the commitments and the policy hash.
   */
  action_tallies: TenantKey & {
    day: string
    tool: string
    verdict: string
    /** Empty where no rule decided. */
    rule: string
    shape: string
    shard: number
    actions: number
    first_at: string
    last_at: string
  }
  session_tallies: TenantKey & {
    day: string
    what: 'sessions' | 'closed' | 'grants' | 'tasks' | 'stated'
    shard: number
    n: number
  }
  /** `day` is when the finding was raised. */
  finding_tallies: TenantKey & {
    day: string
    kind: string
    state: 'open' | 'reviewed' | 'cleared'
    shard: number
    n: number
    newest_at: string
  }
  /** What of a session can be looked for: `verdict:<verdict>`, `finding:<kind>`. */
  session_marks: TenantKey & { session_id: string; mark: string; opened_at: string; n: number }
  /**
   * Calls by hour and by day of their arrival, folded in by the worker. `at` is the first moment of the span:
   * `2026-11-30T12` or `2026-11-30`.
   */
  call_counts: TenantKey & {
    span: 'hour' | 'day'
    at: string
    environment: string
    agent: string
    verdict: string
    calls: number
    /** Those with a statement. */
    stated: number
  }
  /** The last action and the last statement that `call_counts` holds; empty before the first. */
  count_sweeps: TenantKey & { action_id: string; execution_id: string; due_at: string }
  /** Findings by all that issues are distributed over; empty where a finding has no such value. `day` is when it was raised. */
  issue_tallies: TenantKey & {
    kind: string
    day: string
    tool: string
    agent: string
    environment: string
    verdict: string
    rule: string
    state: 'open' | 'resolved' | 'cleared'
    shard: number
    n: number
    first_at: string
    last_at: string
  }
  /** Sessions in which a kind was found. */
  issue_runs: TenantKey & { kind: string; agent: string; environment: string; shard: number; n: number }
  snapshots: TenantKey & {
    id: string
    link_id: string
    window_days: number
    sessions: number
    actions: number
    digest: string
    payload_text: string
    kid: string
    signature: string
    taken_at: string
  }
  /** Personal: for the operator alone, until it expires. */
  link_requests: TenantKey & {
    id: string
    name: string
    why: string
    email: string
    requested_at: string
    expires_at: string
  }
  reviewer_link_uses: TenantKey & { link_id: string; last_used_at: string }
  /** What two editors of a project compare and move; who moved it last. Absent before the first edit, which is revision 0. */
  project_edits: TenantKey & {
    revision: number
    act: string
    subject: string
    /** Account of the person. */
    edited_by: string
    edited_at: string
  }
  /** Which entry of the operator log put which bundle in force. */
  policy_changes: TenantKey & {
    entry_seq: number
    entry_hash: string
    policy_hash: string
    act: string
    subject: string
    reason: string
    changed_at: string
  }
  /** Shadow windows (`advisory`) and break-glass (`suspended`); one at most has not ended. */
  enforcement_windows: TenantKey & {
    id: string
    effect: 'advisory' | 'suspended'
    /** Hash of the entry that declared it: what receipts name. */
    declared_by: string
    declared_from: string
    declared_until: string
    reason: string
    /** Account of the person who declared it. */
    actor_id: string
    ended_at: string | null
    /** Hash of the entry that ended it, early or as its time was over. */
    ended_by: string | null
  }
  /** What people answered to STEP_UPs in the dashboard: once each. */
  approval_answers: TenantKey & {
    action_id: string
    decision: 'APPROVE' | 'DECLINE'
    reason: string
    /** Account of the person. */
    answered_by: string
    /** Their pseudonym in the project's log, which receipts name. */
    approver: string
    tool: string
    /** Empty where no rule asked. */
    rule: string
    entry_hash: string
    answered_at: string
  }
  /** Both operator logs; `chain` is `project:<id>` or `organization:<id>`. */
  log_entries: {
    organization_id: string
    chain: string
    seq: number
    entry_hash: string
    prev_hash: string | null
    record_text: string
    payload_text: string
    kid: string
    signature: string
    created_at: string
  }
  webhooks: TenantKey & {
    id: string
    url: string
    /** JSON array. */
    topics_text: string
    allow_private: Flag
    enabled: Flag
    /** Why it was disabled by the service itself. */
    disabled_reason: string | null
    secret_sealed: string
    /** The secret before the last rotation, and until when it still signs. */
    previous_secret_sealed: string | null
    previous_valid_until: string | null
    created_at: string
    /** The first failure since the last success. */
    failing_since: string | null
    last_at: string | null
    last_status: number | null
    last_error: string | null
  }
  /** What happened and was not made into an event yet; the row in `source` says what. */
  webhook_outbox: TenantKey & {
    source: 'finding' | 'finding_event' | 'question' | 'answer' | 'log'
    source_id: string
  }
  webhook_events: TenantKey & { id: string; topic: string; payload_text: string; created_at: string }
  /** `next_attempt_at` is null when nothing is to be sent any more; while an attempt runs, it is when that is given up. */
  webhook_deliveries: TenantKey & {
    id: string
    webhook_id: string
    event_id: string
    topic: string
    state: 'pending' | 'delivered' | 'dead'
    attempts: number
    next_attempt_at: string | null
    created_at: string
    last_at: string | null
    last_status: number | null
    last_error: string | null
    last_ms: number | null
  }
}
