import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../server/test/support/postgres/databases.js'
import { serve } from '../support/heron.js'
import { temporaryFolder } from '../support/temporary-folder.js'

test('an empty database is set up once, by whoever holds what `heron serve` printed', async () => {
  const database = await createDatabase({ migrated: false })
  onTestFinished(() => database.drop())
  const flags = ['--database-url', database.url, '--key-ring', join(temporaryFolder(), 'ring.json')]
  const first = await serve(flags)
  const { event, token, url } = await first.event(1)
  expect(event).toBe('set_up')
  expect(url).toBe(`${first.url}/app/set-up#${String(token)}`)
  const answer = await fetch(`${first.url}/api/setup`, {
    method: 'POST',
    headers: { origin: first.url, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ token, organization: 'Acme', project: 'Support', name: 'Jo' },
      ...{ email: 'jo@acme.example', password: 'long enough for this' },
    }),
  })
  expect(answer.status).toBe(201)
  const [cookie = ''] = answer.headers.getSetCookie()
  const me = await fetch(`${first.url}/api/me`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  expect(await me.json()).toMatchObject({ organization: { name: 'Acme' }, role: 'owner' })
  expect(await first.stop('SIGTERM')).toBe(0)

  const second = await serve(flags)
  await fetch(`${second.url}/healthz`)
  expect(second.events).toHaveLength(1)
})
