/**
 * A Heron behind real HTTP with its pages, people of every role, and an agent's work in it: what the tests of the
 * dashboard walk through. One service and one browser a file.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import {
  type AnnounceActionAnswer,
  hashJson,
  type JsonObject,
  type Outcome,
} from '../../../evidence/src/index.js'
import { type Role, ROLES } from '../../../server/src/domain/people/member.js'
import { startWorker } from '../../../server/src/worker/worker.js'
import {
  type LiveOperator,
  PASSWORD,
  startLiveOperator,
} from '../../../server/test/operator/live-operator.js'
import { actionRequest, executionRequest, sessionRequest } from '../../../server/test/support/heron.js'
import { requireSite, SITE } from './site.js'

export type Call = {
  readonly tool: string
  /** Default: what an honest vendor reports after that verdict; null is silence. */
  readonly outcome?: Outcome | null
  readonly signals?: Readonly<Record<string, string | number | boolean>>
  readonly args?: JsonObject
  /** The earlier call that this one answers, and how. */
  readonly answers?: string
}

export type Dashboard = {
  readonly live: LiveOperator
  readonly projectId: string
  /** Opens a run of an agent and does its calls in order. */
  readonly run: (
    externalId: string,
    calls: readonly Call[],
    agent?: string,
  ) => Promise<readonly AnnounceActionAnswer[]>
  /** One more call of a run that is open. */
  readonly call: (externalId: string, seq: number, call: Call) => Promise<AnnounceActionAnswer>
  /** Moves Heron's clock, then does everything that is due by then. */
  readonly pass: (ms: number) => Promise<void>
  /** A page of somebody who is signed in, at an address below the project. */
  readonly open: (
    browser: Browser,
    role: Role,
    path: string,
    options?: BrowserContextOptions,
  ) => Promise<Visit>
  readonly close: () => Promise<void>
}

export type Visit = {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors, page errors, refused policies, requests to elsewhere. */
  readonly troubles: string[]
  /** Goes to another address below the project. */
  readonly go: (path: string) => Promise<void>
  readonly close: () => Promise<void>
}

const HONEST: Readonly<Record<string, Outcome>> = {
  ALLOW: 'EXECUTED',
  DENY: 'BLOCKED',
  STEP_UP: 'ESCALATED',
  MODIFY: 'BLOCKED',
  DEFER: 'BLOCKED',
}

/** @param agoMs how long ago Heron's clock begins. */
export async function startDashboard(agoMs = 0): Promise<Dashboard> {
  requireSite()
  const started = await startLiveOperator({ webRoot: SITE })
  const { heron, url } = started
  const { service, clock, tenant } = heron
  // Pages count down by the browser's clock, so both begin at the same time.
  clock.advance(Date.now() - agoMs - Date.parse(clock.now()))
  const live = { ...started, as: await signInAgain(started) }
  const worker = startWorker({ service, intervalMs: 0 })

  const call: Dashboard['call'] = async (externalId, seq, { tool, outcome, signals, args, answers }) => {
    const asked = args ?? { id: `${externalId}-${seq}` }
    const answer = await service.announceAction(
      actionRequest(externalId, seq, {
        tool: { name: tool },
        args_redacted: asked,
        args_hash: hashJson(asked),
        requested_at: clock.now(),
        ...(signals === undefined && answers === undefined
          ? {}
          : { signals: { ...signals, ...(answers === undefined ? {} : { resolves_action: answers }) } }),
      }),
      heron.context(),
    )
    const said = outcome === undefined ? HONEST[answer.decision.verdict] : outcome
    if (said !== null && said !== undefined) {
      const statement = executionRequest(answer, { outcome: said, executed_at: clock.now() })
      await service.reportExecution(statement, heron.context())
    }
    return answer
  }
  const at = (path: string) => `${url}/app/p/${tenant.projectId}/${path}`
  return {
    live,
    projectId: tenant.projectId,
    call,
    run: async (externalId, calls, agent = 'support-agent') => {
      await service.openSession(
        sessionRequest(externalId, {
          agent: { external_id: agent, version: '7' },
          started_at: clock.now(),
        }),
        heron.context(),
      )
      const answers: AnnounceActionAnswer[] = []
      for (const [index, each] of calls.entries()) answers.push(await call(externalId, index + 1, each))
      return answers
    },
    pass: async (ms) => {
      clock.advance(ms)
      while (await worker.tick());
    },
    open: async (browser, role, path, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      const signedIn = await context.request.post(`${url}/api/auth/sign-in/email`, {
        headers: { origin: url },
        data: { email: `${role}@vendor.example`, password: PASSWORD },
      })
      if (!signedIn.ok()) throw new Error(`${role} is not let in: ${await signedIn.text()}`)
      const page = await context.newPage()
      const troubles = watch(page, url)
      await page.goto(at(path))
      return {
        ...{ page, context, troubles },
        go: async (next) => {
          await page.goto(at(next))
        },
        close: () => context.close(),
      }
    },
    close: async () => {
      await worker.stop()
      await live.close()
    },
  }
}

/** Whoever signed in before the clock was moved may have been signed out by it. */
async function signInAgain(live: LiveOperator): Promise<LiveOperator['as']> {
  const clients = ROLES.map(async (role) => {
    const mine = live.browser()
    await mine.signIn(`${role}@vendor.example`, PASSWORD)
    const { member } = live.as[role]
    return [role, { member, send: mine.send.bind(mine), get: mine.get.bind(mine) }] as const
  })
  return Object.fromEntries(await Promise.all(clients)) as LiveOperator['as']
}

/** Everything that should not happen on a page. */
export function watch(page: Page, url: string): string[] {
  const troubles: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== url) troubles.push(`asked elsewhere: ${request.url()}`)
  })
  return troubles
}
