/** A vendor's process dies between a tool's execution and its report (heron.md §3): the statement still arrives, once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { Guard } from '../../src/index.js'
import { FileOutbox } from '../../src/node/index.js'
import { type ActionView, RealHeron, VENDOR_KEY } from './real-heron.js'

export type VendorTask = {
  readonly url: string
  readonly apiKey: string
  readonly outbox: string
  readonly stopAt: 'tool done' | 'statement kept' | 'statement taken'
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Runs the vendor's process up to the moment, and kills it there. */
async function dieAt(task: VendorTask): Promise<string> {
  const loader = file('../support/typescript-loader.mjs')
  const args = ['--conditions=@heron/source', `--import=${loader}`, file('./vendor-process.ts')]
  const child = spawn(process.execPath, [...args, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line === 'reached') child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  expect(lines.at(-1)).toBe('reached')
  return lines[0] ?? ''
}

it.each([
  // The tool ran, and nobody lived to say how it went: that is what is stated.
  ['tool done', 'ABANDONED'],
  ['statement kept', 'EXECUTED'],
  ['statement taken', 'EXECUTED'],
] as const)('killed with the %s, the next process delivers one %s statement', async (stopAt, outcome) => {
  const heron = await RealHeron.start()
  const { url, apiKey, folder } = heron
  const outbox = join(folder, 'outbox')
  const actionId = await dieAt({ url, apiKey, outbox, stopAt })

  for (const start of ['first', 'second']) {
    const next = FileOutbox.open(outbox)
    const guard = new Guard({ url, apiKey, vendorKey: VENDOR_KEY, outbox: next })
    const { evidence } = await guard.start()
    expect(evidence).toEqual({ delivered: start === 'first' ? 1 : 0, refused: 0, pending: 0 })
    const action = (await guard.client.readAction(actionId)) as unknown as ActionView
    expect(action.executions).toMatchObject([{ outcome, signature_valid: true }])
    await guard.close()
    await next.close()
  }
})
