/** `POST /v1/executions` (heron.md §3): one statement, or an array of up to 500 that are judged one by one. */
import { OUTCOMES, type ReportExecutionRequest } from '@heron/evidence'
import Type from 'typebox'
import { Refusal } from '../../domain/refusal.js'
import { MAX_STATEMENTS } from '../../domain/report-execution.js'
import { digestOrNull, identifier, oneOf, statedTime, vendorSignature } from './fields.js'
import { requestReader } from './reader.js'

/** One signed statement. */
const reportExecutionSchema = Type.Object(
  {
    action_id: identifier('The action this speaks of; one that does not exist here is stored too.'),
    decision_id: identifier('The decision the vendor acted on.'),
    outcome: oneOf(OUTCOMES, 'What became of the call.'),
    result_hash: Type.Optional(
      digestOrNull('Digest of the result. Absent is null, in the signed bytes too.'),
    ),
    error_code: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: 1024,
        description:
          'Kept exactly; published only when it is a plain code. Absent is null, in the signed bytes too.',
        'x-expected': 'a text of at most 1024 characters, or null',
      }),
    ),
    executed_at: statedTime('The vendor’s clock; part of the signed bytes, kept exactly as sent.'),
    signature: vendorSignature,
  },
  { 'x-expected': 'an object' },
)

/** The body of `POST /v1/executions`. */
export const reportExecutionsSchema = Type.Union([
  reportExecutionSchema,
  Type.Array(reportExecutionSchema, { minItems: 1, maxItems: MAX_STATEMENTS }),
])

const read = requestReader(reportExecutionSchema)

/**
 * Reads one statement; an absent member of the signed six becomes the null that was signed.
 *
 * @param body UNTRUSTED.
 * @throws {Refusal}
 */
export function readReportExecution(body: unknown): ReportExecutionRequest {
  const statement = read(body)
  return {
    ...statement,
    result_hash: statement.result_hash ?? null,
    error_code: statement.error_code ?? null,
  }
}

/**
 * Takes an array of statements apart without judging them.
 *
 * @throws {Refusal} for an empty array and for one that is too long.
 */
export function splitStatements(body: readonly unknown[]): readonly unknown[] {
  if (body.length === 0 || body.length > MAX_STATEMENTS) {
    throw new Refusal('invalid_request', `the array must hold 1 to ${MAX_STATEMENTS} statements`, '')
  }
  return body
}
