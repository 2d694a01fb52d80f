/**
 * The guard: everything a vendor's process needs to stand between its agents and their tools, set up once
 * (heron.md §3, §4). Sessions are its handles.
 */
import { type CatalogTool, detectSignatureVerifier, type Ed25519Jwk } from '@heron/evidence'
import { assertCatalog, CatalogAtStart, publishCatalog, type PublishedCatalog } from '../catalog/publish.js'
import { HeronClient } from '../client/client.js'
import { HeronUsageError } from '../client/errors.js'
import type { TransportOptions } from '../client/transport.js'
import { ContractBook, type Contracts } from '../contract/book.js'
import type { InternalRecipients } from '../contract/count.js'
import { EvidenceDelivery, type EvidenceLag, type FlushReport } from '../evidence/delivery.js'
import { type EvidenceOutbox, memoryOutbox } from '../evidence/outbox.js'
import { classifyError, type ErrorReport } from '../evidence/outcome.js'
import { type VendorKey, vendorSigner } from '../evidence/vendor-key.js'
import { type OnProblem, warnOnConsole } from '../problems.js'
import type { ReceiptTrust } from '../receipts/check.js'
import { HeronKeys } from '../receipts/keys.js'
import { type Runtime, timestamp, webRuntime } from '../runtime.js'
import { Announcer } from './announcer.js'
import type { GuardContext, KeptReceipt } from './context.js'
import type { Decision } from './decision.js'
import { judgeCall } from './judge.js'
import { shownText } from './prepare.js'
import { openingRequest, type SessionOptions } from './opening.js'
import { GuardedSession } from './session.js'
import { memorySessions, type SessionStore } from './session-store.js'
import { answered, answeredSignals, fromStored, stepUpKey, type StepUpResolution } from './step-up.js'

export type GuardOptions = TransportOptions & {
  readonly vendorKey: VendorKey
  /** Secret of the vendor's anchor tokens; needed as soon as a contract has anchors. */
  readonly anchorSecret?: string
  /**
   * Contracts by exact tool name, glob (`gmail.*`), `server:NAME` or `provider:NAME`. The narrowest key says what may
   * leave; wider ones fill in what is counted and stated. A tool without one shows nothing and states nothing.
   */
  readonly contracts?: Contracts
  /** Published, signed, before the first call. Default: what `publishCatalog` published. */
  readonly catalog?: readonly CatalogTool[]
  /** Whom `recipient_external` counts as one of the house. Default: it is not stated. */
  readonly internalDomains?: InternalRecipients
  /** Heron's keys, pinned. Default: Heron's published set, fetched at the first receipt. */
  readonly jwks?: readonly Ed25519Jwk[]
  /** Default: in memory, 1,000 statements. `@heron/sdk/node` has one on the disk. */
  readonly outbox?: EvidenceOutbox
  /** Whether a report waits until Heron has the statement, or only until the outbox keeps it. Default `awaited`. */
  readonly reporting?: 'awaited' | 'background'
  /** What runs remember between processes. Default: in memory. */
  readonly sessions?: SessionStore
  /** How a thrown error is reported. Default: `ABANDONED` for aborts and time-outs, else `FAILED`. */
  readonly classifyError?: (error: unknown) => ErrorReport
  /** Obeys every verdict, also where an operator declared that it is not enforced. Default false. */
  readonly obeyAlways?: boolean
  /** Called with every receipt that was checked. */
  readonly onReceipt?: (kept: KeptReceipt) => void
  /** Called with what went wrong beside a call. Default: a line on the console. */
  readonly onProblem?: OnProblem
  readonly runtime?: Runtime
}

export class Guard {
  readonly client: HeronClient
  readonly #context: GuardContext
  readonly #catalog: CatalogAtStart | null

