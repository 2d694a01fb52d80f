/** Step 1: every token signed by a key that this verifier was configured with, under the algorithm it was configured for. */
import { ownMember } from '@heron/evidence'
import { type ChainState, finding, type StepAnswer } from './chain.js'
import type { DecodedToken } from './decode.js'
import { confirmedThumbprint } from './thumbprint.js'
import { findKey, type TrustedKey } from './trusted-key.js'

/**
 * Signatures are started one after the other and awaited together: a runtime that checks them on other threads works on
 * all at once. The answer is still the first failing token's.
 */
export async function signatures(chain: ChainState): Promise<StepAnswer> {
  const checks: Promise<boolean>[] = []
  let refused: StepAnswer = null
  for (const [hop, token] of chain.decoded.entries()) {
    const key = keyFor(chain, token, hop)
    if (typeof key === 'string') {
      refused = finding('signature_invalid', hop, key)
      break
    }
    checks.push(Promise.resolve(key.verify(token.jws)))
  }
  const first = (await Promise.all(checks)).indexOf(false)
  return first === -1 ? refused : finding('signature_invalid', first, 'the signature does not verify')
}

function keyFor(chain: ChainState, token: DecodedToken, hop: number): TrustedKey | string {
  const { keys, acceptedAlgs, rootKids, delegatorBound = false } = chain.options
  const alg = ownMember(token.header, 'alg')
  if (acceptedAlgs !== undefined && !(acceptedAlgs as readonly unknown[]).includes(alg)) {
    return 'the algorithm is not accepted here'
  }
  const key = findKey(keys, token.header)
  if (key === undefined) return 'no trusted key of that kid'
  if (alg !== key.alg) return 'the algorithm is not the one configured for the key'
  if (
    hop === 0 &&
    rootKids !== undefined &&
    !(rootKids as readonly unknown[]).includes(ownMember(token.header, 'kid'))
  ) {
    return 'the key is not trusted for root tokens'
  }
  if (delegatorBound && hop > 0) {
    const holder = confirmedThumbprint(ownMember(chain.decoded[hop - 1]?.payload ?? {}, 'cnf'))
    if (holder === null || key.thumbprint !== holder) return 'not signed by the holder of the token before it'
  }
  return key
}
