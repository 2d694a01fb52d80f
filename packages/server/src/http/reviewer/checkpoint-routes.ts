/** Checkpoints and tiles of the log of heads, in the layout of C2SP tlog-tiles below `…/api/log` (heron.md §11). */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { readTileAddress } from '../../domain/checkpoints/read-tiles.js'
import type { EvidencePageService } from '../../domain/evidence-page/service.js'
import { Refusal } from '../../domain/refusal.js'
import { answerInTime } from '../deadline.js'
import { describeOperation } from '../openapi.js'
import { reachOf } from './link.js'

const LOG = '/e/:slug/api/log'
const slug = Type.String({ description: 'Names the page.' })

export function routeCheckpoints(app: FastifyInstance, service: EvidencePageService): void {
  app.get(`${LOG}/checkpoint`, {
    schema: describeOperation({
      operationId: 'downloadCheckpoint',
      summary: 'The newest checkpoint as a signed note (C2SP tlog-checkpoint), to keep',
      tag: 'Evidence page',
      params: Type.Object({ slug }),
      answer: Type.String({ description: 'The note, as text.' }),
      refusals: ['not_found'],
      isReviewers: true,
    }),
    handler: async (request, reply) => {
      const { newest } = await answerInTime(request, service.checkpoints(reachOf(request)))
      if (newest === null)
        throw new Refusal('not_found', 'no checkpoint was taken yet: try again in some minutes')
      return reply.type('text/plain; charset=utf-8').send(newest.note)
    },
  })

  app.get<{ Params: { level: string; '*': string } }>(`${LOG}/tile/:level/*`, {
    schema: describeOperation({
      operationId: 'readTile',
      summary: 'A tile of the log of heads (C2SP tlog-tiles): level 0 to 5, or `entries`',
      tag: 'Evidence page',
      params: Type.Object({
        slug,
        level: Type.String({ description: '`0` to `5`, or `entries` for the leaves themselves.' }),
        '*': Type.String({ description: 'The tile, e.g. `x001/067` or `000.p/12`.' }),
      }),
      answer: Type.String({ description: 'Hashes of 32 bytes, or leaves behind their length, as bytes.' }),
      refusals: ['not_found'],
      isReviewers: true,
    }),
    handler: async (request, reply) => {
      const tile = readTileAddress(request.params.level, request.params['*'])
      if (tile === null)
        throw new Refusal('not_found', 'there is no such tile: see C2SP tlog-tiles for the addresses')
      const bytes = await answerInTime(request, service.tile(reachOf(request), tile))
      return reply.type('application/octet-stream').send(bytes)
    },
  })
}
