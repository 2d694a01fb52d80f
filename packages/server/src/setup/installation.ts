/** A database and a key ring, open: what the service and the command line act with, whichever engine it is. */
import { createIdSource } from '../domain/ids.js'
import type { OperatorParts } from '../domain/operator-log.js'
import type { KeyRing } from '../keys/key-ring.js'
import type { Signer } from '../keys/signer.js'
import type { Store } from '../store/store.js'

/** `close` ends it, unless a service took it over. */
export type OpenInstallation = OperatorParts & {
  readonly keyRing: KeyRing
  readonly close: () => Promise<void>
}

export function installationOf({
  keyRing,
  store,
  signer,
  now,
}: {
  readonly keyRing: KeyRing
  readonly store: Store
  readonly signer: Signer
  readonly now: () => string
}): OpenInstallation {
  return {
    ...{ keyRing, store, signer, now },
    newId: createIdSource(() => Date.parse(now())),
    pseudonymSecret: keyRing.pseudonymSecret,
    close: async () => {
      await store.close()
      await signer.close()
    },
  }
}
