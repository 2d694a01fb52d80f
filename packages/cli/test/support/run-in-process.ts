/** Runs a command line in this process and keeps every line it wrote. */
import { runCli } from '../../src/main.js'

export type InProcessResult = { readonly code: number; readonly out: string; readonly err: string }

/** `heron …argv` with the given environment; no signal ever arrives. */
export async function runInProcess(
  argv: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<InProcessResult> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(argv, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    env,
    signal: new AbortController().signal,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
