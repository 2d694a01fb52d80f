/** Logs: one JSON line per event, stable event names, never a body, key, address or header of a request. */
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { redactText } from '../domain/redaction/redact-text.js'

/** `http.answered` (debug), `http.refused` (info), `http.failed` (error). */
export type HttpEvent = 'http.answered' | 'http.refused' | 'http.failed'

/** The logger of a service process. Default level `info`, default destination standard output. */
export function createLogger(level = 'info', destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** An unexpected error as it may be logged: messages of drivers quote values, so they are scrubbed. */
export function describeError(error: unknown): {
  error: string
  code?: string
  message: string
  at?: string[]
} {
  if (!(error instanceof Error))
    return { error: typeof error, message: 'something that is no error was thrown' }
  const { code } = error as { code?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    error: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: redactText(error.message.slice(0, 500)),
    at: frames.slice(0, 12).map((frame) => frame.trim()),
  }
}
