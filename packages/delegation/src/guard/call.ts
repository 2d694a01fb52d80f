/** What binds a call to its outcome on schema version 2: its id, its capture, the commitment to its arguments (§4.1, §4.2). */
import { type JsonObject, toHex } from '@heron/evidence'
import { commitParams } from '../ledger/params.js'
import type { Capture } from '../ledger/vocabulary.js'
import { random } from './chain.js'
import type { Adapter } from './options.js'
import type { Chain, NodeState } from './state.js'

/** What a bare check says of itself on version 2: it saw the call coming and nothing after. */
const OWN_ADAPTER: JsonObject = {
  capture: 'pre_hook_only',
  adapter: { module: '@heron/delegation', version: '0.1.0', hook_path: 'Guard.check' },
}

/** 32 hex digits, or null when the random source failed. */
export function drawCallId(chain: Chain): string | null {
  try {
    const id = toHex(random(chain.runtime, 16))
    return chain.calls.has(id) ? null : id
  } catch {
    return null
  }
}

/** The members that every version 2 allow carries. */
export function adapterMembers(capture: Capture | undefined, adapter: Adapter | undefined): JsonObject {
  if (adapter === undefined) return OWN_ADAPTER
  const { module, version, hookPath } = adapter
  return { capture: capture ?? 'pre_hook_only', adapter: { module, version, hook_path: hookPath } }
}

export function registerCall(chain: Chain, node: NodeState, callId: string, capture: Capture): void {
  // `pre_hook_only` promises nothing: registered as pending, it would keep its node from ever completing.
  const pending = capture !== 'pre_hook_only'
  chain.calls.set(callId, { node, startedAt: chain.runtime.clock(), pending, finished: false })
}

const NO_COMMITMENT: JsonObject = {}

/** The commitment to arguments, when the caller gave any: a hash, or the reason why there is none. */
export function paramsMembers(
  chain: Chain,
  hashName: 'authorized_params_hash' | 'invoked_params_hash',
  options: { readonly params?: unknown },
): JsonObject {
  if (chain.paramsSalt === null || !Object.hasOwn(options, 'params')) return NO_COMMITMENT
  const commitment = commitParams(chain.paramsSalt, options.params)
  return commitment.hash === null
    ? { params_hash_reason: commitment.reason }
    : { [hashName]: commitment.hash }
}
