/** A guard before a fake Heron, with time standing still and everything it says aside kept. */
import { onTestFinished } from 'vitest'
import {
  Guard,
  type GuardOptions,
  type HeronProblem,
  type KeptReceipt,
  type SessionOptions,
} from '../../src/index.js'
import { FakeHeron, VENDOR_SEED } from './service.js'
import { StandingTime } from './time.js'

export const API_KEY = 'hrn_test_0123456789abcdef'
const ANCHOR_SECRET = 'heron-conformance-vectors-secret'

export const SESSION: SessionOptions = {
  externalId: 'run_1',
  agent: { externalId: 'a1', version: '2' },
  principal: { type: 'human', ref: 'user_881' },
  originalRequest: 'Email maria@acme.com',
}

export async function startFake(): Promise<FakeHeron> {
  const fake = await FakeHeron.start()
  onTestFinished(() => fake.stop())
  return fake
}

export async function setup(options: Partial<GuardOptions> = {}) {
  const fake = await startFake()
  const time = new StandingTime()
  const problems: HeronProblem[] = []
  const receipts: KeptReceipt[] = []
  const guard = new Guard({
    url: fake.url,
    apiKey: API_KEY,
    vendorKey: { kid: 'k1', seed: VENDOR_SEED },
    anchorSecret: ANCHOR_SECRET,
    onProblem: (problem) => problems.push(problem),
    onReceipt: (receipt) => receipts.push(receipt),
    runtime: time.runtime,
    ...options,
  })
  return { fake, time, problems, receipts, guard, session: guard.session(SESSION) }
}
