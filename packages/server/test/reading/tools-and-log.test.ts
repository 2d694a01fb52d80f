/** Tools with their catalogues, and the operator log with names and its recomputation. */
import {
  checkCatalog,
  type JsonValue,
  type PutToolCatalogRequest,
  signCatalog,
  type ToolCatalogBody,
} from '@heron/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintApiKey } from '../../src/domain/operator-keys.js'
import { VENDOR } from '../support/heron.js'
import { CALLS } from '../worker/live-worker.js'
import { type LiveReading, startLiveReading } from './live-reading.js'

let live: LiveReading
beforeAll(async () => {
  live = await startLiveReading()
  await live.open('run')
  for (const [seq, call] of Object.values(CALLS).entries()) await live.announce('run', seq, call)
  await live.announce('run', 20, CALLS.ALLOW)
  await live.announce('run', 21, { tool: { name: 'frobnicate' } })
})
afterAll(() => live.close())

const CATALOG: ToolCatalogBody = {
  v: 1,
  tools: [
    { name: 'mail.send', aliases: ['mail.post'], signals: { op: 'send', destination: 'external' } },
    { name: 'files.delete', signals: {} },
  ],
}
const put = (request: PutToolCatalogRequest) =>
  live.heron.service.putToolCatalog(request, live.heron.context())

describe('tools', () => {
  it('are all absent while there is no catalogue', async () => {
    const { body } = await live.get('/tools')
    expect(body).toMatchObject({ catalog: null, described: [], listed: [] })
    expect(body.absent[0]).toEqual({ name: 'crm.get_contact', calls: 2 })
    expect(body.absent).toHaveLength(6)
    expect(body.dimensions.operation.derived).toBeGreaterThan(0)
  })

  it('give a draft: what the lexicon derives, nothing that it does not, acceptable as it is', async () => {
    const { body } = await live.get('/tools/draft')
    expect(checkCatalog(body as JsonValue).findings).toEqual([])
    expect(body.tools).toEqual([
      { name: 'crm.get_contact', signals: { op: 'read' } },
      { name: 'crm.update', signals: { op: 'write' } },
      { name: 'files.delete', signals: { op: 'delete' } },
      { name: 'frobnicate', signals: {} },
      { name: 'mail.send', signals: { op: 'send' } },
      { name: 'payments.transfer', signals: { op: 'execute', data_class: 'financial' } },
    ])
    const signed = signCatalog(body as ToolCatalogBody, VENDOR)
    expect((await put(signed)).signature_valid).toBe(true)
  })

  it('are told apart by what the catalogue in force says of them', async () => {
    live.heron.clock.advance(1000)
    const { catalog_hash } = await put(signCatalog(CATALOG, VENDOR))
    const { body } = await live.get('/tools')
    expect(body.catalog).toEqual({
      ...{ hash: catalog_hash, received_at: live.heron.clock.now(), kid: VENDOR.kid, tools: 2 },
    })
    expect(body.described).toEqual([
      {
        name: 'mail.send',
        calls: 1,
        aliases: ['mail.post'],
        signals: { op: 'send', destination: 'external' },
      },
    ])
    expect(body.listed).toEqual([{ name: 'files.delete', calls: 1 }])
    expect(body.absent).toHaveLength(4)
    const draft = (await live.get('/tools/draft')).body as ToolCatalogBody
    expect(draft.tools.find(({ name }) => name === 'mail.send')).toEqual(CATALOG.tools[0])
  })

  it('keep every catalogue that arrived, badly signed ones too', async () => {
    const stranger = { kid: VENDOR.kid, seed: new Uint8Array(32).fill(9) }
    await put(signCatalog({ v: 1, tools: [{ name: 'x', signals: {} }] }, stranger))
    const found = await live.all('/tools/catalogs', 1)
    expect(found.map(({ tools, signature_valid }) => [tools, signature_valid])).toEqual([
      [1, false],
      [2, true],
      [6, true],
    ])
    const { body } = await live.get(`/tools/catalogs/${String(found[1]!['catalog_hash'])}`)
    expect(body.body.tools.map(({ name }: { name: string }) => name)).toEqual(['files.delete', 'mail.send'])
    expect((await live.get('/tools/catalogs/sha256:0')).status).toBe(404)
    for (const path of ['/tools', '/tools/catalogs', '/tools/draft'])
      expect((await live.neighbour(path)).status).toBe(404)
  })
})

describe('the operator log', () => {
  it('is listed newest first, whatever the size of a page, each entry with a name', async () => {
    for (let key = 0; key < 5; key += 1)
      await mintApiKey(live.heron.data, { ...live.heron.operation, reason: `key ${key}` }, 'live')
    const seqs = (items: readonly Record<string, unknown>[]) =>
      items.map(({ receipt }) => (receipt as { payload: { seq: number } }).payload.seq)
    const whole = seqs(await live.all('/log'))
    expect(whole).toEqual(whole.toSorted((left, right) => right - left))
    expect(whole.at(-1)).toBe(0)
    expect(seqs(await live.all('/log', 2))).toEqual(whole)
    const { body } = await live.get('/log?limit=1')
    expect(body.items[0]).toMatchObject({
      receipt: { alg: 'EdDSA', payload: { act: 'api_key.minted', reason: 'key 4' } },
      actor: expect.any(String) as unknown,
    })
    expect(JSON.stringify(body.items[0].receipt)).not.toContain(body.items[0].actor)
    for (const cursor of ['x', Buffer.from('["-1"]').toString('base64url')])
      expect((await live.get(`/log?cursor=${cursor}`)).status).toBe(400)
    expect((await live.neighbour('/log')).status).toBe(404)
  })

  it('is recomputed when somebody asks, and fails when an entry was written over', async () => {
    const { body } = await live.get('/log/verification')
    const newest = (await live.get('/log?limit=1')).body.items[0].receipt.payload
    expect(body).toEqual({
      outcome: 'pass',
      entries: (newest.seq as number) + 1,
      head_hash: newest.entry_hash,
      findings: [],
    })
    const database = live.heron.place.openDatabase()
    database.liftGuards()
    database.exec(`update log_entries set record_text = replace(record_text, 'key 2', 'key 9')`)
    database.close()
    const altered = (await live.get('/log/verification')).body
    expect(altered.outcome).toBe('fail')
    expect(altered.findings[0]).toMatchObject({ code: 'hash_wrong' })
    expect((await live.neighbour('/log/verification')).status).toBe(404)
  })
})
