/** The verifier as the page sees it: start, cancel, watch. A store outside React, so that tabs may come and go. */
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { VerificationReport } from '@heron/evidence'
import type { FromVerifier, ToVerifier, VerifyProgress, VerifyRequest } from './messages.js'

export type VerifierState =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly progress: VerifyProgress | null }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly message: string }
  | {
      readonly state: 'done'
      readonly report: VerificationReport
      readonly seconds: number
      readonly at: Date
    }

/** Inspecting threads besides the coordinating one; more brings little and costs memory. */
const MOST_INSPECTORS = 6

export class Verifier {
  readonly #makeWorker: () => Worker
  readonly #listeners = new Set<() => void>()
  readonly #asked = new Map<number, (text: string | null) => void>()
  #coordinator: Worker | null = null
  #state: VerifierState = { state: 'idle' }
  #run = 0
  #asks = 0

  constructor(makeWorker: () => Worker) {
    this.#makeWorker = makeWorker
  }

  /** Starts the threads ahead of need: from then on the verifier works although the service is gone. */
  prepare(): Worker {
    if (this.#coordinator !== null) return this.#coordinator
    const coordinator = this.#makeWorker()
    const threads = [coordinator]
    const inspectors = Math.max(1, Math.min(MOST_INSPECTORS, navigator.hardwareConcurrency - 1))
    const ports = Array.from({ length: inspectors }, () => {
      const { port1, port2 } = new MessageChannel()
      const inspector = this.#makeWorker()
      inspector.postMessage({ role: 'inspect', port: port2 } satisfies ToVerifier, [port2])
      threads.push(inspector)
      return port1
    })
    coordinator.postMessage({ role: 'coordinate', ports } satisfies ToVerifier, ports)
    coordinator.addEventListener('message', ({ data }: MessageEvent<FromVerifier>) => {
      this.#hear(data)
    })
    // One thread that never started, its script out of reach, say, and the others would wait for it for ever.
    for (const thread of threads)
      thread.addEventListener('error', () => {
        this.#giveUp(coordinator, threads)
      })
    this.#coordinator = coordinator
    return coordinator
  }

  start(request: VerifyRequest): void {
    this.#run += 1
    this.#set({ state: 'running', progress: null })
    this.prepare().postMessage({ order: 'verify', run: this.#run, request } satisfies ToVerifier)
  }

  cancel(): void {
    if (this.#state.state !== 'running') return
    this.#coordinator?.postMessage({ order: 'cancel', run: this.#run } satisfies ToVerifier)
    this.#run += 1
    this.#set({ state: 'cancelled' })
  }

  /** A line of the file that was verified last; null where it can no longer be had. */
  line(line: number): Promise<string | null> {
    this.#asks += 1
    const ask = this.#asks
    return new Promise((resolve) => {
      this.#asked.set(ask, resolve)
      this.prepare().postMessage({ order: 'line', ask, line } satisfies ToVerifier)
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): VerifierState => this.#state

  /** Ends these threads; the next start makes new ones. */
  #giveUp(coordinator: Worker, threads: readonly Worker[]): void {
    if (this.#coordinator !== coordinator) return
    this.#coordinator = null
    for (const thread of threads) thread.terminate()
    for (const tellNothing of this.#asked.values()) tellNothing(null)
    this.#asked.clear()
    if (this.#state.state !== 'running') return
    this.#set({ state: 'failed', message: 'a thread of the verifier could not be started: try again' })
  }

  #hear(message: FromVerifier): void {
    if (message.tell === 'line') {
      this.#asked.get(message.ask)?.(message.text)
      this.#asked.delete(message.ask)
      return
    }
    if (message.run !== this.#run) return
    if (message.tell === 'progress') this.#set({ state: 'running', progress: message.progress })
    else if (message.tell === 'failed') this.#set({ state: 'failed', message: message.message })
    else this.#set({ state: 'done', report: message.report, seconds: message.seconds, at: new Date() })
  }

  #set(state: VerifierState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

export const VerifierContext = createContext<Verifier | null>(null)

export function useVerifier(): { readonly verifier: Verifier; readonly state: VerifierState } {
  const verifier = useContext(VerifierContext)
  if (verifier === null) throw new Error('no verifier: the page is not wrapped in its context')
  return { verifier, state: useSyncExternalStore(verifier.subscribe, verifier.snapshot) }
}
