/** The commit rule (delegation.md §3.3): state moves when the entry enters the chain, whether or not a sink then fails. */
import type { JsonValue } from '@heron/evidence'
import { LedgerWriteError } from '../ledger/ledger.js'
import type { LedgerEvent } from '../ledger/vocabulary.js'
import type { Chain } from './state.js'

/**
 * Appends an entry and then applies its consequences.
 *
 * @param apply runs once the entry is committed, and not at all when it never was. It must not throw.
 * @throws {CanonicalizationError} when a member has no canonical form; nothing happened.
 * @throws {LedgerWriteError} when a sink failed; the consequences are applied.
 */
export function commit(
  chain: Chain,
  event: LedgerEvent,
  members: { readonly [name: string]: JsonValue | undefined },
  apply: () => void,
): void {
  try {
    chain.ledger.append(event, members)
  } catch (error) {
    if (error instanceof LedgerWriteError) apply()
    throw error
  }
  apply()
}
