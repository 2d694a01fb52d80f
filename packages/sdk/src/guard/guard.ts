/**
 * The guard: everything a vendor's process needs to stand between its agents and their tools, set up once
 * (heron.md §3, §4). Sessions are its handles.
 */
import { type CatalogTool, detectSignatureVerifier, type Ed25519Jwk } from '@heron/evidence'
import { publishCatalog, type PublishedCatalog } from '../catalog/publish.js'
import { HeronClient } from '../client/client.js'
import { HeronUsageError } from '../client/errors.js'
import type { TransportOptions } from '../client/transport.js'
import { assertContract, type ToolContract } from '../contract/contract.js'
import type { InternalRecipients } from '../contract/recipients.js'
import { EvidenceDelivery, type FlushReport } from '../evidence/delivery.js'
import { type EvidenceOutbox, memoryOutbox } from '../evidence/outbox.js'
import { classifyError, type ErrorReport } from '../evidence/outcome.js'
import { type OnProblem, warnOnConsole } from '../problems.js'
import type { ReceiptTrust } from '../receipts/check.js'
import { HeronKeys } from '../receipts/keys.js'
import { type Runtime, timestamp, webRuntime } from '../runtime.js'
import type { GuardContext, KeptReceipt, VendorKey } from './context.js'
import { openingRequest, type SessionOptions } from './opening.js'
import { GuardedSession } from './session.js'

export type GuardOptions = TransportOptions & {
  readonly vendorKey: VendorKey
  /** Secret of the vendor's anchor tokens; needed as soon as a contract has anchors. */
  readonly anchorSecret?: string
  /** Contracts by exact tool name. A tool without one shows nothing of its arguments and states nothing. */
  readonly contracts?: { readonly [tool: string]: ToolContract }
  /** Whom `recipient_external` counts as one of the house. Default: it is not stated. */
  readonly internalDomains?: InternalRecipients
  /** Heron's keys, pinned. Default: Heron's published set, fetched at the first receipt. */
  readonly jwks?: readonly Ed25519Jwk[]
  /** Default: in memory, 1,000 statements. */
  readonly outbox?: EvidenceOutbox
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

  /** @throws {HeronUsageError} for options that can never work. */
  constructor(options: GuardOptions) {
    const { vendorKey, anchorSecret, contracts = {}, runtime = webRuntime } = options
    const onProblem = carefully(options.onProblem ?? warnOnConsole, warnOnConsole)
    if (vendorKey.seed.length !== 32) throw new HeronUsageError('/vendorKey/seed', 'must be 32 bytes')
    if (anchorSecret === '') throw new HeronUsageError('/anchorSecret', 'must not be empty')
    for (const [tool, contract] of Object.entries(contracts)) {
      assertContract(tool, contract, anchorSecret !== undefined)
    }
    this.client = new HeronClient(options, runtime)
    this.#context = {
      client: this.client,
      runtime,
      vendorKey,
      trust: trustOnce(this.client, options.jwks, runtime),
      anchorKey: anchorSecret === undefined ? null : { secret: anchorSecret },
      internalRecipients: options.internalDomains ?? null,
      contracts: new Map(Object.entries(contracts)),
      delivery: new EvidenceDelivery(this.client, options.outbox ?? memoryOutbox(), runtime, onProblem),
      classifyError: carefully(options.classifyError ?? classifyError, classifyError),
      obeyAlways: options.obeyAlways ?? false,
      onReceipt: options.onReceipt ?? (() => undefined),
      onProblem,
    }
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

  /** Signs and publishes the tool catalogue; see {@link publishCatalog}. */
  publishCatalog(tools: readonly CatalogTool[]): Promise<PublishedCatalog> {
    return publishCatalog(this.client, this.#context.vendorKey, tools)
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
