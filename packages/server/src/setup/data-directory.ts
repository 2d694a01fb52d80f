/** A data directory: one database, one key ring, found by their names. */
import { join } from 'node:path'
import { loadKeyRing } from '../keys/key-ring-file.js'
import type { KeyRing } from '../keys/key-ring.js'
import { createThreadSigner } from '../keys/signer.js'
import { openSqliteStore } from '../store/sqlite/sqlite-store.js'
import { installationOf, type OpenInstallation } from './installation.js'

export function databasePath(directory: string): string {
  return join(directory, 'heron.sqlite')
}

export function keyRingPath(directory: string): string {
  return join(directory, 'key-ring.json')
}

/** Everything that a data directory holds, open. */
export type OpenDataDirectory = OpenInstallation

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
  try {
    const store = openSqliteStore({ path: databasePath(directory), create, signer })
    return installationOf({ keyRing, store, signer, now })
  } catch (error) {
    void signer.close()
    throw error
  }
}
