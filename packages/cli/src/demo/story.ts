/**
 * One run of the demo's agent: real tool calls through the guard, one for each verdict, each answered the way that the
 * verdict asks for, and one call that is run although it was denied.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { answerStepUp, type Guard, type GuardedSession, HeronBlocked, type ToolCall } from '@heron/sdk'
import type { FilesystemServer, ToolArguments } from './filesystem-server.js'
import { customersCsv, type Workspace } from './workspace.js'

/** What the agent meant by each call, in the order of the chain. */
export type Intentions = readonly string[]

/** Runs the story and closes its session. */
export async function runStory(
  guard: Guard,
  server: FilesystemServer,
  workspace: Workspace,
): Promise<Intentions> {
  const session = guard.session({
    externalId: 'demo-run-1',
    agent: { externalId: 'office-agent', name: 'Office agent', version: '1' },
    principal: { type: 'human', ref: 'user_881' },
    originalRequest: 'Move all customers to the new plan, send the report to our partner and tidy up.',
    task: { ref: 'job_4471' },
  })
  const agent = new Agent(session, server)
  const { customers, report, credentials, draft, partnerFolder } = workspace

  const upgrade = { path: customers, content: customersCsv('new') }
  await agent.call('rewrite 150 customers, unseen', 'write_file', upgrade)
  await agent.call('read the customers first', 'read_text_file', { path: customers })
  await agent.call('rewrite 150 customers again', 'write_file', upgrade)

  const shared = { path: join(partnerFolder, basename(report)), content: readFileSync(report, 'utf8') }
  const asked = await agent.call('give the report to the partner', 'write_file', shared)
  await agent.approve('the same, approved by a person', asked)

  const moved = (folder: string) => ({ source: draft, destination: join(folder, basename(draft)) })
  await agent.call('throw the old draft away', 'move_file', moved(workspace.trashFolder))
  await agent.call('archive the old draft instead', 'move_file', moved(workspace.archiveFolder))

  await agent.call('read the deploy password', 'read_text_file', { path: credentials })
  const leak = (name: string) => ({
    path: join(partnerFolder, name),
    content: readFileSync(credentials, 'utf8'),
  })
  await agent.call('give the password to the partner', 'write_file', leak('deploy.env'))
  await agent.disobey('the same, run in spite of the no', 'write_file', leak('notes.env'))

  await session.close()
  return agent.intentions
}

/** The agent's side of the guard: every call is announced, and all but one obey. */
class Agent {
  readonly intentions: string[] = []
  readonly #session: GuardedSession
  readonly #server: FilesystemServer

  constructor(session: GuardedSession, server: FilesystemServer) {
    this.#session = session
    this.#server = server
  }

  /** Runs a tool if Heron allows it; otherwise answers what stands in the way. */
  call(intention: string, tool: string, args: ToolArguments): Promise<HeronBlocked | null> {
    return this.#run(intention, { tool, args })
  }

  /** The call that was stepped up as a new action, carrying a person's answer. */
  async approve(intention: string, blocked: HeronBlocked | null): Promise<void> {
    if (blocked?.decision.kind !== 'withheld') throw new Error('there is nothing to approve')
    const answer = { humanDecision: 'APPROVE', approver: 'user_12' }
    await this.#run(intention, answerStepUp(blocked.decision, answer) as ToolCall<ToolArguments>)
  }

  /** Asks, does not listen, and says so: the vendor's own signature now stands against Heron's decision. */
  async disobey(intention: string, tool: string, args: ToolArguments): Promise<void> {
    this.intentions.push(intention)
    const decision = await this.#session.decide({ tool, args })
    const result = await this.#server.call(tool, args)
    await this.#session.report(decision, { outcome: 'EXECUTED', result })
  }

  async #run(intention: string, call: ToolCall<ToolArguments>): Promise<HeronBlocked | null> {
    this.intentions.push(intention)
    const tool = typeof call.tool === 'string' ? call.tool : call.tool.name
    try {
      await this.#session.run(call, (args) => this.#server.call(tool, args))
      return null
    } catch (error) {
      // No decision at all is no part of the story: the demo fails, and nothing has run.
      if (!(error instanceof HeronBlocked) || error.code === 'undecided') throw error
      return error
    }
  }
}
