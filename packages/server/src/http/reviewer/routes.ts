/**
 * The evidence page (heron.md §9): its files for everybody, its data for those who hold a link, and what an operator
 * opened to people without one.
 */
import { VERDICTS } from '@heron/evidence'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { EvidencePageService } from '../../domain/evidence-page/service.js'
import type { LinkReach } from '../../domain/evidence-page/reach.js'
import { Refusal, type RefusalCode } from '../../domain/refusal.js'
import { answerInTime } from '../deadline.js'
import { describeOperation } from '../openapi.js'
import { requestReader } from '../requests/reader.js'
import { linkRequestSchema, pageAnswers } from './answer-schemas.js'
import { routeCheckpoints } from './checkpoint-routes.js'
import { EXPORT_FORMATS, sendExport } from './export.js'
import { bearerOf, createLinkCheck, noLink, type PageAddress, reachOf } from './link.js'
import { querySchemas, readOneOf, readPage, readText } from './queries.js'
import { RateLimit } from '../rate-limit.js'
import { NO_INDEX, PAGE_HEADERS, type Site } from './site.js'

export type ReviewerContext = {
  readonly service: EvidencePageService
  readonly site: Site
  /** Heron's clock in milliseconds. */
  readonly nowMs: () => number
}

const HOUR_MS = 3_600_000
/** A form that people fill in by hand. */
const REQUESTS = { most: 5, perMs: HOUR_MS }
/** Each names every run of the window, is signed and kept. */
const SNAPSHOTS = { most: 20, perMs: HOUR_MS }

const API = '/e/:slug/api'
const slug = Type.String({ description: 'Names the page.' })

export function routeReviewer(app: FastifyInstance, context: ReviewerContext): void {
  app.decorateRequest('reach', null)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(NO_INDEX)
    done()
  })
  const openLink = createLinkCheck(context.service, context.nowMs)
  routeFiles(app, context, openLink)
  routeOverview(app, context)
  app.register((data, _options, done) => {
    data.addHook<PageAddress>('onRequest', async (request) => {
      request.reach = await openLink(request, request.params.slug, bearerOf(request))
    })
    routeRecord(data, context)
    routeSnapshots(data, context)
    done()
  })
}

/** The page is the same for everybody and knows nothing; what it may show it asks for. */
function routeFiles(
  app: FastifyInstance,
  { site }: ReviewerContext,
  openLink: ReturnType<typeof createLinkCheck>,
): void {
  app.get<PageAddress>('/e/:slug', { schema: { hide: true } }, async (request, reply) => {
    reply.headers(PAGE_HEADERS)
    const token = readText(request.query, 't')
    // A link that opens nothing is a 404 for whoever asks without a browser; people are told by the page.
    if (token !== null) {
      await openLink(request, request.params.slug, token).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
        reply.code(404)
      })
    }
    return site.send(request, reply, 'no-cache', 'page.html')
  })

  app.get<{ Params: { file: string } }>('/web/assets/:file', { schema: { hide: true } }, (request, reply) => {
    // A worker goes by the policy that its own script came with, not by that of the page.
    reply.headers(PAGE_HEADERS)
    return site.send(request, reply, 'public, max-age=31536000, immutable', 'assets', request.params.file)
  })
}

