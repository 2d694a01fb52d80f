/** What changed in a project, while it changes: server-sent events, for as long as the person is signed in. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { TOPICS } from '../../../domain/reading/pulse.js'
import { watchPulses } from '../../../domain/reading/pulse-watch.js'
import { Refusal } from '../../../domain/refusal.js'
import { type ChangeStream, openChangeStream } from '../change-stream.js'
import type { OperatorContext } from '../context.js'
import { operatorRoute, projectOf } from '../operator-route.js'

/** Streams of one person in this process: a browser keeps six connections to a server, tabs share them. */
const STREAMS_EACH = 12

/** Proxies cut what is silent for a minute; whether the session goes on is asked as often. */
const BEAT_EVERY_MS = 15_000

export function routeEvents(
  app: FastifyInstance,
  context: OperatorContext,
  beatEveryMs = BEAT_EVERY_MS,
): void {
  const pulses = watchPulses(context.parts)
  const open = new Map<string, Set<ChangeStream>>()
  // The service drains before it ends; these would never end by themselves.
  app.addHook('preClose', (done) => {
    for (const streams of open.values()) for (const stream of streams) stream.end()
    done()
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/events',
    operationId: 'followProject',
    summary: 'Follow what changes in a project (server-sent events)',
    tag: 'Events',
    role: 'viewer',
    answer: Type.Unsafe<string>({
      type: 'string',
      description: `text/event-stream: \`event: change\`, \`data: {topics, at}\`. Topics: ${TOPICS.join(', ')}.`,
    }),
    refusals: ['rate_limited'],
    handle: (asked) => {
      const { userId } = asked.member
      const own = open.get(userId) ?? new Set()
      if (own.size >= STREAMS_EACH)
        throw new Refusal('rate_limited', 'so many pages follow a project already: close some of them')
      const stream = openChangeStream(context.now)
      open.set(userId, own.add(stream))
      const unwatch = pulses.watch(projectOf(asked), stream.tell)
      const beat = setInterval(() => {
        void stillAdmitted(context, asked.request, asked.member.organizationId).then((admitted) => {
          if (admitted) stream.beat()
          else stream.end()
        })
      }, beatEveryMs)
      beat.unref()
      stream.output.once('close', () => {
        clearInterval(beat)
        unwatch()
        own.delete(stream)
        if (own.size === 0) open.delete(userId)
      })
      return Promise.resolve(
        asked.reply
          .header('content-type', 'text/event-stream; charset=utf-8')
          // Keeps a proxy from gathering what must arrive at once.
          .header('x-accel-buffering', 'no')
          .send(stream.output),
      )
    },
  })
}

/** Signed out, expired, or no longer of the organization: then it ends. A database that cannot be asked ends nothing. */
async function stillAdmitted(
  { identify }: OperatorContext,
  request: FastifyRequest,
  organizationId: string,
): Promise<boolean> {
  try {
    return (await identify(request, false))?.member.organizationId === organizationId
  } catch {
    return true
  }
}
