/** The projects of an organization. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { createProject, requireName } from '../../../domain/create-project.js'
import { listProjectsOf } from '../../../store/queries/people.js'
import { evidenceOf, peopleAnswers } from '../answers/people.js'
import type { OperatorContext } from '../context.js'
import { operatorRoute } from '../operator-route.js'

export function routeProjects(app: FastifyInstance, context: OperatorContext): void {
  const { parts, originOf } = context
  operatorRoute(app, context, {
    ...{ method: 'GET', path: '/projects', operationId: 'listProjects', tag: 'Projects', role: 'viewer' },
    ...{ summary: 'The organization’s projects', answer: peopleAnswers.projects },
    handle: async ({ member }) => ({
      items: await parts.store.all(listProjectsOf, { organization_id: member.organizationId }),
    }),
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: '/projects', operationId: 'createProject', tag: 'Projects', role: 'admin' },
    summary: 'Another project, with an API key and an evidence page',
    body: Type.Object({
      name: Type.String({ description: 'For people of the organization and reviewers.' }),
    }),
    ...{ answer: peopleAnswers.project, status: 201 },
    handle: async ({ member, body, request }) => {
      const name = requireName(body.name, '/name')
      const made = await createProject(parts, member, name)
      return {
        ...{ id: made.projectId, name, api_key: made.apiKey },
        evidence: evidenceOf(originOf(request), made),
      }
    },
  })
}
