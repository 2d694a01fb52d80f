/** Who may act in an organization (heron.md §8, §13): invitations, roles, the last owner, and what the log says of each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptInvitation } from '../../src/domain/people/invitations.js'
import type { Role } from '../../src/domain/people/member.js'
import { type LiveOperator, PASSWORD, startLiveOperator } from './live-operator.js'

let live: LiveOperator
beforeAll(async () => {
  live = await startLiveOperator()
})
afterAll(() => live.close())

type Entry = {
  receipt: { payload: { act: string; subject: string; actor: string; reason: string | null } }
  actor: string | null
  person: string | null
}

async function log(): Promise<Entry[]> {
  return (await live.as.owner.get('/organization/log?limit=200')).body.items as Entry[]
}

async function invite(email: string, role: string): Promise<{ id: string; token: string }> {
  const { body, status } = await live.as.owner.send('POST', '/invitations', { email, role })
  expect(status).toBe(201)
  const url = new URL(body.url as string)
  expect(url.pathname).toBe('/app/invitation')
  return { id: body.id as string, token: url.hash.slice(1) }
}

describe('an invitation', () => {
  it('is read, accepted once with a name and a password, and signs in', async () => {
    const { token } = await invite('New@Vendor.example', 'operator')
    const stranger = live.browser()
    expect((await stranger.get(`/invitations/accept/${token}`)).body).toEqual({
      ...{ organization: 'Vendor', email: 'new@vendor.example', role: 'operator' },
    })
    const short = await stranger.send('POST', '/invitations/accept', {
      token,
      name: 'New',
      password: 'short',
    })
    expect(short.body).toMatchObject({ code: 'invalid_request', pointer: '/password' })
    const body = { token, name: 'New person', password: PASSWORD }
    const accepted = await stranger.send('POST', '/invitations/accept', body)
    expect([accepted.status, accepted.body]).toEqual([201, { email: 'new@vendor.example' }])
    expect((await stranger.get('/me')).body).toMatchObject({ user: { name: 'New person' }, role: 'operator' })
    const again = await live.browser().send('POST', '/invitations/accept', body)
    expect(again.body).toMatchObject({ status: 404, code: 'not_found' })
    const [added, acceptance, issued] = await log()
    expect(issued).toMatchObject({ actor: 'Owner', receipt: { payload: { act: 'invitation.issued' } } })
    expect(acceptance).toMatchObject({
      actor: 'New person',
      receipt: { payload: { act: 'invitation.accepted' } },
    })
    expect(added).toMatchObject({
      ...{ actor: 'New person', person: 'New person' },
      receipt: { payload: { act: 'member.added', after: { role: 'operator' } } },
    })
    expect(JSON.stringify([added, acceptance, issued].map((each) => each?.receipt))).not.toMatch(/@|usr_|New/)
  })

  it('opens nothing once it is taken back', async () => {
    const [taken, old] = [
      await invite('b@vendor.example', 'viewer'),
      await invite('c@vendor.example', 'viewer'),
    ]
    const { items } = (await live.as.admin.get('/invitations')).body
    expect(items.map(({ email }: { email: string }) => email)).toEqual([
      'c@vendor.example',
      'b@vendor.example',
    ])
    expect(items[0]).toMatchObject({ role: 'viewer', invited_by: 'Owner' })
    expect((await live.as.admin.send('DELETE', `/invitations/${taken.id}`)).status).toBe(204)
    expect((await live.as.admin.send('DELETE', `/invitations/${taken.id}`)).status).toBe(404)
    expect((await live.browser().get(`/invitations/accept/${taken.token}`)).status).toBe(404)
    expect((await live.browser().get(`/invitations/accept/${old.token}`)).status).toBe(200)
    expect((await log())[0]).toMatchObject({ receipt: { payload: { act: 'invitation.revoked' } } })
  })

  it('to an address that somebody has is refused when it is accepted', async () => {
    const { token } = await invite('viewer@vendor.example', 'admin')
    const body = { token, name: 'Second', password: PASSWORD }
    const answer = await live.browser().send('POST', '/invitations/accept', body)
    expect(answer.body).toMatchObject({ status: 409, code: 'in_use' })
    expect((await live.as.viewer.get('/me')).body.role).toBe('viewer')
  })

  it('of an owner is an owner’s to make', async () => {
    const answer = await live.as.admin.send('POST', '/invitations', {
      ...{ email: 'o@vendor.example', role: 'owner' },
    })
    expect(answer.body).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('is accepted by one of fifty who try at once', async () => {
    const { token } = await invite('many@vendor.example', 'viewer')
    const tries = Array.from({ length: 50 }, (_, each) =>
      acceptInvitation(live.heron.data, { token, name: `Try ${each}`, password: PASSWORD }),
    )
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a role', () => {
  const user = (role: Role): string => live.as[role].member!.userId

  it('is changed by an admin, holds from the next request on, and is told of with its reason', async () => {
    const path = `/members/${user('viewer')}`
    const answer = await live.as.admin.send('PATCH', path, {
      role: 'operator',
      reason: 'covers for a colleague',
    })
    expect(answer.body).toMatchObject({ name: 'The viewer', role: 'operator' })
    expect((await live.as.viewer.get('/me')).body.role).toBe('operator')
    expect((await log())[0]).toMatchObject({
      ...{ actor: 'The admin', person: 'The viewer' },
      receipt: {
        payload: {
          ...{ act: 'role.changed', reason: 'covers for a colleague' },
          ...{ before: { role: 'viewer' }, after: { role: 'operator' } },
        },
      },
    })
    const before = (await log()).length
    expect((await live.as.admin.send('PATCH', path, { role: 'operator' })).status).toBe(200)
    expect(await log()).toHaveLength(before)
    expect((await live.as.admin.send('PATCH', path, { role: 'viewer' })).status).toBe(200)
  })

  it('is not changed for a reason that names somebody', async () => {
    const answer = await live.as.admin.send('PATCH', `/members/${user('viewer')}`, {
      ...{ role: 'operator', reason: 'asked by jo@vendor.example' },
    })
    expect(answer.body).toMatchObject({ status: 400, pointer: '/reason' })
  })

  it('of an owner is given and taken by owners alone', async () => {
    for (const [path, role] of [
      [`/members/${user('viewer')}`, 'owner'],
      [`/members/${user('owner')}`, 'viewer'],
    ] as const) {
      const answer = await live.as.admin.send('PATCH', path, { role })
      expect(answer.body).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect((await live.as.admin.send('DELETE', `/members/${user('owner')}`)).status).toBe(403)
  })

  it('of the last owner cannot go, by whichever way', async () => {
    const path = `/members/${user('owner')}`
    const demoted = await live.as.owner.send('PATCH', path, { role: 'admin' })
    expect(demoted.body).toMatchObject({ status: 409, code: 'in_use' })
    expect((await live.as.owner.send('DELETE', path)).body).toMatchObject({ code: 'in_use' })
    // Two owners who step down at once: one stays.
    const second = `/members/${user('admin')}`
    expect((await live.as.owner.send('PATCH', second, { role: 'owner' })).status).toBe(200)
    const answers = await Promise.all([
      live.as.owner.send('PATCH', path, { role: 'admin' }),
      live.as.admin.send('PATCH', second, { role: 'admin' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const members = (await live.as.viewer.get('/members')).body.items as { user_id: string; role: string }[]
    const owners = members.filter(({ role }) => role === 'owner')
    expect(owners).toHaveLength(1)
    if (owners[0]!.user_id === user('admin')) {
      expect((await live.as.admin.send('PATCH', path, { role: 'owner' })).status).toBe(200)
      expect((await live.as.owner.send('PATCH', second, { role: 'admin' })).status).toBe(200)
    }
  })
})

describe('somebody who is removed', () => {
  it('is out at once, keeps a name beside what they did, and may be invited again', async () => {
    const { token } = await invite('leaver@vendor.example', 'viewer')
    const browser = live.browser()
    await browser.send('POST', '/invitations/accept', { token, name: 'Leaver', password: PASSWORD })
    const { id } = (await browser.get('/me')).body.user
    const removed = await live.as.admin.send('DELETE', `/members/${id}`, { reason: 'left the team' })
    expect(removed.status).toBe(204)
    expect((await browser.get('/me')).status).toBe(401)
    const answer = await browser.send('POST', '/auth/sign-in/email', {
      ...{ email: 'leaver@vendor.example', password: PASSWORD },
    })
    expect(answer.body).toMatchObject({ code: 'sign_in_refused' })
    expect((await log())[0]).toMatchObject({
      ...{ actor: 'The admin', person: 'Leaver' },
      receipt: { payload: { act: 'member.removed', reason: 'left the team' } },
    })
    const members = await live.as.admin.get('/members')
    expect(members.text).not.toContain('leaver')
    const second = await invite('leaver@vendor.example', 'viewer')
    const back = await live.browser().send('POST', '/invitations/accept', {
      ...{ token: second.token, name: 'Back again', password: PASSWORD },
    })
    expect(back.status).toBe(201)
  })
})

describe('the organization’s log', () => {
  it('is read in pages, whole, and in order', async () => {
    const whole = await log()
    const seqs: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await live.as.viewer.get(`/organization/log?limit=3&cursor=${cursor}`)
      seqs.push(
        ...body.items.map(({ receipt }: { receipt: { payload: { seq: number } } }) => receipt.payload.seq),
      )
      cursor = body.next_cursor as string | null
    }
    expect(seqs).toEqual(whole.map((_, index) => whole.length - 1 - index))
  })
})

describe('projects', () => {
  it('are made by admins, and are the organization’s', async () => {
    live.heron.clock.advance(1000)
    const answer = await live.as.admin.send('POST', '/projects', { name: 'Second assistant' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ name: 'Second assistant' })
    expect(answer.body.api_key).toMatch(/^hrn_live_/)
    expect(await live.heron.service.authenticate(answer.body.api_key as string)).toMatchObject({
      ...{ organizationId: live.heron.tenant.organizationId, projectId: answer.body.id },
    })
    const names = (await live.as.viewer.get('/projects')).body.items.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Assistant', 'Second assistant'])
    expect((await live.neighbour.get('/projects')).text).not.toContain('assistant')
  })
})

describe('an invitation that nobody accepted', () => {
  it('opens nothing after a week', async () => {
    const { token } = await invite('late@vendor.example', 'viewer')
    live.heron.clock.advance(7 * 86_400_000 - 1)
    expect((await live.browser().get(`/invitations/accept/${token}`)).status).toBe(200)
    live.heron.clock.advance(1)
    expect((await live.browser().get(`/invitations/accept/${token}`)).status).toBe(404)
    const body = { token, name: 'Late', password: PASSWORD }
    expect((await live.browser().send('POST', '/invitations/accept', body)).status).toBe(404)
  })
})
