/**
 * Ways to lie with an export, and the check that must notice each. Raw ones change the bytes on their way or in the
 * database; signed ones are those of a liar who holds Heron's own key and signs whatever no longer fits.
 */
import {
  type ActionEntry,
  type CheckId,
  chainRecord,
  type Digest,
  type ExportEntry,
  publicKeyOfSeed,
  toBase64url,
} from '../../../evidence/src/index.js'
import {
  withCheckpoints,
  withoutNewestCall,
  withoutSession,
  WITNESS_SEED,
} from '../../../evidence/test/support/checkpoints.js'
import { buildExport } from '../../../evidence/test/support/export-builder.js'
import { FULL_SCRIPT } from '../../../evidence/test/support/full-script.js'
import { sign, withEntries, withEntry } from '../../../evidence/test/support/resign.js'

export const HONEST = withCheckpoints(buildExport(FULL_SCRIPT), { witnessSeed: WITNESS_SEED })

export type Tampering = {
  readonly name: string
  readonly lines: readonly string[]
  readonly notices: CheckId
}

const OTHER = `sha256:${'1'.repeat(64)}`

/** Edits the first line of a type as text. */
function raw(type: string, from: string | RegExp, to: string): string[] {
  let done = false
  return HONEST.map((line) => {
    if (done || !line.endsWith(`"type":"${type}"}`)) return line
    const changed = line.replace(from, to)
    done = changed !== line
    return changed
  })
}

function without(type: string, which: 'first' | 'last'): string[] {
  const is = (line: string) => line.endsWith(`"type":"${type}"}`)
  const index = which === 'first' ? HONEST.findIndex(is) : HONEST.findLastIndex(is)
  return HONEST.toSpliced(index, 1)
}

