/**
 * Who signs for Heron, and how what is signed beside the hot path is signed. The thread signer holds the private key of the key ring; an external signer (an HSM, a cloud
 * key service) stands behind the same interface and never shows its key.
 */
import { createPrivateKey } from 'node:crypto'
import { Worker } from 'node:worker_threads'

export type Signer = {
  readonly kid: string
  /**
   * Signs the UTF-8 of each text (Ed25519): base64url without padding, in order.
   * INVARIANT: calls are answered in the order in which they were made; chains rely on it.
   *
   * @throws {SigningUnavailableError}
   */
  readonly sign: (texts: readonly string[]) => Promise<string[]>
  /** PKCS #8 of the key, where it is at hand: a store may then sign what it writes in its own thread. SECRET. */
  readonly pkcs8?: Uint8Array
  readonly close: () => Promise<void>
}

/** Nothing can be signed now, so nothing may be decided. */
export class SigningUnavailableError extends Error {
  readonly code = 'signing_unavailable'

  constructor(message: string) {
    super(message)
    this.name = 'SigningUnavailableError'
  }
}

/**
 * Most texts waiting for the thread. At 40,000 signatures a second this is half a second of work; beyond it an answer
 * would come too late for the client that waits 2 s.
 */
const MAX_WAITING = 20_000

/** PKCS #8 of an Ed25519 seed is this prefix and the 32 bytes (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

type Waiting = {
  readonly count: number
  readonly resolve: (signatures: string[]) => void
  readonly reject: (error: Error) => void
}

/** Signs in a thread of its own, in batches of whatever was asked for during one turn of the event loop. */
export function createThreadSigner(key: { readonly kid: string; readonly seed: Uint8Array }): Signer {
  const pkcs8 = Buffer.concat([PKCS8_PREFIX, key.seed])
  // Fails here, in the caller's hands, rather than in the thread.
  createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const worker = new Worker(new URL('./signer-thread.js', import.meta.url), { workerData: { pkcs8 } })
  let failure: SigningUnavailableError | null = null
  let texts: string[] = []
  let gathering: Waiting[] = []
  let waitingTexts = 0
  const sent: Waiting[][] = []

  const fail = (message: string): void => {
    failure ??= new SigningUnavailableError(message)
    for (const { reject } of [...sent.flat(), ...gathering]) reject(failure)
    sent.length = 0
    gathering = []
    texts = []
  }
  const flush = (): void => {
    if (gathering.length === 0) return
    sent.push(gathering)
    worker.postMessage(texts)
    gathering = []
    texts = []
  }
  worker.on('message', (signatures: string[]) => {
    let at = 0
    for (const { count, resolve } of sent.shift() ?? []) {
      resolve(signatures.slice(at, at + count))
      at += count
    }
    waitingTexts -= at
  })
  worker.on('error', () => {
    fail('the signing thread has failed')
  })
  worker.on('exit', () => {
    fail('the signing thread has ended')
  })

  return {
    kid: key.kid,
    pkcs8,
    sign: (wanted) => {
      if (failure !== null) return Promise.reject(failure)
      if (waitingTexts + wanted.length > MAX_WAITING) {
        return Promise.reject(new SigningUnavailableError('too many signatures are waiting already'))
      }
      waitingTexts += wanted.length
      return new Promise((resolve, reject) => {
        if (gathering.length === 0) setImmediate(flush)
        gathering.push({ count: wanted.length, resolve, reject })
        texts.push(...wanted)
      })
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
