/** Every group of the operator API. */
import type { FastifyInstance } from 'fastify'
import type { OperatorContext } from './context.js'
import { routeEventStream } from './routes/event-stream.js'
import { routeWebhooks } from './routes/webhooks.js'
import { routePeople } from './routes/people.js'
import { routeProjects } from './routes/projects.js'
import { routeActions } from './routes/actions.js'
import { routeApprovals } from './routes/approvals.js'
import { routeKeys } from './routes/keys.js'
import { routeLinks } from './routes/links.js'
import { routePolicyChanges } from './routes/policy.js'
import { routeSettings } from './routes/settings.js'
import { routeEvents } from './routes/events.js'
import { routeIssues } from './routes/issues.js'
import { routeLog } from './routes/log.js'
import { routeOverview } from './routes/overview.js'
import { routeSessions } from './routes/sessions.js'
import { routeTools } from './routes/tools.js'

type RouteGroup = (app: FastifyInstance, context: OperatorContext) => void

const GROUPS: readonly RouteGroup[] = [
  routePeople,
  routeProjects,
  routeSettings,
  routePolicyChanges,
  routeApprovals,
  routeKeys,
  routeLinks,
  routeOverview,
  routeActions,
  routeEvents,
  routeIssues,
  routeLog,
  routeTools,
  routeSessions,
  routeWebhooks,
  routeEventStream,
]

export function routeOperator(app: FastifyInstance, context: OperatorContext): void {
  for (const route of GROUPS) route(app, context)
}
