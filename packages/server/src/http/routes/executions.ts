/** Execution evidence: one signed statement, or an array of which each is judged alone and answered in its place. */
import type { Problem, ReportExecutionAnswer } from '@heron/evidence'
import type { FastifyInstance } from 'fastify'
import type { HeronService, RequestContext } from '../../domain/service.js'
import { answerSchemas } from '../answers/answers.js'
import { answerInTime } from '../deadline.js'
import { describeOperation } from '../openapi.js'
import { problemOfError } from '../problem.js'
import { readReportExecution, reportExecutionsSchema, splitStatements } from '../requests/report-execution.js'
import { type RouteContext, writeContext } from './context.js'

export function routeExecutions(app: FastifyInstance, { service, now }: RouteContext): void {
  app.post('/v1/executions', {
    schema: describeOperation({
      operationId: 'reportExecutions',
      summary: 'Report what became of a call, signed by the vendor; one statement or an array of up to 500',
      tag: 'Ingest',
      body: reportExecutionsSchema,
      answer: answerSchemas.reportExecutions,
      idempotent: true,
      refusals: [
        'invalid_json',
        'invalid_request',
        'personal_reference',
        'malformed_digest',
        'idempotency_conflict',
        'body_too_large',
        'unsupported_media_type',
      ],
    }),
    handler: (request): Promise<unknown> => {
      const context = writeContext(request, now)
      const { body } = request
      return Array.isArray(body)
        ? answerInTime(request, reportAll(service, splitStatements(body), context))
        : answerInTime(request, service.reportExecution(readReportExecution(body), context))
    },
  })
}

type StatementAnswer = ReportExecutionAnswer | ({ readonly ok: false } & Problem)

/**
 * Reports each statement under the array's key and its place, so that the array sent again is a replay of each, also where
 * its statements stand in another order by then.
 *
 * @throws what a statement met that is no fault of its sender: the whole array is then worth sending again.
 */
async function reportAll(
  service: HeronService,
  statements: readonly unknown[],
  context: RequestContext,
): Promise<StatementAnswer[]> {
  return Promise.all(
    statements.map(async (statement, place): Promise<StatementAnswer> => {
      try {
        return await service.reportExecution(readReportExecution(statement), context, place)
      } catch (error) {
        const problem = problemOfError(error)
        if (problem.status >= 500) throw error
        return { ok: false, ...problem }
      }
    }),
  )
}
