/** Every group of the operator API. */
import type { FastifyInstance } from 'fastify'
import type { OperatorContext } from './context.js'

type RouteGroup = (app: FastifyInstance, context: OperatorContext) => void

const GROUPS: readonly RouteGroup[] = []

export function routeOperator(app: FastifyInstance, context: OperatorContext): void {
  for (const route of GROUPS) route(app, context)
}
