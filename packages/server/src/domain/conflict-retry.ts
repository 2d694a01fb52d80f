/** Reading, deciding and writing again when somebody else wrote first. */
import { SigningUnavailableError } from '../keys/signer.js'
import { StoreUnavailableError } from '../store/store.js'
import { Refusal } from './refusal.js'

/**
 * Attempts before a caller is told to come back. Each one that fails means that another writer went ahead, so work is
 * done all the same; a client waits 2 s in all.
 */
const MAX_ATTEMPTS = 50

/** What an attempt answers with when the state that it read was no longer there. */
export const CONFLICT = Symbol('conflict')

/**
 * Runs `attempt` until it answers something other than {@link CONFLICT}.
 *
 * @throws {Refusal} unavailable, when the store or the signer cannot take it, or others always went first.
 */
export async function untilNoConflict<T>(
  attempt: (attemptNumber: number) => Promise<T | typeof CONFLICT>,
): Promise<T> {
  try {
    for (let number = 0; number < MAX_ATTEMPTS; number += 1) {
      const result = await attempt(number)
      if (result !== CONFLICT) return result
    }
  } catch (error) {
    if (error instanceof StoreUnavailableError || error instanceof SigningUnavailableError) {
      throw new Refusal(
        'unavailable',
        'whether this was stored is not known: send the same request again shortly',
        undefined,
        {
          cause: error,
        },
      )
    }
    throw error
  }
  throw new Refusal('unavailable', 'too many others are writing to the same session: try again shortly')
}
