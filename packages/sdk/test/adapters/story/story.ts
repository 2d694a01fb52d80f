/**
 * One story for every adapter, told against a real Heron and the real framework with a scripted model: what the model
 * asks for, what runs, what the model is told, and what Heron knows afterwards.
 */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AdapterOptions, AnswerFor } from '../../../src/adapters/admission.js'
import type { HeronBlocked } from '../../../src/index.js'
import { type Heron, type Seen, startHeron } from './heron.js'
import { StandingTime } from '../../fake/time.js'
import { StoryTools, type ToolName } from './tools.js'

/** A call as the scripted model makes it. Calls of one step are made at once. */
export type ScriptedCall = { id: string; tool: ToolName; args: object }
export type Script = readonly (readonly ScriptedCall[])[]

/** `silent`: Heron cannot be reached. */
type Setting = { answerFor?: AnswerFor; silent?: boolean }

/** What the model was told, by call id. */
export type Told = Map<string, string>

export type Harness = {
  readonly name: string
  /** Runs the framework's own loop over a script; `signal` is the user's, who may stop waiting. */
  readonly run: (turn: {
    options: AdapterOptions
    tools: StoryTools
    script: Script
    signal?: AbortSignal
  }) => Promise<Told>
  /** How the name of a tool differs in Heron's eyes. Default: not at all. */
  readonly seenAs?: (tool: ToolName) => string
}

/** A run as a vendor begins it, and what Heron has of it later. */
export function setUp(heron: Heron, externalId: string, { answerFor, silent = false }: Setting = {}) {
  const actions: string[] = []
  const guard = heron.guard({
    onReceipt: ({ kind, receipt }) => {
      const action = receipt.payload['action']
      if (kind === 'decision' && typeof action === 'string' && !actions.includes(action)) actions.push(action)
    },
    // Nothing listens on port 1; pauses between attempts pass at once.
    ...(silent ? { url: 'http://127.0.0.1:1', runtime: new StandingTime().runtime } : {}),
  })
  onTestFinished(async () => {
    await guard.close()
  })
  const blocked: HeronBlocked[] = []
  const session = guard.session({
    externalId,
    agent: { externalId: 'story-agent' },
    principal: { type: 'human', ref: 'user_881' },
    originalRequest: 'Look after my notes.',
  })
  const options: AdapterOptions = {
    session,
    onBlocked: (refusal) => blocked.push(refusal),
    ...(answerFor === undefined ? {} : { answerFor }),
  }
  /** What Heron knows of the run, in the order of its decisions. */
  const seen = async (): Promise<Seen[]> => {
    await guard.flush()
    return Promise.all(
      actions.map(async (id) => {
        // eslint-disable-next-line @typescript-eslint/no-explicit-any -- an answer, read as it is
        const view: any = await guard.client.readAction(id)
        const outcomes: string[] = view.executions.map((one: { outcome: string }) => one.outcome)
        return { tool: view.record.tool, verdict: view.decision.verdict, outcomes, resolves: view.resolves }
      }),
    )
  }
  return { guard, session, options, blocked, actions, seen, tools: new StoryTools() }
}

