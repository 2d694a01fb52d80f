import {
  detectSignatureVerifier,
  importPublicKey,
  receiptText,
  verifyExport,
  verifyReceiptText,
} from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportProject } from '../../src/domain/export-project.js'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { mintApiKey } from '../../src/domain/operator-keys.js'
import { createKeyRing, type KeyRing, rotateKeyRing } from '../../src/keys/key-ring.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

let heron: Heron
let old: KeyRing
let rotated: KeyRing
beforeEach(async () => {
  heron = await startHeron()
  old = heron.data.keyRing
  rotated = rotateKeyRing(old, heron.clock.now())
})
afterEach(() => heron.close())

/** As a client sees it: the key set as it was published at the moment of the answer. */
async function announce(seq: number) {
  const { receipt, evaluation } = await heron.service.announceAction(
    actionRequest('run', seq),
    heron.context(),
  )
  const { keys } = heron.service.jwks()
  const verify = await detectSignatureVerifier()
  for (const { kid, payload, signature } of [receipt, evaluation]) {
    const x = keys.find((key) => key.kid === kid)?.x ?? 'not published'
    expect(await verifyReceiptText(receiptText(payload), signature, importPublicKey(x)!, verify)).toBe(true)
  }
  expect(evaluation.kid).toBe(receipt.kid)
  return receipt.kid
}

function adopt(ring: KeyRing): void {
  heron.service.publishKeys(ring)
  heron.service.signWithRing(ring)
}

describe('a ring that is rotated while the service runs', () => {
  it('signs with its new key from then on, each receipt under the key that made it, in the middle of calls', async () => {
    await heron.service.openSession(sessionRequest('run'), heron.context())
    const calls = Array.from({ length: 150 }, (_, seq) => announce(seq))
    await calls[0]
    calls.push(...Array.from({ length: 150 }, (_, index) => announce(1000 + index)))
    adopt(rotated)
    calls.push(...Array.from({ length: 150 }, (_, index) => announce(2000 + index)))
    const kids = await Promise.all(calls)
    expect(kids[0]).toBe(old.active.kid)
    expect(new Set(kids)).toEqual(new Set([old.active.kid, rotated.active.kid]))
    expect(await announce(3000)).toBe(rotated.active.kid)

    const { receipt } = await heron.service.closeSession('run', heron.context())
    expect(receipt.kid).toBe(rotated.active.kid)
    await mintApiKey(heron.service.operatorParts, heron.operation, 'test')
    await heron.service.takeCheckpoints(1000)
    expect(await checkStore(heron.data.store, rotated.published)).toMatchObject({ failed: 0 })
  })

  it('publishes before it signs: a key that is not in the key set signs nothing', async () => {
    await heron.service.openSession(sessionRequest('run'), heron.context())
    heron.service.signWithRing(rotated)
    expect(await announce(0)).toBe(old.active.kid)
    heron.service.publishKeys(rotated)
    expect(heron.service.jwks().keys.map(({ kid }) => kid)).toEqual([rotated.active.kid, old.active.kid])
    expect(await announce(1)).toBe(old.active.kid)
    heron.service.signWithRing(rotated)
    expect(await announce(2)).toBe(rotated.active.kid)
  })

  it('goes forward only: an older ring, put back, takes no key away and signs nothing', async () => {
    await heron.service.openSession(sessionRequest('run'), heron.context())
    adopt(rotated)
    adopt(old)
    expect(await announce(0)).toBe(rotated.active.kid)
    const { publishedKeys } = heron.service.operatorParts
    expect(publishedKeys.map(({ retiredAt }) => retiredAt)).toEqual([null, heron.clock.now()])
  })

  it('with another key under a known name is not used', async () => {
    await heron.service.openSession(sessionRequest('run'), heron.context())
    const stranger = createKeyRing(heron.clock.now())
    const [key] = stranger.published
    const { kid } = old.active
    adopt({
      ...stranger,
      active: { ...stranger.active, kid },
      published: [{ ...key!, jwk: { ...key!.jwk, kid } }],
    })
    expect(await announce(0)).toBe(old.active.kid)
  })

  it('finishes an export with the key that the export named, though another signs by then', async () => {
    await heron.service.openSession(sessionRequest('run'), heron.context())
    await announce(0)
    const parts = heron.service.operatorParts
    const lines: string[] = []
    for await (const line of exportProject(parts, {
      project: heron.operation.project,
      since: null,
      until: null,
    })) {
      if (lines.length === 1) adopt(rotated)
      lines.push(line)
    }
    const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
    // eslint-disable-next-line @typescript-eslint/require-await -- a source is asynchronous by its type
    const source = (async function* () {
      yield bytes
    })()
    const pinnedKeys = new Map(
      rotated.published.map(({ jwk }) => [jwk.kid, importPublicKey(jwk.x)!] as const),
    )
    const tools = { verifySignature: await detectSignatureVerifier() }
    expect(await verifyExport(source, { tools, pinnedKeys })).toMatchObject({ outcome: 'pass' })
    expect(lines.at(-1)).toContain(old.active.kid)
    expect(await announce(1)).toBe(rotated.active.kid)
  })
})
