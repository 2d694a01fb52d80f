/** Tools of a project: how well its catalogue covers what was called, and the catalogues themselves. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { draftCatalog, listCatalogs, readCatalog, readToolCoverage } from '../../../domain/reading/tools.js'
import type { OperatorContext } from '../context.js'
import { paged, pageOf, paging } from '../list-query.js'
import { operatorRoute, projectOf } from '../operator-route.js'
import { count, flag, open, text, texts, time } from '../shapes.js'

const called = Type.Object({ name: text, calls: count })
const inForce = Type.Object({ hash: text, received_at: time, kid: text, tools: count })

const coverage = Type.Object(
  {
    catalog: Type.Unsafe<unknown>({ anyOf: [inForce, { type: 'null' }] }),
    described: Type.Array(Type.Object({ name: text, calls: count, aliases: texts, signals: open('Facts.') })),
    listed: Type.Array(called),
    absent: Type.Array(called),
    dimensions: open('Calls by source, for each dimension.'),
  },
  { description: 'The most called tools first.' },
)

const version = {
  id: text,
  catalog_hash: text,
  received_at: time,
  kid: text,
  signature_valid: flag,
  tools: count,
}

const body = Type.Object(
  {
    v: Type.Literal(1),
    tools: Type.Array(Type.Object({ name: text, signals: open('Facts.') }, { additionalProperties: true })),
  },
  { description: 'A catalogue without a signature.' },
)

export function routeTools(app: FastifyInstance, context: OperatorContext): void {
  const { store } = context.parts
  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/tools',
    operationId: 'readToolCoverage',
    summary: 'Tools that were called: described, listed without facts, or never mentioned',
    tag: 'Tools',
    role: 'viewer',
    answer: coverage,
    handle: (asked) => readToolCoverage(store, projectOf(asked)),
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/tools/catalogs',
    operationId: 'listToolCatalogs',
    summary: 'Every catalogue that arrived, the newest first',
    tag: 'Tools',
    role: 'viewer',
    query: Type.Object(paging),
    answer: paged(Type.Object(version), 'Catalogues.'),
    handle: (asked) => listCatalogs(store, projectOf(asked), pageOf(asked.query)),
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/tools/catalogs/:hash',
    operationId: 'readToolCatalog',
    summary: 'A catalogue',
    tag: 'Tools',
    role: 'viewer',
    answer: Type.Object({ ...version, body }, { description: 'The newest statement of this content.' }),
    handle: (asked) => readCatalog(store, projectOf(asked), asked.params['hash'] ?? ''),
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/tools/draft',
    operationId: 'draftToolCatalog',
    summary: 'A catalogue to start from, unsigned: what the lexicon cannot derive is left to be said',
    tag: 'Tools',
    role: 'viewer',
    answer: body,
    handle: (asked) => draftCatalog(store, projectOf(asked)),
  })
}
