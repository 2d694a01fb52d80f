/** A data directory: one database, one key ring, found by their names. */
import { join } from 'node:path'
import { createIdSource } from '../domain/ids.js'
import type { OperatorParts } from '../domain/operator-log.js'
import { loadKeyRing } from '../keys/key-ring-file.js'
import type { KeyRing } from '../keys/key-ring.js'
import { createThreadSigner } from '../keys/signer.js'
import { openSqliteStore } from '../store/sqlite/sqlite-store.js'

export function databasePath(directory: string): string {
  return join(directory, 'heron.sqlite')
}

export function keyRingPath(directory: string): string {
  return join(directory, 'key-ring.json')
}

/** Everything that a data directory holds, open. `close` ends it, unless a service took it over. */
export type OpenDataDirectory = OperatorParts & {
  readonly keyRing: KeyRing
  readonly close: () => Promise<void>
}

/**
 * Opens a data directory, and migrates its database.
 *
 * @throws {KeyRingError | StoreOpenError} one line for the person who starts it.
 */
export function openDataDirectory(
  directory: string,
  env: { readonly [name: string]: string | undefined },
  now: () => string = () => new Date().toISOString(),
): OpenDataDirectory {
  const keyRing = loadKeyRing(keyRingPath(directory), env)
  return openWithKeyRing(directory, keyRing, { create: false, now })
}

/** Database and key ring as what operators act with. */
export function openWithKeyRing(
  directory: string,
  keyRing: KeyRing,
  { create, now }: { readonly create: boolean; readonly now: () => string },
): OpenDataDirectory {
  const signer = createThreadSigner(keyRing.active)
  let store
  try {
    store = openSqliteStore({ path: databasePath(directory), create, signer })
  } catch (error) {
    void signer.close()
    throw error
  }
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
