/** A Heron in this process: the service of an installation behind its HTTP face. */
import {
  createApp,
  createLogger,
  createService,
  type OpenInstallation,
  startServer,
  startWorker,
  type Timings,
} from '@heron/server'
import type { CommandIo } from '../command.js'
import { WEB_ROOT } from './web-root.js'

export type RunningHeron = {
  readonly url: string
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
  /** Where log lines go; absent keeps silent. */
  readonly log?: CommandIo['err']
}

/**
 * Listens.
 *
 * @throws {ListenError} one line for the person who starts it.
 */
export async function startHeron(options: ListenOptions): Promise<RunningHeron> {
  const { installation, host, port, log, timings = {}, retentionMs } = options
  const { store, signer, keyRing } = installation
  const service = await createService({
    ...{ store, signer, publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret, timings },
    ...(retentionMs === undefined ? {} : { retentionMs }),
  })
  const worker = startWorker({ service })
  const close = async (): Promise<void> => {
    await worker.stop()
    await service.close()
  }
  try {
    const logger = log === undefined ? createLogger('silent') : createLogger('info', lineStream(log))
    const server = await startServer({
      app: createApp({ service, logger, worker, webRoot: WEB_ROOT }),
      host,
      port,
    })
    return {
      url: server.url,
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

/** The logger writes whole lines with their line feed. */
function lineStream(log: CommandIo['err']): { readonly write: (text: string) => void } {
  return {
    write: (text) => {
      log(text.trimEnd())
    },
  }
}
