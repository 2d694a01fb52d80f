/**
 * The dashboard's page: one file for every address of it, which knows nothing and asks the operator API. Its scripts and
 * styles come from `/web/assets`, like those of the evidence page.
 */
import type { FastifyInstance } from 'fastify'
import { NO_INDEX, PAGE_HEADERS, type Site } from './reviewer/site.js'

export function routeDashboard(app: FastifyInstance, site: Site): void {
  for (const url of ['/', '/app', '/app/*']) {
    app.get(url, { schema: { hide: true } }, (request, reply) => {
      reply.headers(PAGE_HEADERS).headers(NO_INDEX)
      return site.send(request, reply, 'no-cache', 'dashboard.html')
    })
  }
}
