/**
 * The HTTP face of the service: routes, and what holds for all of them. Strict JSON, keys on `/v1`, an answer in time,
 * problems for every no, headers, metrics, logs. What happens is the service's (../domain/service.ts).
 */
import type { Problem } from '@heron/evidence'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Refusal } from '../domain/refusal.js'
import type { HeronService } from '../domain/service.js'
import type { Sender } from '../webhooks/sender.js'
import type { Worker } from '../worker/worker.js'
import { Admission, MAX_UNDER_WAY_BYTES } from './admission.js'
import { collectAllowedMethods } from './allowed-methods.js'
import { authenticate } from './authentication.js'
import type { OidcProvider } from './auth/people-auth.js'
import { routeDashboard } from './dashboard.js'
import { ANSWER_WITHIN_MS } from './deadline.js'
import { API_HEADERS } from './headers.js'
import { acceptStrictJson, MAX_BODY_BYTES } from './json-body.js'
import { createLogger, describeError, type HttpEvent } from './logger.js'
import { createHttpMetrics } from './metrics.js'
import { originReader } from './operator/origin.js'
import { routePeopleApi } from './operator/people-api.js'
import { collectOpenApi } from './openapi.js'
import { answerBrokenRequest, problemOf, problemOfError, sendProblem } from './problem.js'
import { traceRequests } from './request-spans.js'
import { routeReviewer } from './reviewer/routes.js'
import { Site } from './reviewer/site.js'
import { routeActions } from './routes/actions.js'
import type { RouteContext } from './routes/context.js'
import { routeEvents } from './routes/events.js'
import { routeExecutions } from './routes/executions.js'
import { routePolicy } from './routes/policy.js'
import { routePublic } from './routes/public.js'
import { routeSessions } from './routes/sessions.js'
import { routeToolCatalog } from './routes/tool-catalog.js'

export type AppOptions = {
  readonly service: HeronService
  /** Default: silent. */
  readonly logger?: Logger
  /** Heron's clock, RFC 3339 UTC with milliseconds. Default: the system's. */
  readonly now?: () => string
  /** Milliseconds in which every request is answered. Default {@link ANSWER_WITHIN_MS}. */
  readonly answerWithinMs?: number
  /** Bytes of writes under way before more of them are told to come back. Default {@link MAX_UNDER_WAY_BYTES}. */
  readonly maxUnderWayBytes?: number
  /** Writes that wait for the next commit, for `/metrics`. */
  readonly queueDepth?: () => number
  /** Folder of the built pages (packages/web). Default: none, and the evidence page says so. */
  readonly webRoot?: string
  /** Where browsers reach the service, where that is not the address it listens on: `https://heron.example`. */
  readonly publicUrl?: string
  /** The proxies in front of this process, as addresses or networks: what they say of a sender is believed. Default: none. */
  readonly trustedProxies?: readonly string[]
  /** Where people may sign in besides here. */
  readonly oidc?: OidcProvider
  /** Opens the first run where there is no organization yet; printed to whoever started the service. */
  readonly setUpToken?: string
  /** The worker of this process, for `/metrics`. */
  readonly worker?: Pick<Worker, 'totals'>
  /** What sends webhooks in this process, for `/metrics`. */
  readonly sender?: Pick<Sender, 'totals'>
}

/** Milliseconds in which a request must have arrived whole: a slow sender holds a connection no longer. */
const RECEIVE_WITHIN_MS = 10_000

/** Identifiers have 256 characters at most; percent-encoded, one may take twelve bytes for each. */
const MAX_PATH_PARAMETER = 12 * 256

const CONTROL = /[\u0000-\u001f\u007f]/

