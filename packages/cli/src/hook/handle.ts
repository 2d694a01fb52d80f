/** One hook event, answered: judged before a call, reported after it, remembered in between (heron.md §3). */
import { type AnchorKey, extractAnchors, hashJson } from '@heron/evidence'
import {
  answerStepUp,
  type Guard,
  type GuardedSession,
  HeronBlocked,
  type StepUpAnswer,
  type WithheldDecision,
} from '@heron/sdk'
import type { StatedPrincipal } from '../vendor/options.js'
import type { StepUps } from '../vendor/step-ups.js'
import type { HookEvent, ToolUse } from './input.js'
import { type Opening, type PendingCall, SessionFiles } from './session-files.js'

export type HookSetup = {
  readonly guard: Guard
  readonly stateFolder: string
  readonly stepUps: StepUps
  readonly agent: string
  readonly principal: StatedPrincipal
  readonly anchorKey: AnchorKey | null
  /** `ask` leaves a STEP_UP to the agent's own dialog. */
  readonly stepUp: 'refuse' | 'ask'
  /** A yes of Heron's is a yes to the agent's own permission question as well. */
  readonly grant: boolean
}

/** What is printed for the agent, as it reads it. */
export type HookOutput = { readonly [member: string]: unknown }

type ToolEvent<Name extends HookEvent['event']> = Extract<HookEvent, { event: Name }>

/** Answers one event. Throws for what must block; nothing but an answer from here lets a call pass. */
export async function handleHookEvent(event: HookEvent, setup: HookSetup): Promise<HookOutput> {
  const files = new SessionFiles(setup.stateFolder, event.sessionId)
  switch (event.event) {
    case 'PreToolUse':
      return before(event, files, setup)
    case 'PostToolUse':
    case 'PostToolUseFailure':
      await after(event, files, setup)
      return {}
    case 'UserPromptSubmit':
      return prompt(event, files, setup)
    case 'SessionEnd':
      await end(event, files, setup)
      return {}
    case 'other':
      return {}
  }
}

async function before(
  { sessionId, use }: ToolEvent<'PreToolUse'>,
  files: SessionFiles,
  setup: HookSetup,
): Promise<HookOutput> {
  const session = openSession(sessionId, files.opening(NOTHING_ASKED), setup)
  try {
    const decision = await session.admit({ ...callOf(use), ...earlierAnswer(session, use, setup.stepUps) })
    files.keep(use, { state: 'allowed', decision })
    return setup.grant ? permission('allow', `Heron allowed it (${decision.rule ?? decision.verdict})`) : {}
  } catch (error) {
    if (!(error instanceof HeronBlocked)) throw error
    if (error.code !== 'needs_human') return permission('deny', error.message)
    const decision = error.decision as WithheldDecision
    if (setup.stepUp === 'ask') {
      files.keep(use, { state: 'asked', decision })
      return permission('ask', `Heron asks for a person (${decision.rule ?? decision.reasons.join(', ')})`)
    }
    setup.stepUps.ask(session.externalId, decision)
    const how = `To allow this one call they type \`heron approve ${decision.actionId}\` as their message; then make the same call again.`
    return permission('deny', `${error.message} ${how}`)
  }
}

async function after(
  event: ToolEvent<'PostToolUse' | 'PostToolUseFailure'>,
  files: SessionFiles,
  setup: HookSetup,
): Promise<void> {
  const call = files.take(event.use)
  // A call from before the hooks were installed: Heron was never asked, and there is nothing to state about it.
  if (call === null) return
  const session = openSession(event.sessionId, files.opening(NOTHING_ASKED), setup)
  const decision =
    call.state === 'asked' ? await approvedMeanwhile(call, event.use, session, setup) : call.decision
  if (event.event === 'PostToolUse') {
    await session.report(decision, { outcome: 'EXECUTED', result: event.response })
  } else {
    const outcome = event.interrupted ? 'ABANDONED' : 'FAILED'
    await session.report(decision, { outcome, errorCode: event.interrupted ? 'interrupted' : 'tool_error' })
  }
}

/**
 * The tool ran, so a person said yes in the agent's dialog. That answer is submitted as the new action that it makes
 * (heron.md §3), late: the dialog tells nobody before the tool runs. Without Heron's answer the first decision stands.
 */
