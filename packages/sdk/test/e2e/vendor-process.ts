/**
 * A vendor's process that makes one call and then stands still at a chosen moment, so that a test can kill it there. Tells
 * the test by a line on its standard output.
 */
import { writeSync } from 'node:fs'
import { Guard, webRuntime } from '../../src/index.js'
import { FileOutbox } from '../../src/node/index.js'
import type { VendorTask } from './kill.test.js'

const task = JSON.parse(process.argv[2] ?? '') as VendorTask

/** Never comes back, and keeps the process alive meanwhile. */
function standStill(): Promise<never> {
  writeSync(1, 'reached\n')
  setInterval(() => undefined, 60_000)
  return new Promise(() => undefined)
}

const guard = new Guard({
  url: task.url,
  apiKey: task.apiKey,
  vendorKey: { kid: 'k1', seed: new Uint8Array(32).fill(1) },
  outbox: FileOutbox.open(task.outbox),
  runtime: {
    ...webRuntime,
    fetch: async (url, init) => {
      const reports = url.endsWith('/v1/executions')
      if (reports && task.stopAt === 'statement kept') return standStill()
      const response = await webRuntime.fetch(url, init)
      return reports && task.stopAt === 'statement taken' ? standStill() : response
    },
  },
})

const session = guard.session({
  externalId: 'run_1',
  agent: { externalId: 'a1' },
  principal: { type: 'service', ref: 'scheduler' },
  originalRequest: 'Look up the customer',
})
const decision = await session.decide({ tool: 'crm.lookup', args: { id: 7 }, callId: 'call_1' })
if (decision.kind !== 'allowed') throw new Error(`expected an allowed call, got ${JSON.stringify(decision)}`)
writeSync(1, `${decision.actionId}\n`)
await session.perform(decision, () => (task.stopAt === 'tool done' ? standStill() : { name: 'done' }))
