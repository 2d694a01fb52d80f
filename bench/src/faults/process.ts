/** Starting and ending a Heron process (`server.ts`). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ServerTask } from './server.js'

const SERVER = fileURLToPath(new URL('./server.js', import.meta.url))

export type HeronProcess = {
  readonly url: string
  readonly pid: number
  readonly hasEnded: () => boolean
  readonly moveClock: (ms: number) => void
  /** Resolves when it has ended. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** Starts one and waits until it answers; a database that is not there yet is waited for. */
export async function startProcess(task: ServerTask): Promise<HeronProcess> {
  for (;;) {
    const child = spawn(process.execPath, [SERVER, JSON.stringify(task)], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const lines = createInterface({ input: child.stdout })
    const port = await Promise.race([
      once(lines, 'line').then(([line]) => String(line)),
      once(child, 'exit').then(() => null),
    ])
    if (port !== null) return processOf(child, port)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function processOf(child: ChildProcess, port: string): HeronProcess {
  child.stdin?.on('error', () => undefined)
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  return {
    hasEnded,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    moveClock: (ms) => child.stdin?.write(`${ms}\n`),
    end: async (signal) => {
      if (hasEnded()) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}
