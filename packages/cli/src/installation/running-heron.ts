/** A Heron in this process: the service of an installation behind its HTTP face. */
import {
  type AppOptions,
  createApp,
  createLogger,
  createService,
  type HeronService,
  type KeyRing,
  mintSetUpToken,
  needsSetUp,
  type OpenInstallation,
  startServer,
  startWebhookSender,
  startWorker,
  type Timings,
} from '@heron/server'
import type { CommandIo } from '../command.js'
import { createKeyWatch, READ_RING_EVERY_MS } from './key-watch.js'
import { WEB_ROOT } from './web-root.js'

export type RunningHeron = {
  readonly url: string
  /** Opens the first run, where there is no organization yet; null where there is one. */
  readonly setUpToken: string | null
  /** Takes no new request, finishes those under way (10 s at most), then ends the store. */
  readonly close: () => Promise<void>
}

export type ListenOptions = {
  /** Taken over: `close` ends it, and so does a failure. */
  readonly installation: OpenInstallation
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** Times of reconciliation, for what a project does not set itself. */
  readonly timings?: Partial<Timings>
  /** How long redacted text is kept, where a project sets nothing itself; undefined takes the service's own. */
  readonly retentionMs?: number | undefined
  /** How often checkpoints are taken; undefined takes the service's own. */
  readonly checkpointEveryMs?: number | undefined
  /** Whether receivers of webhooks may stand in private networks and speak plain HTTP. Default: no. */
  readonly webhookAllowPrivate?: boolean
  /** How long what was written stays out of the event stream, where other processes write to the same store. */
  readonly eventSettleMs?: number
  /** Where people reach it and how they sign in. */
  readonly signIn?: Pick<AppOptions, 'publicUrl' | 'trustedProxies' | 'oidc'>
  /** Reads the ring again; asked now and then. Absent where it cannot change. */
  readonly readRing?: () => KeyRing
  /** Looks at the ring for which a new key is published before it signs. Default: it signs at once. */
  readonly looksBeforeSigning?: number
  /** Where log lines go; absent keeps silent. */
  readonly log?: CommandIo['err']
}

/**
 * Listens.
 *
 * @throws {ListenError} one line for the person who starts it.
 */
export async function startHeron(options: ListenOptions): Promise<RunningHeron> {
  const { installation, host, port, log, timings = {}, retentionMs, checkpointEveryMs } = options
  const { webhookAllowPrivate = false, eventSettleMs = 0, signIn = {} } = options
  const { store, signer, keyRing } = installation
  const service = await createService({
    ...{ store, signer, publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret, timings },
    ...{ webhookAllowPrivate, eventSettleMs },
    ...(retentionMs === undefined ? {} : { retentionMs }),
    ...(checkpointEveryMs === undefined ? {} : { checkpointEveryMs }),
  })
  const worker = startWorker({ service })
  const sender = startWebhookSender({ service })
  const watch = watchKeys(service, options)
  const close = async (): Promise<void> => {
    clearInterval(watch)
    await Promise.all([worker.stop(), sender.stop()])
    await service.close()
  }
  try {
    const logger = log === undefined ? createLogger('silent') : createLogger('info', lineStream(log))
    const setUpToken = (await needsSetUp(store)) ? mintSetUpToken() : null
    const firstRun = setUpToken === null ? {} : { setUpToken }
    const server = await startServer({
      app: createApp({ service, logger, worker, sender, webRoot: WEB_ROOT, ...signIn, ...firstRun }),
      host,
      port,
    })
    return {
      url: server.url,
      setUpToken,
      close: async () => {
        await server.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function watchKeys(
  service: HeronService,
  { readRing, looksBeforeSigning = 0 }: ListenOptions,
): NodeJS.Timeout | undefined {
  if (readRing === undefined) return undefined
  const timer = setInterval(createKeyWatch(service, readRing, looksBeforeSigning), READ_RING_EVERY_MS)
  timer.unref()
  return timer
}

/** The logger writes whole lines with their line feed. */
function lineStream(log: CommandIo['err']): { readonly write: (text: string) => void } {
  return {
    write: (text) => {
      log(text.trimEnd())
    },
  }
}
