import { describe, expect, test } from 'vitest'
import { serve } from '../support/heron.js'
import { installation } from '../support/installation.js'

const digest = `sha256:${'0'.repeat(64)}`

describe('heron serve with short times', () => {
  test('finds the silence of a call, ends an unanswered step-up, and tells both to /metrics', async () => {
    const { data, created } = await installation()
    const times = ['--reconcile-window', '20ms', '--missing-horizon', '40ms', '--approval-timeout', '30ms']
    const { url } = await serve(['--data', data, ...times])
    const send = async (path: string, body: object): Promise<void> => {
      const headers = { authorization: `Bearer ${created.apiKey}`, 'content-type': 'application/json' }
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(answer.status).toBeLessThan(300)
    }
    await send('/v1/sessions', {
      external_id: 'run_1',
      agent: { external_id: 'a1' },
      principal: { type: 'human', ref: 'user_881' },
      original_request: { hash: digest, anchors: [] },
      started_at: '2026-01-01T00:00:00.000Z',
    })
    await send('/v1/actions', {
      ...{ session_external_id: 'run_1', seq: 1, tool: { name: 'mail.send' }, args_hash: digest },
      ...{
        args_redacted: {},
        signals: { recipient_external: true },
        requested_at: '2026-01-01T00:00:00.000Z',
      },
    })
    const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text()
    await expect.poll(metrics, { timeout: 30_000 }).toContain('heron_reconciled_total{state="missing"} 1')
    await expect.poll(metrics, { timeout: 30_000 }).toContain('heron_unanswered_ended_total 1')
  })
})
