/** `heron init`: a new data directory, or nothing. It never overwrites one. */
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import {
  type CreatedOrganization,
  createOrganization,
  type NewOrganization,
} from '../domain/create-organization.js'
import { saveKeyRing } from '../keys/key-ring-file.js'
import { createKeyRing } from '../keys/key-ring.js'
import { databasePath, keyRingPath, openWithKeyRing } from './data-directory.js'

/** The directory is in use already. */
export class DataDirectoryExistsError extends Error {
  readonly code = 'data_directory_exists'

  constructor(path: string) {
    super(`\`${path}\` is already there: choose another directory, nothing was changed`)
    this.name = 'DataDirectoryExistsError'
  }
}

/**
 * Creates database, key ring, organization, project, owner, API key and evidence page.
 *
 * @throws {DataDirectoryExistsError | StoreOpenError}
 */
export async function createDataDirectory(
  directory: string,
  organization: NewOrganization,
  now: () => string = () => new Date().toISOString(),
): Promise<CreatedOrganization> {
  const files = [keyRingPath(directory), databasePath(directory)]
  for (const path of files) if (existsSync(path)) throw new DataDirectoryExistsError(path)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const keyRing = createKeyRing(now())
  try {
    // The directory may have been there before, open to everyone; SQLite's own files take the mode of this one.
    closeSync(openSync(databasePath(directory), 'wx', 0o600))
    const parts = openWithKeyRing(directory, keyRing, { create: true, now })
    try {
      const created = await createOrganization(parts, organization)
      saveKeyRing(keyRingPath(directory), keyRing)
      return created
    } finally {
      await parts.close()
    }
  } catch (error) {
    // Half a data directory could neither be used nor created again.
    for (const path of files)
      for (const tail of ['', '-wal', '-shm', '.new']) rmSync(path + tail, { force: true })
    throw error
  }
}
