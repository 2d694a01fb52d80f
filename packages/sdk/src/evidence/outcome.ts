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
 * otherwise; the error's own plain code, else its name or class. Messages never leave: they quote arguments.
 */
export function classifyError(error: unknown): ErrorReport {
  const { code, name, className } = traits(error)
  const outcome = name === 'AbortError' || name === 'TimeoutError' ? 'ABANDONED' : 'FAILED'
  const candidates = [code, name, className].filter((text) => text !== 'Error')
  const errorCode = candidates.map(plainCode).find((text) => text !== null)
  return { outcome, errorCode: errorCode ?? 'Error' }
}

/** The text when it is a plain code, else null. */
export function plainCode(text: unknown): string | null {
  return typeof text === 'string' && PLAIN_CODE.test(text) ? text : null
}

/** Anything can be thrown, also what throws again when it is looked at: the report must not fail over that. */
function traits(error: unknown): { code?: unknown; name?: unknown; className?: unknown } {
  if (typeof error !== 'object' || error === null) return {}
  try {
    const { code, name, constructor } = error as { code?: unknown; name?: unknown; constructor?: unknown }
    return { code, name, className: typeof constructor === 'function' ? constructor.name : null }
  } catch {
    return {}
  }
}
