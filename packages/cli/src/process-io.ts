/** The real input and output of `heron`: standard streams, environment, signals. */
import type { CommandIo } from './command.js'

/** Signals are taken over only once a command reads `signal`: others end at Ctrl-C as any program does. */
export function processIo(): CommandIo {
  let controller: AbortController | undefined
  // `heron bundle view … | head` closes the pipe early: that ends the output, not the program with a trace.
  process.stdout.on('error', () => process.exit())
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    env: process.env,
    get signal() {
      controller ??= abortOnSignals()
      return controller.signal
    },
  }
}

/** The first signal asks for an orderly end; a second one ends at once, since the handlers are gone by then. */
function abortOnSignals(): AbortController {
  const controller = new AbortController()
  const stop = (): void => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return controller
}
