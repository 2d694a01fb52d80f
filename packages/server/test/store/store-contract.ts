/**
 * What every engine behind `Store` must do. Call it with a way to open an empty, migrated store; SQLite does so now, and
 * another engine can with the same lines.
 */
import { signEd25519, toBase64url } from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  insertAnswered,
  insertAwaited,
  insertSession,
  insertSessionHead,
} from '../../src/store/queries/sessions.js'
import {
  advanceHead,
  closeHead,
  deleteAwaited,
  findSession,
  listQuestions,
} from '../../src/store/queries/sessions.js'
import { insertSettings } from '../../src/store/queries/projects.js'
import {
  insertFinding,
  insertReceipt,
  pageOfFindings,
  pageOfReceipts,
} from '../../src/store/queries/records.js'
import { SignatureOf, SIGNING_KID, step, type Store } from '../../src/store/store.js'
import { createThreadSigner, type Signer } from '../../src/keys/signer.js'

export const A = { organization_id: 'org_a', project_id: 'prj_a' }
/** Another organization whose project has the same name and holds rows of the same ids. */
export const B = { organization_id: 'org_b', project_id: 'prj_a' }

export const settings = (scope: typeof A) => ({
  ...scope,
  revision: 1,
  policy_hash: 'p',
  catalog_id: null,
  catalog_hash: null,
  allowlist_text: '[]',
  approval_timeout_ms: 1,
  context_timeout_ms: 1,
  reconcile_window_ms: null,
  missing_horizon_ms: null,
  retention_ms: null,
})

export const session = (scope: typeof A, id: string, externalId = id) => ({
  ...scope,
  id,
  environment: 'live' as const,
  external_id: externalId,
  agent_external_id: 'a',
  agent_name: null,
  agent_version: null,
  principal_type: 'human' as const,
  principal_ref: 'u',
  request_hash: 'h',
  anchors_text: '[]',
  task_ref: null,
  parent_external_id: null,
  grant_ref: null,
  grant_scope_text: null,
  grant_document_text: null,
  record_text: '{}',
  genesis_hash: 'h0',
  opened_at: '2026-11-30T12:00:00.000Z',
  idempotency_digest: null,
})

export const head = (scope: typeof A, sessionId: string) => ({
  ...scope,
  session_id: sessionId,
  head_hash: 'h0',
  position: 0,
  history_text: '{}',
  closed_at: null,
})

export const move = (scope: typeof A, sessionId: string, from: number, changes = {}) => ({
  ...scope,
  session_id: sessionId,
  expected_head: `h${from}`,
  expected_position: from,
  settings_revision: 1,
  head_hash: `h${from + 1}`,
  position: from + 1,
  history_text: '{}',
  ...changes,
})

const question = (scope: typeof A, actionId: string) => ({
  ...scope,
  session_id: 's1',
  action_id: actionId,
  verdict: 'DEFER' as const,
  tool: 't',
  args_hash: 'x',
  due_at: null,
})