export function tellStory(harness: Harness): void {
  describe(harness.name, () => {
    let heron: Heron
    let runs = 0
    const seenAs = harness.seenAs ?? ((tool: ToolName) => tool)
    beforeAll(async () => {
      heron = await startHeron()
    })
    afterAll(() => heron.stop())
    const begin = (setting?: Setting) => setUp(heron, `run_${String(++runs)}`, setting)
    const call = (id: string, tool: ToolName, args: object): ScriptedCall => ({ id, tool, args })

    it('ALLOW: the tool runs, the model gets its result, the vendor signs that it ran', async () => {
      const { options, tools, seen } = begin()
      const told = await harness.run({
        options,
        tools,
        script: [[call('c1', 'read_notes', { topic: 'herons' })]],
      })
      expect(tools.ran).toEqual([{ tool: 'read_notes', args: { topic: 'herons' } }])
      expect(told.get('c1')).toContain('read_notes did it')
      expect(await seen()).toEqual([
        { tool: seenAs('read_notes'), verdict: 'ALLOW', outcomes: ['EXECUTED'], resolves: null },
      ])
    })

    it('DENY: nothing runs, and the model is told not to try again', async () => {
      const { options, tools, seen, blocked } = begin()
      const told = await harness.run({
        options,
        tools,
        script: [[call('c1', 'transfer_money', { amount: 5 })]],
      })
      expect(tools.ran).toEqual([])
      expect(told.get('c1')).toContain('was not run: denied')
      expect(blocked.map(({ code }) => code)).toEqual(['denied'])
      expect(await seen()).toMatchObject([{ verdict: 'DENY', outcomes: ['BLOCKED'] }])
    })

    it('STEP_UP: nothing runs until a person has answered; resumed later, the same call runs once', async () => {
      const answers = new Map<string, { humanDecision: string; action: string }>()
      const { options, tools, seen, actions, blocked } = begin({
        answerFor: (question) => answers.get(question.argsHash) ?? null,
      })
      const asked = await harness.run({
        options,
        tools,
        script: [[call('c1', 'send_email', { to: 'maria' })]],
      })
      expect(tools.ran).toEqual([])
      expect(asked.get('c1')).toContain('a person has to approve it first')
      const { decision } = blocked[0]!
      if (decision.kind !== 'withheld') throw new Error('Heron was to ask for a person')
      answers.set(decision.argsHash, { humanDecision: 'APPROVE', action: actions[0]! })

      const told = await harness.run({
        options,
        tools,
        script: [[call('c2', 'send_email', { to: 'maria' })]],
      })
      expect(told.get('c2')).toContain('send_email did it')
      expect(tools.ran).toHaveLength(1)
      const all = await seen()
      expect(all.at(0)).toMatchObject({ verdict: 'STEP_UP', outcomes: ['ESCALATED'] })
      expect(all.at(-1)).toMatchObject({ verdict: 'ALLOW', outcomes: ['EXECUTED'], resolves: actions[0] })
    })

    it('STEP_UP declined: nothing runs', async () => {
      const { options, tools, seen } = begin({ answerFor: () => ({ humanDecision: 'DECLINE' }) })
      const told = await harness.run({
        options,
        tools,
        script: [[call('c1', 'send_email', { to: 'maria' })]],
      })
      expect(tools.ran).toEqual([])
      expect(told.get('c1')).toContain('was not run: denied')
      expect((await seen()).at(-1)).toMatchObject({ verdict: 'DENY', outcomes: ['BLOCKED'] })
    })

    it('MODIFY: the model is told how to narrow the call, and the narrowed call runs', async () => {
      const { options, tools, seen } = begin()
      const told = await harness.run({
        options,
        tools,
        script: [
          [call('c1', 'delete_record', { id: 'r1', keep_copy: false })],
          [call('c2', 'delete_record', { id: 'r1', keep_copy: true })],
        ],
      })
      expect(told.get('c1')).toContain('not in this shape')
      expect(tools.ran).toEqual([{ tool: 'delete_record', args: { id: 'r1', keep_copy: true } }])
      expect(await seen()).toMatchObject([
        { verdict: 'MODIFY', outcomes: ['BLOCKED'] },
        { verdict: 'ALLOW', outcomes: ['EXECUTED'] },
      ])
    })

    it('DEFER: the model is told what has to come first, does it, and then the call runs', async () => {
      const { options, tools, seen } = begin()
      const rows = Array.from({ length: 150 }, (_, index) => index)
      const told = await harness.run({
        options,
        tools,
        script: [
          [call('c1', 'update_rows', { rows })],
          [call('c2', 'read_notes', { topic: 'rows' })],
          [call('c3', 'update_rows', { rows })],
        ],
      })
      expect(told.get('c1')).toContain('not yet')
      expect(tools.ran.map(({ tool }) => tool)).toEqual(['read_notes', 'update_rows'])
      expect((await seen()).map(({ verdict }) => verdict)).toEqual(['DEFER', 'ALLOW', 'ALLOW'])
    })

    it('a tool that throws is reported as FAILED, and the model hears of it', async () => {
      const { options, tools, seen } = begin()
      const told = await harness.run({ options, tools, script: [[call('c1', 'read_broken', {})]] })
      expect(told.get('c1')).toContain('the disk is gone')
      expect(await seen()).toMatchObject([{ verdict: 'ALLOW', outcomes: ['FAILED'] }])
    })

    it('a call that nobody waits for any more is reported as ABANDONED', async () => {
      const { options, tools, seen } = begin()
      const waiting = new AbortController()
      void tools.slowStarted.then(() => {
        waiting.abort()
      })
      await harness
        .run({ options, tools, script: [[call('c1', 'read_slowly', {})]], signal: waiting.signal })
        .catch((error: unknown) => {
          // Some frameworks end the run with an error then, some without.
          expect(waiting.signal.aborted, String(error)).toBe(true)
        })
      await expect.poll(seen).toMatchObject([{ verdict: 'ALLOW', outcomes: ['ABANDONED'] }])
    })

    it('parallel calls are judged one by one: each has its own decision and its own statement', async () => {
      const { options, tools, seen } = begin()
      const told = await harness.run({
        options,
        tools,
        script: [
          [
            call('c1', 'read_notes', { topic: 'one' }),
            call('c2', 'transfer_money', { amount: 1 }),
            call('c3', 'read_notes', { topic: 'two' }),
          ],
        ],
      })
      expect(tools.ran.map(({ args }) => args)).toHaveLength(2)
      expect(told.get('c1')).toContain('read_notes did it')
      expect(told.get('c2')).toContain('denied')
      expect(told.get('c3')).toContain('read_notes did it')
      const all = await seen()
      expect(all.map(({ verdict, outcomes }) => [verdict, ...outcomes]).sort()).toEqual([
        ['ALLOW', 'EXECUTED'],
        ['ALLOW', 'EXECUTED'],
        ['DENY', 'BLOCKED'],
      ])
    })

    it('where a part of the adapter fails, nothing runs', async () => {
      const { options, tools, seen } = begin({
        answerFor: () => {
          throw new Error('the approval store is down')
        },
      })
      await harness
        .run({ options, tools, script: [[call('c1', 'send_email', { to: 'maria' })]] })
        .catch((error: unknown) => {
          expect(String(error)).toContain('the approval store is down')
        })
      expect(tools.ran).toEqual([])
      expect(await seen()).toMatchObject([{ verdict: 'STEP_UP', outcomes: ['ESCALATED'] }])
    })

    it('where Heron cannot be reached, nothing runs, and the model is told why', async () => {
      const { options, tools, blocked } = begin({ silent: true })
      const told = await harness.run({
        options,
        tools,
        script: [[call('c1', 'read_notes', { topic: 'herons' })]],
      })
      expect(tools.ran).toEqual([])
      expect(told.get('c1')).toContain('no decision')
      expect(blocked.map(({ code }) => code)).toEqual(['undecided'])
    })
  })
}
