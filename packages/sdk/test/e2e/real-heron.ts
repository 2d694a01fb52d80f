/** The real service on loopback HTTP, that can be stopped and started again on the same port and the same data. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicKeyOfSeed, toBase64url } from '@heron/evidence'
import {
  createApp,
  createDataDirectory,
  createService,
  importVendorKey,
  openDataDirectory,
  type Operation,
  type OperatorParts,
  startServer,
} from '@heron/server'
import { onTestFinished } from 'vitest'

export const VENDOR_KEY = { kid: 'k1', seed: new Uint8Array(32).fill(1) }

/** An action as the service shows it, as far as these tests look. */
export type ActionView = {
  readonly executions: readonly { readonly outcome: string; readonly signature_valid: boolean }[]
}

export class RealHeron {
  readonly folder: string
  readonly apiKey: string
  readonly #data: string
  #port = 0
  #operation: Operation | null = null
  #parts: OperatorParts | null = null
  #stop: (() => Promise<void>) | null = null

  private constructor(folder: string, apiKey: string) {
    this.folder = folder
    this.apiKey = apiKey
    this.#data = join(folder, 'data')
  }

  static async start(): Promise<RealHeron> {
    const folder = mkdtempSync(join(tmpdir(), 'heron-sdk-'))
    const { apiKey, ...ids } = await createDataDirectory(join(folder, 'data'), {
      organizationName: 'Vendor',
      projectName: 'Assistant',
      ownerEmail: 'owner@vendor.example',
    })
    const heron = new RealHeron(folder, apiKey)
    await heron.start(ids)
    onTestFinished(async () => {
      await heron.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    return heron
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(first?: { organizationId: string; projectId: string; ownerId: string }): Promise<void> {
    const data = openDataDirectory(this.#data, {})
    if (first !== undefined) {
      const { ownerId, ...project } = first
      const publicKey = toBase64url(publicKeyOfSeed(VENDOR_KEY.seed))
      const operation = { project, actorId: ownerId, reason: 'set-up' }
      this.#operation = operation
      await importVendorKey(data, operation, { kid: VENDOR_KEY.kid, publicKey })
    }
    const { store, signer, keyRing } = data
    const service = await createService({
      store,
      signer,
      publishedKeys: keyRing.published,
      pseudonymSecret: keyRing.pseudonymSecret,
    })
    this.#parts = service.operatorParts
    const server = await startServer({ app: createApp({ service }), host: '127.0.0.1', port: this.#port })
    this.#port = Number(new URL(server.url).port)
    this.#stop = async () => {
      await server.close()
      await service.close()
    }
  }

  /** What an operator does in the dashboard meanwhile. */
  async operate<Done>(act: (parts: OperatorParts, operation: Operation) => Promise<Done>): Promise<Done> {
    if (this.#parts === null || this.#operation === null) throw new Error('there is no Heron to operate')
    return act(this.#parts, this.#operation)
  }

  async stop(): Promise<void> {
    const stop = this.#stop
    this.#stop = null
    await stop?.()
  }
}