/** @param open opens an empty store that signs with `signer`, or by itself with the key of that signer. */
export function describeStore(engine: string, open: (signer: Signer) => Promise<Store>): void {
  describe(`the store on ${engine}`, () => {
    let store: Store
    let signer: Signer
    const seed = new Uint8Array(32).fill(7)
    beforeEach(async () => {
      signer = createThreadSigner({ kid: 'k', seed })
      store = await open(signer)
      for (const scope of [A, B]) {
        const opened = await store.commit([
          step(insertSettings, settings(scope)),
          step(insertSession, session(scope, 's1')),
          step(insertSessionHead, head(scope, 's1')),
        ])
        expect(opened).toMatchObject({ ok: true })
      }
    })
    afterEach(async () => {
      await store.close()
      await signer.close()
    })

    const find = (scope: typeof A, externalId = 's1') =>
      store.first(findSession, { ...scope, environment: 'live', external_id: externalId })

    it('reads what it wrote, and another tenant’s row of the same id is another row', async () => {
      await store.commit([step(advanceHead, move(A, 's1', 0))])
      expect(await find(A)).toMatchObject({ head_hash: 'h1', position: 1 })
      expect(await find(B)).toMatchObject({ head_hash: 'h0', position: 0 })
    })

    it('answers nothing to a tenant that does not own the row', async () => {
      await store.commit([step(insertSession, session(A, 's2')), step(insertSessionHead, head(A, 's2'))])
      expect(await find(A, 's2')).toBeDefined()
      expect(await find(B, 's2')).toBeUndefined()
      expect(await find({ ...A, project_id: 'prj_other' }, 's2')).toBeUndefined()
    })

    it('undoes a whole group when one step meets a row that is there, and names the step', async () => {
      const outcome = await store.commit([
        step(insertSession, session(A, 's3')),
        step(insertSession, session(A, 's4', 's1')),
      ])
      expect(outcome).toEqual({ ok: false, step: 1 })
      expect(await find(A, 's3')).toBeUndefined()
    })

    it('undoes a whole group when a step does not change what it must', async () => {
      const outcome = await store.commit([
        step(insertSession, session(A, 's3')),
        step(advanceHead, move(A, 's1', 7)),
      ])
      expect(outcome).toEqual({ ok: false, step: 1 })
      expect(await find(A, 's3')).toBeUndefined()
    })

    it('lets one bad group spoil no other of the same moment', async () => {
      const outcomes = await Promise.all([
        store.commit([step(advanceHead, move(A, 's1', 0))]),
        store.commit([step(advanceHead, move(A, 's1', 0))]),
        store
          .commit([step(insertSession, { ...session(A, 's5'), external_id: null as unknown as string })])
          .catch((error: unknown) => error),
        store.commit([step(advanceHead, move(A, 's1', 1))]),
      ])
      expect(outcomes[0]).toMatchObject({ ok: true })
      expect(outcomes[1]).toEqual({ ok: false, step: 0 })
      expect(outcomes[2]).toBeInstanceOf(Error)
      expect(outcomes[3]).toMatchObject({ ok: true })
      expect(await find(A)).toMatchObject({ position: 2 })
    })

    it('applies groups in the order in which they were handed over', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 300 }, (_, index) => store.commit([step(advanceHead, move(A, 's1', index))])),
      )
      expect(outcomes.every(({ ok }) => ok)).toBe(true)
      expect(await find(A)).toMatchObject({ position: 300, head_hash: 'h300' })
    })

    it('lets everything fall that was planned on a step that did not hold, and nothing else', async () => {
      const plan = (from: number, head: string, next: string) =>
        store.commit([step(advanceHead, move(A, 's1', from, { expected_head: head, head_hash: next }))])
      const outcomes = await Promise.all([
        plan(0, 'h0', 'a1'),
        plan(0, 'h0', 'b1'),
        plan(1, 'b1', 'b2'),
        plan(2, 'b2', 'b3'),
        plan(1, 'a1', 'a2'),
        store.commit([step(advanceHead, move(B, 's1', 0))]),
      ])
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, false, false, true, true])
      expect(await find(A)).toMatchObject({ head_hash: 'a2', position: 2 })
    })

    it('moves a head only from where it is, under the settings that were read, and never once closed', async () => {
      expect((await store.commit([step(advanceHead, move(A, 's1', 0, { expected_head: 'x' }))])).ok).toBe(
        false,
      )
      expect((await store.commit([step(advanceHead, move(A, 's1', 0, { settings_revision: 2 }))])).ok).toBe(
        false,
      )
      const close = { ...A, session_id: 's1', expected_head: 'h0', closed_at: '2026-11-30T12:00:00.000Z' }
      expect((await store.commit([step(closeHead, close)])).ok).toBe(true)
      expect((await store.commit([step(closeHead, close)])).ok).toBe(false)
      expect((await store.commit([step(advanceHead, move(A, 's1', 0))])).ok).toBe(false)
    })

    it('lets exactly one of many answer a question', async () => {
      await store.commit([step(insertAwaited, question(A, 'a1')), step(insertAwaited, question(B, 'a1'))])
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.commit([
            step(deleteAwaited, { ...A, session_id: 's1', action_id: 'a1' }),
            step(insertAnswered, {
              ...A,
              action_id: 'a1',
              answered_by_action_id: `b${index}`,
              receipt_id: null,
              answered_at: 't',
            }),
          ]),
        ),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await store.all(listQuestions, { ...A, session_id: 's1' })).toEqual([])
      expect(await store.all(listQuestions, { ...B, session_id: 's1' })).toHaveLength(1)
    })

    it('raises a finding once per kind and subject, and a second raising spoils nothing', async () => {
      const finding = (id: string) => ({
        ...{ ...A, id, kind: 'BROKEN_CHAIN', severity: 'critical', subject: 'act_1', session_id: 's1' },
        ...{
          action_id: 'act_1',
          catalog_hash: null,
          detail_text: '{}',
          tool: null,
          agent: null,
          environment: null,
          verdict: null,
          rule: null,
          raised_at: 't',
        },
      })
      expect((await store.commit([step(insertFinding, finding('f1'), null)])).ok).toBe(true)
      expect((await store.commit([step(insertFinding, finding('f2'), null)])).ok).toBe(true)
      const rows = await store.all(pageOfFindings, { ...A, session_id: 's1', after_id: '', limit: 10 })
      expect(rows.map(({ id }) => id)).toEqual(['f1'])
    })

    const receipt = (id: string, text: string) =>
      step(insertReceipt, {
        ...{ ...A, id, kind: 'resolution' as const, session_id: 's1', subject_id: id },
        ...{ payload_text: text, created_at: 't' },
        kid: SIGNING_KID,
        signature: new SignatureOf('payload_text'),
      })
    const storedReceipts = () =>
      store.all(pageOfReceipts, { ...A, session_id: 's1', kind: 'resolution', after_id: '', limit: 1000 })

    it('signs what a step leaves to be signed, stores it, and answers it in order', async () => {
      const texts = ['{"a":1}', '{"ä":"€"}', '{}']
      const outcomes = await Promise.all([
        store.commit([receipt('r1', texts[0]!), receipt('r2', texts[1]!)]),
        store.commit([receipt('r3', texts[2]!)]),
      ])
      const signatures = outcomes.flatMap((outcome) => (outcome.ok ? outcome.signatures : []))
      expect(signatures).toEqual(
        texts.map((text) => toBase64url(signEd25519(seed, new TextEncoder().encode(text)))),
      )
      const stored = await storedReceipts()
      expect(stored.map(({ signature }) => signature)).toEqual(signatures)
      expect(stored.map(({ kid }) => kid)).toEqual(['k', 'k', 'k'])
      expect(outcomes).toMatchObject([{ kid: 'k' }, { kid: 'k' }])
    })

    it('stores and answers with each signature the key that made it, while another takes over', async () => {
      const seeds: Record<string, Uint8Array> = { k: seed, k2: new Uint8Array(32).fill(8) }
      const write = (from: number) =>
        Array.from({ length: 300 }, (_, index) =>
          store.commit([receipt(`r${from + index}`, `text ${from + index}`)]),
        )
      const planned = write(1000)
      await planned[0]
      planned.push(...write(2000))
      signer.use?.({ kid: 'k2', seed: seeds['k2']! })
      planned.push(...write(3000))
      const outcomes = await Promise.all(planned)
      const stored = await storedReceipts()
      expect(stored).toHaveLength(900)
      for (const [index, { kid, signature, payload_text: text }] of stored.entries()) {
        expect(outcomes[index]).toEqual({ ok: true, kid, signatures: [signature] })
        expect(signature).toBe(toBase64url(signEd25519(seeds[kid]!, new TextEncoder().encode(text))))
      }
      expect(stored[0]?.kid).toBe('k')
      expect(stored.at(-1)?.kid).toBe('k2')
    })

    it('shows a snapshot as it was when it was taken', async () => {
      const snapshot = await store.snapshot()
      await store.commit([step(advanceHead, move(A, 's1', 0))])
      const which = { ...A, environment: 'live', external_id: 's1' }
      expect(await snapshot.first(findSession, which)).toMatchObject({ position: 0 })
      await snapshot.close()
      expect(await find(A)).toMatchObject({ position: 1 })
    })

    it('is ready while it is open, finishes what it was given, and takes nothing after that', async () => {
      await store.check()
      const last = store.commit([step(advanceHead, move(A, 's1', 0))])
      await store.close()
      expect(await last).toMatchObject({ ok: true })
      await expect(store.commit([])).rejects.toMatchObject({ code: 'store_unavailable' })
    })
  })
}
