import { describe, expect, it } from 'vitest'
import { setup } from '../fake/setup.js'

describe('a tool catalogue', () => {
  it('is sent signed and in order, and is a replay the second time', async () => {
    const { guard, fake } = await setup()
    const tools = [
      { name: 'mail.send', signals: { op: 'send' } },
      { name: 'files.read', signals: { op: 'read' } },
    ]
    const first = await guard.publishCatalog(tools)
    const second = await guard.publishCatalog(tools.toReversed())
    expect(first).toMatchObject({ signatureValid: true, replay: false, warnings: [] })
    expect(second).toEqual({ ...first, replay: true })
    expect(fake.requests[0]?.body.tools.map((tool: { name: string }) => tool.name)).toEqual([
      'files.read',
      'mail.send',
    ])
    expect(fake.requests[0]?.idempotency_key).toBe(`catalog:${first.catalogHash}`)
  })

  it.each([
    [
      'a name given twice',
      [
        { name: 'a', signals: {} },
        { name: 'a', signals: {} },
      ],
      '/tools/1/name',
    ],
    [
      'an alias claimed twice',
      [
        { name: 'a', aliases: ['x'], signals: {} },
        { name: 'b', aliases: ['x'], signals: {} },
      ],
      '/tools/1/aliases/0',
    ],
    ['a fact that is unknown', [{ name: 'a', signals: { op: 'unknown' } }], '/tools/0/signals/op'],
  ])('with %s is refused before it is sent', async (_name, tools, pointer) => {
    const { guard, fake } = await setup()
    await expect(guard.publishCatalog(tools)).rejects.toMatchObject({ code: 'usage', pointer })
    expect(fake.requests).toEqual([])
  })

  it('names the aliases that are never used', async () => {
    const { guard } = await setup()
    const tools = [
      { name: 'a', aliases: ['b'], signals: {} },
      { name: 'b', signals: {} },
    ]
    expect(await guard.publishCatalog(tools)).toMatchObject({
      warnings: [{ code: 'shadowed', alias: 'b', tool: 'a' }],
    })
  })
})