function routeOverview(app: FastifyInstance, { service, nowMs }: ReviewerContext): void {
  app.get<PageAddress>(`${API}/overview`, {
    schema: describeOperation({
      operationId: 'readPublicOverview',
      summary: 'Posture, controls and counts without a link, where an operator opened them',
      tag: 'Evidence page',
      params: Type.Object({ slug }),
      answer: pageAnswers.overview,
      refusals: ['not_found'],
      isPublic: true,
    }),
    handler: async (request) => {
      const overview = await answerInTime(request, service.overview(request.params.slug))
      if (overview === null) throw noLink()
      return overview
    },
  })

  const requests = new RateLimit({ ...REQUESTS, now: nowMs })
  const readLinkRequest = requestReader(linkRequestSchema)
  app.post<PageAddress>(`${API}/requests`, {
    schema: describeOperation({
      operationId: 'requestLink',
      summary: 'Ask the vendor for a link; read by its operators only, and forgotten after 30 days',
      tag: 'Evidence page',
      params: Type.Object({ slug }),
      body: linkRequestSchema,
      refusals: [
        ...(['invalid_json', 'invalid_request', 'not_found', 'rate_limited'] as const),
        ...(['body_too_large', 'unsupported_media_type'] as const),
      ],
      isPublic: true,
    }),
    handler: async (request, reply) => {
      const { name, why, email } = readLinkRequest(request.body)
      if (!requests.take(request.ip))
        throw new Refusal('rate_limited', 'that was asked often enough: try again in an hour')
      await answerInTime(request, service.requestLink(request.params.slug, { name, why, email }))
      return reply.code(204).send()
    },
  })
}

type Read = {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly answer: TSchema
  readonly query?: TSchema
  readonly refusals?: readonly RefusalCode[]
  /** Looks at every run of a snapshot: a person waits for it, no client with a deadline. */
  readonly isLong?: true
  readonly read: (reach: LinkReach, request: FastifyRequest) => Promise<unknown>
}

/** A route that reads: the link is open, the answer is the domain's. */
function routeRead(
  app: FastifyInstance,
  { path, operationId, summary, answer, query, refusals, isLong, read }: Read,
): void {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, Type.String()] as const)
  app.get(`${API}/${path}`, {
    schema: describeOperation({
      ...{ operationId, summary, answer, tag: 'Evidence page', isReviewers: true },
      params: Type.Object({ slug, ...Object.fromEntries(names) }),
      ...(query === undefined ? {} : { query }),
      refusals: [
        'not_found',
        ...(query === undefined ? [] : (['invalid_request'] as const)),
        ...(refusals ?? []),
      ],
    }),
    handler: (request) => {
      const answer = read(reachOf(request), request)
      return isLong === true ? answer : answerInTime(request, answer)
    },
  })
}

function param(request: FastifyRequest, name: string): string {
  return (request.params as Readonly<Record<string, string>>)[name] ?? ''
}