async function approvedMeanwhile(
  { decision }: PendingCall,
  use: ToolUse,
  session: GuardedSession,
  { principal }: HookSetup,
): Promise<PendingCall['decision']> {
  const asked = { ...(decision as WithheldDecision), call: callOf(use) }
  const approver = principal.type === 'human' ? { approver: principal.ref } : {}
  const answered = await session.decide(answerStepUp(asked, { humanDecision: 'APPROVE', ...approver }))
  return answered.kind === 'undecided' ? decision : answered
}

const APPROVAL = /^\s*heron\s+(approve|refuse)\s+(\w{1,80})\s*$/

/**
 * What a person types is the one channel that the agent has no hand in: an answer to a STEP_UP is taken from here. The
 * first message of a session is what was asked; its hash is kept, never its text.
 */
function prompt(
  { sessionId, prompt: text }: ToolEvent<'UserPromptSubmit'>,
  files: SessionFiles,
  setup: HookSetup,
): HookOutput {
  const [, word, action] = APPROVAL.exec(text) ?? []
  if (action === undefined) {
    const anchors = setup.anchorKey === null ? [] : extractAnchors(text, setup.anchorKey)
    files.opening({ hash: hashJson(text), anchors })
    return {}
  }
  const session = externalId(sessionId, files.opening(NOTHING_ASKED))
  const waits = setup.stepUps.list().some((one) => one.action === action && one.session === session)
  const approver = setup.principal.type === 'human' ? setup.principal.ref : null
  const answer = word === 'approve' ? 'APPROVE' : 'REJECT'
  if (!waits || !setup.stepUps.answer(action, answer, approver)) {
    return context(`Heron knows no open question ${action} in this session. Nothing was approved.`)
  }
  return context(
    word === 'approve'
      ? `The person approved ${action} for Heron. Make exactly the same tool call again, once.`
      : `The person refused ${action}. Do not make that call again.`,
  )
}

/** What was allowed and never came back is abandoned: nobody waits any more, and nobody knows. */
async function end(
  { sessionId }: ToolEvent<'SessionEnd'>,
  files: SessionFiles,
  setup: HookSetup,
): Promise<void> {
  if (!files.isOpen()) return
  const opening = files.opening(NOTHING_ASKED)
  const session = openSession(sessionId, opening, setup)
  for (let call = files.takeAny(); call !== null; call = files.takeAny()) {
    // A question that nobody said yes to was reported as escalated, and Heron closes it.
    if (call.state === 'allowed') {
      await session.report(call.decision, { outcome: 'ABANDONED', errorCode: 'no_outcome' })
    }
  }
  await session.open()
  await session.close()
  files.close(opening.generation)
}

/** Used where no message of a person came first (an agent run by a program). */
const NOTHING_ASKED: Opening['request'] = { hash: hashJson(''), anchors: [] }

function openSession(
  sessionId: string,
  opening: Opening,
  { guard, agent, principal }: HookSetup,
): GuardedSession {
  return guard.session({
    externalId: externalId(sessionId, opening),
    agent: { externalId: agent },
    principal,
    originalRequest: opening.request,
  })
}

/** The agent's own id where Heron takes it. */
function externalId(sessionId: string, { generation }: Opening): string {
  const id = /^[\w.:-]{1,200}$/.test(sessionId) ? sessionId : hashJson(sessionId)
  return generation === 0 ? `hook_${id}` : `hook_${id}_${(generation + 1).toString()}`
}

function callOf({ tool, args, callId }: ToolUse): {
  tool: ToolUse['tool']
  args: ToolUse['args']
  callId?: string
} {
  return { tool, args, ...(callId === null ? {} : { callId }) }
}

function earlierAnswer(
  { externalId: session }: GuardedSession,
  { tool, args }: ToolUse,
  stepUps: StepUps,
): { readonly resolves?: StepUpAnswer } {
  const resolves = stepUps.take(session, typeof tool === 'string' ? tool : tool.name, hashJson(args))
  return resolves === null ? {} : { resolves }
}

function permission(
  permissionDecision: 'allow' | 'ask' | 'deny',
  permissionDecisionReason: string,
): HookOutput {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } }
}

function context(additionalContext: string): HookOutput {
  return { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext } }
}
