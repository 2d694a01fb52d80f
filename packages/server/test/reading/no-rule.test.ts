/** A project in which nothing is checked by a rule: said loudly to reviewers and to its own people. */
import { MANAGED_RULES, type PostureClaim } from '@heron/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueReviewerLink } from '../../src/domain/evidence-page/links.js'
import { switchManagedRule } from '../../src/domain/policy-changes/change-rules.js'
import { CALLS } from '../worker/live-worker.js'
import { type LiveReading, startLiveReading } from './live-reading.js'

let live: LiveReading
beforeAll(async () => {
  live = await startLiveReading()
  await live.open('run')
  await live.announce('run', 1, CALLS.ALLOW)
})
afterAll(() => live.close())

async function claims(): Promise<readonly PostureClaim[]> {
  const { data, operation, place } = live.heron
  const { token } = await issueReviewerLink(data, operation, { label: 'auditor' })
  const database = place.openDatabase()
  const slug = database
    .prepare('select slug from evidence_pages where project_id = ?')
    .pluck()
    .get(operation.project.projectId) as string
  database.close()
  const answer = await fetch(`${live.url}/e/${slug}/api/posture`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { claims: readonly PostureClaim[] }).claims
}

describe('switching every rule off', () => {
  it('is a gap of R3 and a banner, and one rule on ends both', async () => {
    const { operation, service } = live.heron
    const edit = { ...operation, reason: 'trying without', revision: null }
    expect((await live.get('/overview')).body.no_rule).toBe(false)
    for (const { id } of MANAGED_RULES) await switchManagedRule(service.operatorParts, edit, id, false)
    await live.announce('run', 2, CALLS.ALLOW)
    expect((await live.get('/overview')).body.no_rule).toBe(true)
    expect((await claims()).find(({ id }) => id === 'R3')).toMatchObject({
      ...{ mark: 'gap', stated_by: 'nobody', figure: 'no rule is enabled' },
    })
    const [first] = MANAGED_RULES
    await switchManagedRule(service.operatorParts, edit, first!.id, true)
    expect((await live.get('/overview')).body.no_rule).toBe(false)
    expect((await claims()).find(({ id }) => id === 'R3')?.figure).not.toBe('no rule is enabled')
  })
})