export const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'a tool renamed in a record',
    notices: 'chains.records',
    lines: raw(
      'action',
      /("requested_at":"[^"]+","resource_ref_hash":null,"seq":10,"session":"ses_1","signals_hash":null,"tool":")crm/,
      '$1crn',
    ),
  },
  {
    name: 'arguments replaced in a record',
    notices: 'chains.records',
    lines: raw(
      'action',
      /"args_hash":"sha256:[0-9a-f]{64}","kind":"action"/,
      `"args_hash":"${OTHER}","kind":"action"`,
    ),
  },
  {
    name: 'a verdict flipped in a receipt',
    notices: 'receipts.signatures',
    lines: raw('action', '"verdict":"ALLOW"', '"verdict":"DENY"'),
  },
  {
    name: 'a reason invented',
    notices: 'receipts.signatures',
    lines: raw('action', /"reasons":\[/, '"reasons":["human_approved",'),
  },
  {
    name: 'one character of a signature',
    notices: 'receipts.signatures',
    lines: raw('close', /"signature":"(.)/, '"signature":"$1A'),
  },
  {
    name: 'a receipt under an unknown key',
    notices: 'receipts.signatures',
    lines: raw('close', '"kid":"heron-1"', '"kid":"heron-7"'),
  },
  {
    name: 'a close receipt with another count',
    notices: 'receipts.signatures',
    lines: raw('close', '"actions":11', '"actions":10'),
  },
  {
    name: 'a resolution turned around',
    notices: 'receipts.signatures',
    lines: raw('resolution', 'context_timeout', 'approval_timeout'),
  },
  {
    name: 'an outcome rewritten in a statement',
    notices: 'evidence.signatures',
    lines: raw('action', '"outcome":"EXECUTED"', '"outcome":"BLOCKED"'),
  },
  {
    name: 'a bad vendor signature called good',
    notices: 'evidence.signatures',
    lines: raw('action', '"signature_valid":false', '"signature_valid":true'),
  },
  {
    name: 'a good vendor signature called bad',
    notices: 'evidence.signatures',
    lines: raw('action', '"signature_valid":true', '"signature_valid":false'),
  },
  {
    name: 'a rule softened in the bundle',
    notices: 'policy.bundles',
    lines: raw('bundle', '"effect":"DENY"', '"effect":"ALLOW"'),
  },
  {
    name: 'a threshold raised',
    notices: 'policy.bundles',
    lines: raw('bundle', '"recipient_count":25', '"recipient_count":99'),
  },
  {
    name: 'a catalogue entry changed',
    notices: 'catalogue.contents',
    lines: raw('catalog', '"op":"send"', '"op":"read"'),
  },
  {
    name: 'a reason in the operator log rewritten',
    notices: 'log.chain',
    lines: raw('log', '"kind":"audit_entry","reason":"because"', '"kind":"audit_entry","reason":"becausE"'),
  },
  {
    name: 'a signed act of the operator log rewritten',
    notices: 'log.receipts',
    lines: raw(
      'log',
      '"kind":"audit","prev_hash":null,"reason":"because"',
      '"kind":"audit","prev_hash":null,"reason":"becausE"',
    ),
  },
  { name: 'an operator-log entry removed', notices: 'log.chain', lines: without('log', 'first') },
  {
    name: 'a finding removed',
    notices: 'evidence.findings',
    lines: HONEST.filter((line) => !line.includes('"kind":"INVALID_VENDOR_SIGNATURE"')),
  },
  {
    name: 'a finding made milder',
    notices: 'evidence.findings',
    lines: raw('finding', '"severity":"critical"', '"severity":"low"'),
  },
  { name: 'a call removed from the middle', notices: 'chains.links', lines: without('action', 'first') },
  { name: 'the newest call removed', notices: 'chains.heads', lines: without('action', 'last') },
  { name: 'two calls swapped', notices: 'chains.links', lines: swapped() },
  { name: 'a whole run removed', notices: 'manifest.contents', lines: withoutRun() },
  {
    name: 'evidence without decision removed',
    notices: 'manifest.contents',
    lines: without('unmatched', 'first'),
  },
  {
    name: 'the principal of a run replaced',
    notices: 'sessions.genesis',
    lines: raw('session', 'user_881', 'user_882'),
  },
  {
    name: 'a granted scope widened',
    notices: 'sessions.genesis',
    lines: raw('session', '"allowed_tools":["crm.lookup"', '"allowed_tools":["anything"'),
  },
  { name: 'the manifest cut off', notices: 'manifest.signature', lines: HONEST.slice(0, -1) },
  {
    name: 'the manifest’s count changed',
    notices: 'manifest.signature',
    lines: raw('manifest', /"entries":\d+,"generated/, '"entries":7,"generated'),
  },
  {
    name: 'the window narrowed in the header',
    notices: 'manifest.contents',
    lines: HONEST.with(0, HONEST[0]!.replace('"since":null', '"since":"2026-07-01T00:00:00.000Z"')),
  },
  { name: 'a space slipped into a line', notices: 'format', lines: raw('finding', '{"', '{ "') },
  {
    name: 'a member written twice',
    notices: 'format',
    lines: raw('finding', '{"action"', '{"action":null,"action"'),
  },
  { name: 'a line of something else', notices: 'format', lines: HONEST.toSpliced(9, 0, 'not a record') },
  {
    name: 'Heron’s key exchanged',
    notices: 'keys.trust_root',
    lines: withEntry(
      HONEST,
      'key',
      (entry) => (entry.jwk.x = toBase64url(publicKeyOfSeed(new Uint8Array(32).fill(9)))),
    ),
  },
  {
    name: 'the vendor’s key exchanged',
    notices: 'keys.vendor',
    lines: withEntry(
      HONEST,
      'vendor_key',
      (entry) => (entry.x = toBase64url(publicKeyOfSeed(new Uint8Array(32).fill(9)))),
    ),
  },
  {
    name: 'a revocation hidden',
    notices: 'keys.vendor',
    lines: withEntry(HONEST, 'vendor_key', (entry) => (entry.revoked_at = entry.revoked_by = null)),
  },
  {
    name: 'a review hidden, signed',
    notices: 'evidence.findings',
    lines: withEntry(HONEST, 'finding', (entry) => void entry.reviews.pop()),
  },
  {
    name: 'a verdict that the rules do not give, signed',
    notices: 'policy.verdicts',
    lines: resignedVerdict(),
  },
  {
    name: 'a classification that the name does not give, signed',
    notices: 'policy.classification',
    lines: resignedClassification(),
  },
  {
    name: 'a decision under a policy that was not in force, signed',
    notices: 'policy.in_force',
    lines: underOlderPolicy(),
  },
  { name: 'a record chained to another predecessor, signed', notices: 'chains.links', lines: rechained() },
  {
    name: 'an answer to a call that never was, signed',
    notices: 'receipts.history',
    lines: withEntry(HONEST, 'action', ({ decision }) => {
      decision.payload.resolves = 'act_nowhere'
      sign(decision)
    }),
  },
  { name: 'a statement moved to another call', notices: 'evidence.binding', lines: movedStatement() },
  {
    name: 'the newest call taken away, and signed again by Heron',
    notices: 'checkpoints.heads',
    lines: withoutNewestCall(HONEST),
  },
  {
    name: 'a whole run taken away, and signed again by Heron',
    notices: 'checkpoints.heads',
    lines: withoutSession(HONEST, 'ses_1'),
  },
]

/** A call long after a rule was turned off, under the bundle that still had it; its verdict is the same. */
function underOlderPolicy(): string[] {
  const entries = HONEST.map((line) => JSON.parse(line) as ExportEntry)
  const [older, newer] = entries.flatMap((entry) => (entry.type === 'bundle' ? [entry.policy_hash] : []))
  const policies = entries.flatMap((entry) =>
    entry.type === 'action' ? [entry.decision.payload.policy_hash] : [],
  )
  return withEntry(
    HONEST,
    'action',
    ({ decision, evaluation }) => {
      decision.payload.policy_hash = evaluation.payload.policy_hash = older!
      sign(decision)
      sign(evaluation)
    },
    policies.lastIndexOf(newer!),
  )
}

function swapped(): string[] {
  const first = HONEST.findIndex((line) => line.endsWith('"type":"action"}'))
  return HONEST.toSpliced(first, 2, HONEST[first + 1]!, HONEST[first]!)
}

function withoutRun(): string[] {
  const start = HONEST.findLastIndex((line) => line.endsWith('"type":"session"}'))
  const end = HONEST.findIndex((line, index) => index > start && line.endsWith('"type":"close"}'))
  return HONEST.toSpliced(start, end - start + 1)
}

function resignedVerdict(): string[] {
  return withEntry(
    HONEST,
    'action',
    ({ decision, evaluation }) => {
      decision.payload.verdict = evaluation.payload.result.verdict = 'ALLOW'
      sign(decision)
      sign(evaluation)
    },
    2,
  )
}

function resignedClassification(): string[] {
  return withEntry(
    HONEST,
    'action',
    ({ evaluation }) => {
      evaluation.payload.classification.operation = { value: 'read', source: 'derived' }
      sign(evaluation)
    },
    2,
  )
}

function rechained(): string[] {
  return withEntry(
    HONEST,
    'action',
    (entry) => {
      entry.prev_hash = OTHER
      const { recordHash } = chainRecord(entry.record, OTHER as Digest)
      entry.record_hash = entry.decision.payload.record_hash = recordHash
      entry.decision.payload.prev_hash = OTHER
      sign(entry.decision)
    },
    1,
  )
}

function movedStatement(): string[] {
  return withEntries(HONEST, (entries) => {
    const [first, , third] = entries.filter((entry): entry is ActionEntry => entry.type === 'action')
    return entries.map((entry) => (entry === third ? { ...third, statements: first!.statements } : entry))
  })
}
