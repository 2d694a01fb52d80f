/**
 * Who signs for Heron, and how what is signed beside the hot path is signed. The thread signer holds the private key of
 * the key ring; an external signer (an HSM, a cloud key service) stands behind the same interface and never shows its key.
 */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { KeyRing } from './key-ring.js'

/** Signatures and the key that made them: told together, since the key may change between two calls. */
export type Signed = {
  readonly kid: string
  /** base64url without padding, in the order of the texts. */
  readonly signatures: readonly string[]
}

/** A key at hand: its name and its private half, PKCS #8. SECRET. */
export type SigningKey = { readonly kid: string; readonly pkcs8: Uint8Array }

export type Signer = {
  /**
   * Signs the UTF-8 of each text (Ed25519), all with one key.
   * INVARIANT: calls are answered in the order in which they were made; chains rely on it.
   *
   * @throws {SigningUnavailableError}
   */
  readonly sign: (texts: readonly string[]) => Promise<Signed>
  /** Signs with the key that is in use now, also after another has taken its place: for what names its keys beforehand. */
  readonly pinned: () => Pick<Signer, 'sign'>
  /**
   * Gives the key in use, at once and whenever another takes its place, where keys are at hand: a store may then sign
   * what it writes in its own thread.
   */
  readonly onKey?: (listener: (key: SigningKey) => void) => void
  /**
   * Signs with another key from here on; what was asked for before may still be signed by the old one, and says so.
   * INVARIANT: the caller has published it.
   */
  readonly use?: (key: RingKey) => void
  readonly close: () => Promise<void>
}

/** The key of a ring that signs. SECRET. */
export type RingKey = KeyRing['active']

/** One text's signature, with the key that made it. */
export async function signText(
  signer: Pick<Signer, 'sign'>,
  text: string,
): Promise<{ readonly kid: string; readonly signature: string }> {
  const { kid, signatures } = await signer.sign([text])
  return { kid, signature: signatures[0] ?? '' }
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
  readonly resolve: (signed: Signed) => void
  readonly reject: (error: Error) => void
}

/** Signs in a thread of its own, in batches of whatever was asked for during one turn of the event loop. */
export function createThreadSigner(first: RingKey): Signer {
  let key = signingKeyOf(first)
  const worker = new Worker(new URL('./signer-thread.js', import.meta.url), { workerData: key })
  const listeners: ((key: SigningKey) => void)[] = []
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
  worker.on('message', ({ kid, signatures }: Signed) => {
    let at = 0
    for (const { count, resolve } of sent.shift() ?? []) {
      resolve({ kid, signatures: signatures.slice(at, at + count) })
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
    onKey: (listener) => {
      listeners.push(listener)
      listener(key)
    },
    pinned: () => {
      const { kid, pkcs8 } = key
      const held = privateKeyOf(pkcs8)
      const signed = (text: string): string => sign(null, Buffer.from(text), held).toString('base64url')
      return { sign: (texts) => Promise.resolve({ kid, signatures: texts.map(signed) }) }
    },
    use: (next) => {
      if (next.kid === key.kid) return
      key = signingKeyOf(next)
      worker.postMessage(key)
      for (const listener of listeners) listener(key)
    },
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

function signingKeyOf({ kid, seed }: RingKey): SigningKey {
  const pkcs8 = Buffer.concat([PKCS8_PREFIX, seed])
  // Fails here, in the caller's hands, rather than in a thread.
  privateKeyOf(pkcs8)
  return { kid, pkcs8 }
}

function privateKeyOf(pkcs8: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
}
