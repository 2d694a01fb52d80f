/** Signing with a key that is elsewhere (an HSM, a key service), before the steps are handed to the engine. */
import type { Signer } from '../keys/signer.js'
import { type CommitOutcome, SignatureOf, SIGNING_KID, type Step } from './store.js'

/**
 * Asks the signer for what the steps leave to be signed, and commits them with it.
 * INVARIANT: signers answer in the order in which they were asked, so groups keep their order.
 */
export async function signThenCommit(
  steps: readonly Step[],
  signer: Signer,
  commit: (steps: readonly Step[]) => Promise<CommitOutcome>,
): Promise<CommitOutcome> {
  const texts = steps.flatMap(({ params }) =>
    Object.values(params).flatMap((value) =>
      value instanceof SignatureOf ? [textOf(params[value.parameter])] : [],
    ),
  )
  if (texts.length === 0) return commit(steps)
  const { kid, signatures } = await signer.sign(texts)
  const rest = [...signatures]
  const signed = steps.map((step) => ({
    ...step,
    params: Object.fromEntries(
      Object.entries(step.params).map(([name, value]) => [
        name,
        value instanceof SignatureOf ? (rest.shift() ?? '') : value === SIGNING_KID ? kid : value,
      ]),
    ),
  }))
  const outcome = await commit(signed)
  return outcome.ok ? { ok: true, kid, signatures } : outcome
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('a signature must be over a text of the same step')
  return value
}
