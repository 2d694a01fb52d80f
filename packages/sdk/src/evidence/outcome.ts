/** What a vendor states about a call, and how a result or an error becomes part of the statement (heron.md §2, §3). */
import { CanonicalizationError, type Digest, hashJson, type Outcome, parseJson } from '@heron/evidence'

/** What became of a call. */
export type CallOutcome = {
  readonly outcome: Outcome
  /** What the tool returned. Only its hash leaves. */
  readonly result?: unknown
  /** A plain code, never a message. */
  readonly errorCode?: string
  /** RFC 3339 UTC with milliseconds; default: now. */
  readonly executedAt?: string
}

/** How an error that a tool threw is reported. */
export type ErrorReport = { readonly outcome: 'FAILED' | 'ABANDONED'; readonly errorCode: string }

/** Codes that Heron publishes as they are (heron.md §12). */
const PLAIN_CODE = /^[A-Za-z0-9_.:-]{1,64}$/

/**
 * The hash of a result: of its JSON form, as `JSON.stringify` writes it, where it has members that JSON leaves out.
 *
 * @returns `undefined` for nothing returned, null where there is no JSON form at all.
 */
export function resultHash(result: unknown): Digest | null | undefined {
  if (result === undefined) return undefined
  try {
    return hashJson(result)
  } catch (error) {
    if (!(error instanceof CanonicalizationError)) return null
  }
  try {
    const text: unknown = JSON.stringify(result)
    return typeof text === 'string' ? hashJson(parseJson(text)) : null
  } catch {
    return null
  }
}

/**
 * The default report of a thrown error: `ABANDONED` when the caller stopped waiting (an abort or a time-out), `FAILED`
 * otherwise; the error's own plain code, else its class name. Messages never leave: they quote arguments.
 */
export function classifyError(error: unknown): ErrorReport {
  const name = error instanceof Error ? error.name : ''
  const outcome = name === 'AbortError' || name === 'TimeoutError' ? 'ABANDONED' : 'FAILED'
  return { outcome, errorCode: plainCode(codeOf(error)) ?? plainCode(name) ?? classNameOf(error) }
}

/** The text when it is a plain code, else null. */
export function plainCode(text: unknown): string | null {
  return typeof text === 'string' && PLAIN_CODE.test(text) ? text : null
}

function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'number' ? error.code.toString() : error.code
}

function classNameOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'Error'
  return plainCode(error.constructor.name) ?? 'Error'
}
