/** Several chains with one request (delegation.md §2.12): each verified alone, never combined; one that holds suffices. */
import type { VerifyOptions } from './options.js'
import { type ChainResult, verifyChain } from './verify.js'

export type ChainsResult = {
  readonly outcome: 'accept' | 'reject'
  /** Index of the first chain that was accepted. */
  readonly accepted: number | null
  /** One for each chain, in order. A failing chain does not affect another. */
  readonly results: readonly ChainResult[]
}

/**
 * Verifies chains one after the other.
 *
 * @param chains UNTRUSTED.
 * @throws {CallerError} as `verifyChain` does.
 */
export async function verifyChains(
  chains: readonly unknown[],
  options: VerifyOptions,
): Promise<ChainsResult> {
  const results: ChainResult[] = []
  // In sequence: a proof that binds one chain is used up before the next asks for it.
  for (const tokens of chains) results.push(await verifyChain(tokens, options))
  const index = results.findIndex(({ outcome }) => outcome === 'accept')
  return {
    outcome: index === -1 ? 'reject' : 'accept',
    accepted: index === -1 ? null : index,
    results,
  }
}
