/** Nothing of one organization is reachable from another (heron.md §1): every documented route, with a neighbour's key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveHeron, ok, startLiveHeron } from './live-heron.js'
import { actionOf, type Answer, hash, sessionOf, statementOf } from './vendor-client.js'

let heron: LiveHeron
beforeAll(async () => {
  heron = await startLiveHeron()
})
afterAll(() => heron.close())

describe('with the key of another organization', () => {
  it('every documented route answers as if there were nothing', async () => {
    const { client, neighbour } = heron
    ok(await client.openSession('private'))
    const action = ok(await client.announce('private', 1))
    ok(await client.report(statementOf(action, 'EXECUTED')))
    const own = async (): Promise<unknown[]> => [
      ok(await client.get('/v1/sessions/private')).body,
      ok(await client.get(`/v1/actions/${action.body.action_id as string}`)).body,
    ]
    const before = await own()

    const values: Record<string, string> = {
      external_id: 'private',
      id: action.body.action_id as string,
      hash: hash('x'),
    }
    const bodies: Record<string, unknown> = {
      announceAction: actionOf('private', 2),
      closeSession: {},
    }
    const document = (await (await fetch(`${heron.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string; security?: readonly object[] }>>
    }
    const walked: string[] = []
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { operationId, security }] of Object.entries(methods)) {
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
        const namesSomething = names.length > 0 || operationId in bodies
        // What takes a reviewer's link knows no API key at all: test/evidence-page/links.test.ts.
        const takesKey = security?.some((scheme) => 'apiKey' in scheme) === true
        if (!takesKey || !namesSomething) continue
        const address = names.reduce(
          (url, name) => url.replace(`{${name}}`, encodeURIComponent(values[name]!)),
          path,
        )
        const answer = await neighbour.send(method.toUpperCase(), address, bodies[operationId])
        walked.push(operationId)
        expect(answer.status, `${method} ${path}`).toBe(404)
        expect(JSON.stringify(answer.body), operationId).not.toMatch(/ses_|act_|org_|prj_/)
      }
    }
    expect(walked.sort()).toEqual([
      'announceAction',
      'closeSession',
      'readAction',
      'readPolicyByHash',
      'readSession',
    ])
    expect(await own()).toEqual(before)
  })

  it('what names nothing answers with the neighbour’s own, and nothing of here', async () => {
    const { client } = heron
    ok(await client.openSession('unnamed'))
    const action = ok(await client.announce('unnamed', 1))
    const { org, project } = action.body.record as { org: string; project: string }
    const document = (await (await fetch(`${heron.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { security?: readonly object[] }>>
    }
    const asked: string[] = []
    for (const [path, methods] of Object.entries(document.paths)) {
      const takesKey = methods['get']?.security?.some((scheme) => 'apiKey' in scheme) === true
      if (!takesKey || path.includes('{')) continue
      const headers = { authorization: `Bearer ${heron.neighbourKey}` }
      const answer = await fetch(heron.url + path, { headers })
      asked.push(path)
      expect(answer.status, path).toBe(200)
      const text = await answer.text()
      for (const mine of [org, project, action.body.action_id as string, 'unnamed']) {
        expect(text, path).not.toContain(mine)
      }
    }
    expect(asked.sort()).toEqual(['/v1/events', '/v1/policy'])
  })

  it('the same names and keys mean other things', async () => {
    const { client, neighbour } = heron
    const mine = ok(await client.openSession('same_name'))
    const theirs = ok(await neighbour.openSession('same_name', { agent: { external_id: 'other' } }))
    expect(theirs.body.session_id).not.toBe(mine.body.session_id)
    expect(theirs.body.replay).toBeUndefined()
    const [one, two] = [
      ok(await client.announce('same_name', 1)),
      ok(await neighbour.announce('same_name', 1)),
    ]
    expect(one.body.action_id).not.toBe(two.body.action_id)
    expect(two.body.replay).toBeUndefined()
    expect(two.body.record.org).not.toBe(one.body.record.org)
  })

  it('a statement about an action of here is about an action that does not exist there', async () => {
    const { client, neighbour } = heron
    ok(await client.openSession('spoken_of'))
    const action = ok(await client.announce('spoken_of', 1))
    const id = action.body.action_id as string
    expect(ok(await neighbour.report(statementOf(action, 'EXECUTED'))).body).toEqual({
      ok: true,
      signature_valid: false,
    })
    expect(heron.findings(id)).toEqual(['EXECUTION_WITHOUT_DECISION', 'INVALID_VENDOR_SIGNATURE'])
    expect(ok(await client.get(`/v1/actions/${id}`)).body.executions).toEqual([])
    expect((await neighbour.get(`/v1/actions/${id}`)).status).toBe(404)
  })

  it('a vendor’s key and catalogue of here are not in force there', async () => {
    const { client, neighbour } = heron
    const tools = [{ name: 'frobnicate', signals: { op: 'read' } }]
    const put = ok(await client.putCatalog(tools))
    expect(put.body.signature_valid).toBe(true)
    const copied: Answer = await neighbour.send('PUT', '/v1/tool-catalog', client.signed({ v: 1, tools }))
    expect(ok(copied).body).toEqual({
      ok: true,
      catalog_hash: put.body.catalog_hash,
      tools: 1,
      signature_valid: false,
    })
    ok(await neighbour.send('POST', '/v1/sessions', sessionOf('catalog_there')))
    const answer = ok(await neighbour.announce('catalog_there', 1, { tool: { name: 'frobnicate' } }))
    expect(answer.body.decision.verdict).toBe('STEP_UP')
  })
})
