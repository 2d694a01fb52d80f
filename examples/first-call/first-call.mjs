/** One guarded tool call: announced, judged, run, and followed by the vendor's signed statement. */
import { readFileSync } from 'node:fs'
import { Guard } from '@heron/sdk'

const [url, secretsFile] = process.argv.slice(2)
const { api_key: apiKey } = JSON.parse(readFileSync(secretsFile, 'utf8'))

const guard = new Guard({
  url,
  apiKey,
  // A seed for this example only: whoever knows it can sign as this vendor.
  vendorKey: { kid: 'example', seed: new Uint8Array(32).fill(1) },
  onReceipt: ({ kind, receipt }) => {
    if (kind === 'decision') console.log(`${receipt.payload.tool}: ${receipt.payload.verdict}`)
  },
})
const session = guard.session({
  externalId: `run_${Date.now()}`,
  agent: { externalId: 'example-agent' },
  principal: { type: 'human', ref: 'user_881' },
  originalRequest: 'What do my notes say?',
})
const readNotes = session.wrap('read_notes', ({ topic }) => `Two notes on ${topic}.`)

console.log(await readNotes({ topic: 'herons' }))
await session.close()
await guard.close()
