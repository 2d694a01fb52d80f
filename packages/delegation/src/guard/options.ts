/** What a caller may state about an action, and the refusal of what makes no sense in itself. */
import { isJsonObject, type JsonObject } from '@heron/evidence'
import { CallerError } from '../caller-error.js'
import { isNonEmptyText } from '../ledger/text-forms.js'
import { CAPTURES, DISPOSITIONS, type Capture, type Disposition } from '../ledger/vocabulary.js'
import type { Chain } from './state.js'

/** The code that hooked the call. */
export type Adapter = { readonly module: string; readonly version: string; readonly hookPath: string }

export type CheckOptions = {
  /** Declared quantities and facts of this call, which the ceilings read. Logged as they are. */
  readonly context?: JsonObject
  /** Name of the tool, when it differs from the scope. */
  readonly tool?: string
  /** Why a scope may be absent, for the record of a denial. Default for a missing scope: `out_of_authority`. */
  readonly disposition?: Disposition
  /** True: every metered ceiling must be declared. Default: the chain's `strictMetering`. */
  readonly metered?: boolean
  /** Version 2. Needs `adapter`. All but `pre_hook_only` promise an outcome. */
  readonly capture?: Capture
  readonly adapter?: Adapter
  /** Version 2. Committed to by a salted hash, never logged. */
  readonly params?: unknown
}

/** @throws {CallerError} `bad_option` */
export function refuseBadOptions(chain: Chain, scope: unknown, options: CheckOptions): void {
  if (typeof scope !== 'string') throw new CallerError('bad_option', 'scope must be a text')
  refuseBadRecordOptions(chain, options)
}

/** What every recorded decision may state. @throws {CallerError} `bad_option` */
export function refuseBadRecordOptions(chain: Chain, options: CheckOptions): void {
  const { disposition, capture, adapter, context } = options
  if (disposition !== undefined && !DISPOSITIONS.includes(disposition)) {
    throw new CallerError('bad_option', `disposition must be one of ${DISPOSITIONS.join(', ')}`)
  }
  if (context !== undefined && !isJsonObject(context))
    throw new CallerError('bad_option', 'context must be an object')
  if (
    chain.ledger.v === 1 &&
    (capture !== undefined || adapter !== undefined || options.params !== undefined)
  ) {
    throw new CallerError('bad_option', 'capture, adapter and params exist on schema version 2 only')
  }
  if (capture !== undefined && !CAPTURES.includes(capture)) {
    throw new CallerError('bad_option', `capture must be one of ${CAPTURES.join(', ')}`)
  }
  if (capture !== undefined && adapter === undefined) {
    throw new CallerError('bad_option', 'capture is a claim of an adapter: name the adapter too')
  }
  if (adapter !== undefined && ![adapter.module, adapter.version, adapter.hookPath].every(isNonEmptyText)) {
    throw new CallerError('bad_option', 'adapter needs module, version and hookPath')
  }
}