/** Builds the application. It listens to nothing yet, see `startServer`. */
export function createApp(options: AppOptions): FastifyInstance {
  const { service, answerWithinMs = ANSWER_WITHIN_MS } = options
  const logger = options.logger ?? createLogger('silent')
  const totals = options.worker?.totals
  const senderTotals = options.sender?.totals
  const background = {
    ...{ readBacklog: service.readBacklog, readFigures: service.readFigures },
    ...(totals === undefined ? {} : { totals }),
    ...(senderTotals === undefined ? {} : { senderTotals }),
  }
  const metrics = createHttpMetrics(background, options.queueDepth)
  const now = options.now ?? (() => new Date().toISOString())

  const report = (request: FastifyRequest, problem: Problem, error: unknown): void => {
    metrics.countRefusal(problem.code)
    const route = request.routeOptions.url ?? 'unknown'
    const facts = { method: request.method, route, status: problem.status, code: problem.code }
    if (problem.code === 'internal')
      log(logger, 'error', 'http.failed', { ...facts, ...describeError(error) })
    else log(logger, 'info', 'http.refused', facts)
  }

  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: RECEIVE_WITHIN_MS,
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    // While draining, what still arrives on an open connection is served; the connection is then closed.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
    clientErrorHandler: (_error, socket) => {
      answerBrokenRequest(socket)
    },
    frameworkErrors: (error, request, reply) => {
      const problem = problemOfError(error)
      report(request, problem, error)
      void sendProblem(reply.headers(API_HEADERS), problem)
    },
  })
  // Requests are read by ./requests/reader.ts, from the same schemas; answers are what the domain built, whole.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  acceptStrictJson(app)
  const allowedMethods = collectAllowedMethods(app)

  traceRequests(app)
  app.decorateRequest('tenant', null)
  app.decorateRequest('place', null)
  app.decorateRequest('answerBy', 0)
  app.addHook('onRequest', (request, reply, done) => {
    request.answerBy = performance.now() + answerWithinMs
    reply.headers(API_HEADERS)
    // Nothing here is called that, and a database need not be able to hold it.
    const names = Object.values(request.params as Readonly<Record<string, string>>)
    if (names.some((name) => CONTROL.test(name)))
      done(new Refusal('not_found', 'there is no such thing here'))
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const milliseconds = performance.now() - (request.answerBy - answerWithinMs)
    metrics.observeRequest(request.method, route, reply.statusCode, milliseconds / 1000)
    if (logger.isLevelEnabled('debug')) {
      const facts = { method: request.method, route, status: reply.statusCode, ms: Math.round(milliseconds) }
      log(logger, 'debug', 'http.answered', facts)
    }
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOfError(error)
    report(request, problem, error)
    return sendProblem(reply, problem)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = allowedMethods(path)
    const problem =
      allowed === null
        ? problemOf('not_found', 'there is no such address; GET /docs lists those there are')
        : problemOf('method_not_allowed', `use ${allowed} here`)
    if (allowed !== null) reply.header('allow', allowed)
    report(request, problem, null)
    return sendProblem(reply, problem)
  })

  collectOpenApi(app)
  const admission = new Admission(options.maxUnderWayBytes ?? MAX_UNDER_WAY_BYTES)
  const context: RouteContext = { service, metrics, now }
  app.register((v1, _options, done) => {
    v1.addHook('onRequest', (request) => authenticate(request, service))
    v1.addHook('onRequest', (request, reply, done) => {
      admission.enter(request, (listener) => reply.raw.once('close', listener))
      done()
    })
    routeSessions(v1, context)
    routeActions(v1, context)
    routeExecutions(v1, context)
    routeToolCatalog(v1, context)
    routePolicy(v1, context)
    routeEvents(v1, context)
    done()
  })
  app.register((open, _options, done) => {
    routePublic(open, context)
    done()
  })
  app.register((operator, _options, done) => {
    routePeopleApi(operator, {
      ...{ parts: service.operatorParts, now, originOf: originReader(options.publicUrl ?? null) },
      ...{ oidc: options.oidc ?? null, setUpToken: options.setUpToken ?? null },
    })
    done()
  })
  const site = new Site(options.webRoot ?? null)
  app.register((pages, _options, done) => {
    routeDashboard(pages, site)
    done()
  })
  app.register((reviewer, _options, done) => {
    routeReviewer(reviewer, {
      service: service.evidencePage,
      site,
      nowMs: () => Date.parse(now()),
    })
    done()
  })
  return app
}

function log(logger: Logger, level: 'debug' | 'info' | 'error', event: HttpEvent, facts: object): void {
  logger[level]({ event, ...facts })
}