function routeRecord(app: FastifyInstance, { service, site }: ReviewerContext): void {
  const reads: readonly Read[] = [
    {
      path: 'summary',
      operationId: 'readPageSummary',
      summary: 'Who, which window, exact counts, what went wrong',
      answer: pageAnswers.summary,
      read: service.summary,
    },
    {
      path: 'posture',
      operationId: 'readPosture',
      summary: 'R1 to R9: verified, declared or a gap, with the reason',
      answer: pageAnswers.posture,
      read: service.posture,
    },
    {
      path: 'findings',
      operationId: 'listFindings',
      summary: 'Findings raised in the window, with their reviews',
      answer: pageAnswers.findings,
      query: querySchemas.findings,
      read: (reach, { query }) => {
        const state = readOneOf(query, 'state', ['open', 'reviewed'])
        return service.findings(reach, { kind: readText(query, 'kind'), state }, readPage(query))
      },
    },
    {
      path: 'runs',
      operationId: 'listRuns',
      summary: 'Runs of the window',
      answer: pageAnswers.runs,
      query: querySchemas.runs,
      read: (reach, { query }) => {
        const verdict = readOneOf(query, 'verdict', VERDICTS)
        const filter = { agent: readText(query, 'agent'), verdict, finding: readText(query, 'finding') }
        return service.runs(reach, filter, readPage(query))
      },
    },
    {
      path: 'runs/:session',
      operationId: 'readRun',
      summary: 'A run',
      answer: pageAnswers.run,
      read: (reach, request) => service.run(reach, param(request, 'session')),
    },
    {
      path: 'runs/:session/calls',
      operationId: 'listCalls',
      summary: 'The calls of a run',
      answer: pageAnswers.calls,
      query: querySchemas.page,
      read: (reach, request) => service.calls(reach, param(request, 'session'), readPage(request.query)),
    },
    {
      path: 'actions/:action',
      operationId: 'readCall',
      summary: 'A call with its signed documents',
      answer: pageAnswers.action,
      read: (reach, request) => service.action(reach, param(request, 'action')),
    },
    {
      path: 'policy',
      operationId: 'readPolicies',
      summary: 'Policy bundles, how often each rule decided, and why rules are off',
      answer: pageAnswers.policy,
      read: service.policy,
    },
    {
      path: 'signals',
      operationId: 'readSignals',
      summary: 'Sources per dimension, tools described or not, commitments',
      answer: pageAnswers.signals,
      read: service.signals,
    },
    {
      path: 'log',
      operationId: 'listLog',
      summary: 'The operator log from its first entry, whatever the window',
      answer: pageAnswers.log,
      query: querySchemas.page,
      read: (reach, { query }) => service.log(reach, readPage(query)),
    },
    {
      path: 'checkpoints',
      operationId: 'readCheckpoints',
      summary: 'How far the record is committed to, and the newest checkpoint',
      answer: pageAnswers.checkpoints,
      read: service.checkpoints,
    },
    {
      path: 'keys',
      operationId: 'listKeys',
      summary: 'Keys on both sides, with revocations',
      answer: pageAnswers.keys,
      read: service.keys,
    },
  ]
  for (const read of reads) routeRead(app, read)
  routeCheckpoints(app, service)

  app.get(`${API}/export`, {
    schema: describeOperation({
      operationId: 'downloadExport',
      summary: 'The evidence of the window as a file that verifies offline',
      tag: 'Evidence page',
      params: Type.Object({ slug }),
      query: querySchemas.export,
      answer: pageAnswers.export,
      refusals: ['invalid_request', 'not_found', 'export_too_large', 'page_not_built'],
      isReviewers: true,
    }),
    handler: (request, reply) => {
      const format = readOneOf(request.query, 'format', EXPORT_FORMATS) ?? 'ndjson'
      return sendExport({ service, site }, reachOf(request), format, reply)
    },
  })
}

function routeSnapshots(app: FastifyInstance, { service, nowMs }: ReviewerContext): void {
  const snapshots = new RateLimit({ ...SNAPSHOTS, now: nowMs })
  app.post(`${API}/snapshots`, {
    schema: describeOperation({
      operationId: 'takeSnapshot',
      summary: 'Sign where every run of the window stands now',
      tag: 'Evidence page',
      params: Type.Object({ slug }),
      answer: pageAnswers.snapshotTaken,
      refusals: ['not_found', 'snapshot_too_large', 'invalid_json', 'unsupported_media_type'],
      isReviewers: true,
    }),
    handler: async (request) => {
      const reach = reachOf(request)
      if (!snapshots.take(reach.linkId))
        throw new Refusal('rate_limited', 'enough snapshots for now: try again in an hour')
      return service.takeSnapshot(reach)
    },
  })
  routeRead(app, {
    path: 'snapshots',
    operationId: 'listSnapshots',
    summary: 'Snapshots that this link may see',
    answer: pageAnswers.snapshots,
    query: querySchemas.page,
    read: (reach, { query }) => service.snapshots(reach, readPage(query)),
  })
  routeRead(app, {
    path: 'snapshots/:snapshot',
    operationId: 'readSnapshot',
    summary: 'A snapshot as it was signed, to keep',
    answer: pageAnswers.snapshot,
    read: (reach, request) => service.snapshot(reach, param(request, 'snapshot')),
  })
  routeRead(app, {
    path: 'snapshots/:snapshot/compare',
    operationId: 'compareSnapshot',
    summary: 'What was added since, and what has gone',
    answer: pageAnswers.comparison,
    isLong: true,
    read: (reach, request) => service.compareSnapshot(reach, param(request, 'snapshot')),
  })
}
