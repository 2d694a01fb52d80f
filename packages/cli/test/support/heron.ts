/** Runs the built `heron` as a process of its own, as people and programs do. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const HERON: string = fileURLToPath(new URL('../../bin/heron.js', import.meta.url))

/** Parsed JSON whose members a test names as it goes. */
export type Parsed = ReturnType<typeof JSON.parse>

export type HeronResult = { readonly code: number | null; readonly out: string; readonly err: string }

export type HeronOptions = { readonly cwd?: string; readonly env?: { readonly [name: string]: string } }

/** Waits for the end and answers everything. */
export async function heron(argv: readonly string[], options: HeronOptions = {}): Promise<HeronResult> {
  const child = start(argv, options)
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

/** `heron … --json`, its document read. */
export async function heronJson(argv: readonly string[], options: HeronOptions = {}): Promise<Parsed> {
  const { code, out, err } = await heron([...argv, '--json'], options)
  if (code !== 0) throw new Error(`heron ${argv.join(' ')} ended with ${String(code)}: ${err}`)
  return JSON.parse(out)
}

export type ServedHeron = {
  readonly url: string
  /** The events of `--json` that have come so far, the first one included. */
  readonly events: readonly Parsed[]
  /** The event of that number, from 0, once it has come. */
  readonly event: (number: number) => Promise<Parsed>
  /** Sends a signal and answers the exit code. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>
}

/** `heron serve --json` on a free port; ended with the test. */
export async function serve(argv: readonly string[], options: HeronOptions = {}): Promise<ServedHeron> {
  const child = start(['serve', '--json', '--port', '0', ...argv], options)
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')))
  const closed = once(child, 'close') as Promise<[number | null]>
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const events: Parsed[] = []
  let waiting: (() => void)[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    events.push(JSON.parse(line))
    const awake = waiting
    waiting = []
    for (const wake of awake) wake()
  })
  const event = async (number: number): Promise<Parsed> => {
    const ended = closed.then(() => {
      if (events.length <= number) throw new Error(`heron serve ended: ${err}`)
    })
    ended.catch(() => undefined)
    while (events.length <= number)
      await Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), ended])
    return events[number]
  }
  return {
    url: (await event(0)).url,
    ...{ events, event },
    stop: async (signal) => {
      child.kill(signal)
      const [code] = await closed
      return code
    },
  }
}

function start(argv: readonly string[], { cwd, env = {} }: HeronOptions) {
  return spawn(process.execPath, [HERON, ...argv], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...withoutHeronVariables(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The tester's own HERON_… variables must not reach the command. */
function withoutHeronVariables(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HERON_')))
}