  /** @throws {HeronUsageError} for options that can never work. */
  constructor(options: GuardOptions) {
    const { vendorKey, anchorSecret, contracts = {}, catalog, runtime = webRuntime } = options
    const onProblem = carefully(options.onProblem ?? warnOnConsole, warnOnConsole)
    if (anchorSecret === '') throw new HeronUsageError('/anchorSecret', 'must not be empty')
    if (catalog !== undefined) assertCatalog(catalog)
    const sign = vendorSigner(vendorKey)
    const book = new ContractBook(contracts, anchorSecret !== undefined)
    const client = new HeronClient(options, runtime)
    this.client = client
    this.#catalog =
      catalog === undefined
        ? null
        : new CatalogAtStart(() => publishCatalog(client, sign, catalog), onProblem)
    this.#context = {
      ...{ client, runtime, sign, onProblem },
      trust: trustOnce(client, options.jwks, runtime),
      prepared: async () => {
        await this.#catalog?.published()
      },
      anchorKey: anchorSecret === undefined ? null : { secret: anchorSecret },
      internalRecipients: options.internalDomains ?? null,
      contracts: book,
      sessions: options.sessions ?? memorySessions(),
      delivery: new EvidenceDelivery(client, options.outbox ?? memoryOutbox(), runtime, onProblem),
      reporting: options.reporting ?? 'awaited',
      classifyError: carefully(options.classifyError ?? classifyError, classifyError),
      obeyAlways: options.obeyAlways ?? false,
      onReceipt: options.onReceipt ?? (() => undefined),
    }
  }

  /**
   * Publishes the guard's catalogue and delivers what an earlier process left in the outbox. Both happen by themselves as
   * well; call it to have them done, and their problems told, before the first agent runs. Never rejects.
   */
  async start(): Promise<{ readonly catalog: PublishedCatalog | null; readonly evidence: FlushReport }> {
    const catalog = (await this.#catalog?.published()) ?? null
    return { catalog, evidence: await this.flush() }
  }

  /**
   * A handle on one run. Nothing is sent before the first call (or `open`).
   *
   * @throws {HeronUsageError} for a reference that names a person, which Heron would refuse.
   */
  session(options: SessionOptions): GuardedSession {
    const { anchorKey, runtime } = this.#context
    const request = openingRequest(options, anchorKey, timestamp(runtime))
    return new GuardedSession(this.#context, request, options.instructions ?? null)
  }

  /**
   * Submits a stepped-up call again with a person's answer, in whichever process the answer arrives: the session store
   * has the rest. Run the tool with `session.perform(decision, tool)` where the decision allows it.
   *
   * @returns Null where the session store keeps no such call.
   */
  async resolveStepUp(
    resolution: StepUpResolution,
  ): Promise<{ readonly session: GuardedSession; readonly decision: Decision } | null> {
    const { sessions } = this.#context
    const waiting = fromStored(await sessions.load(stepUpKey(resolution.actionId)))
    if (waiting === null) return null
    const { opening, call, tool, submission } = waiting
    const signals = {
      ...answeredSignals(submission.signals, resolution),
      ...shownText(this.#context, resolution.shownText),
    }
    const announcer = new Announcer(this.#context, opening)
    const decision = await judgeCall(this.#context, announcer, {
      ...{ call: answered(call, resolution), tool },
      submission: { ...submission, signals },
    })
    return { session: new GuardedSession(this.#context, opening, null), decision }
  }

  /** Signs and publishes the tool catalogue; see {@link publishCatalog}. */
  publishCatalog(tools: readonly CatalogTool[]): Promise<PublishedCatalog> {
    return publishCatalog(this.client, this.#context.sign, tools)
  }

  /** How far evidence is behind. */
  lag(): EvidenceLag {
    return this.#context.delivery.lag()
  }

  /** Tries to deliver every statement that is still kept. */
  flush(): Promise<FlushReport> {
    return this.#context.delivery.flush()
  }

  /** Delivers what it can and ends the background retries. Call it before the process ends. */
  async close(): Promise<FlushReport> {
    const report = await this.flush()
    this.#context.delivery.stop()
    return report
  }
}

/** The vendor's own hook; where it throws, ours: a statement must not be lost over it. */
function carefully<Input, Output>(
  hook: (input: Input) => Output,
  fallback: (input: Input) => Output,
): (input: Input) => Output {
  return (input) => {
    try {
      return hook(input)
    } catch {
      return fallback(input)
    }
  }
}

function trustOnce(
  client: HeronClient,
  pinned: readonly Ed25519Jwk[] | undefined,
  runtime: Runtime,
): () => Promise<ReceiptTrust> {
  const keys =
    pinned === undefined ? HeronKeys.fetched(() => client.readJwks(), runtime.now) : HeronKeys.pinned(pinned)
  const trust = detectSignatureVerifier().then((verify): ReceiptTrust => ({ keys, verify }))
  return async () => {
    await keys.ready()
    return trust
  }
}
