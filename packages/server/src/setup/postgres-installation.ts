/** An installation on PostgreSQL: the database by its URL, the key ring in a file beside every process, or in the environment. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type CreatedOrganization,
  createOrganization,
  type NewOrganization,
} from '../domain/create-organization.js'
import { createKeyRingFile, loadKeyRing, ringInEnvironment } from '../keys/key-ring-file.js'
import { createKeyRing, type KeyRing, KeyRingError } from '../keys/key-ring.js'
import { createThreadSigner } from '../keys/signer.js'
import { openPostgresStore } from '../store/postgres/postgres-store.js'
import { listProjects } from '../store/queries/projects.js'
import { StoreOpenError } from '../store/store.js'
import { installationOf, type OpenInstallation } from './installation.js'

export type PostgresLocation = {
  /** SECRET: may hold a password. */
  readonly url: string
  /** File of the key ring, unless the environment holds the ring itself. */
  readonly keyRing: string
  readonly env: { readonly [name: string]: string | undefined }
}

type Now = () => string
const systemClock: Now = () => new Date().toISOString()

/**
 * Opens the database, and migrates it.
 *
 * @throws {KeyRingError | StoreOpenError} one line for the person who starts it.
 */
export async function openPostgresInstallation(
  location: PostgresLocation,
  now: Now = systemClock,
): Promise<OpenInstallation> {
  return openWith(location, loadKeyRing(location.keyRing, location.env), now)
}

/**
 * As {@link openPostgresInstallation}; where the database is empty and there is no key ring yet, one is made. A database
 * with evidence and no ring is refused: new keys would not fit what was signed.
 */
export async function openOrPreparePostgres(
  location: PostgresLocation,
  now: Now = systemClock,
): Promise<OpenInstallation> {
  if (hasKeyRing(location)) return openPostgresInstallation(location, now)
  const keyRing = createKeyRing(now())
  const installation = await openWith(location, keyRing, now)
  try {
    if (await isInUse(installation)) {
      throw new KeyRingError(
        `there is no key ring at \`${location.keyRing}\`, and the database is in use: name the ring it was created with (--key-ring FILE)`,
      )
    }
    if (saveNew(location, keyRing)) return installation
    // Another process has made one at the same moment: it is the ring of both.
  } catch (error) {
    await installation.close()
    throw error
  }
  await installation.close()
  return openPostgresInstallation(location, now)
}

/**
 * Creates organization, project, owner, API key and evidence page in an empty database, and a key ring where there is none.
 *
 * @throws {StoreOpenError} for a database that is in use. @throws {KeyRingError}
 */
export async function createPostgresInstallation(
  location: PostgresLocation,
  organization: NewOrganization,
  now: Now = systemClock,
): Promise<CreatedOrganization> {
  const isNew = !hasKeyRing(location)
  const keyRing = isNew ? createKeyRing(now()) : loadKeyRing(location.keyRing, location.env)
  const installation = await openWith(location, keyRing, now)
  try {
    if (await isInUse(installation)) {
      throw new StoreOpenError('the database is in use already: choose another one, nothing was changed')
    }
    // Before anything is signed with it: what is lost here could not be made again.
    if (isNew && !saveNew(location, keyRing)) {
      throw new KeyRingError(`a key ring has just appeared at \`${location.keyRing}\`: start again`)
    }
    try {
      return await createOrganization(installation, organization)
    } catch (error) {
      if (isNew) rmSync(location.keyRing, { force: true })
      throw error
    }
  } finally {
    await installation.close()
  }
}

async function openWith({ url }: PostgresLocation, keyRing: KeyRing, now: Now): Promise<OpenInstallation> {
  const signer = createThreadSigner(keyRing.active)
  try {
    return installationOf({ keyRing, signer, now, store: await openPostgresStore({ url, signer }) })
  } catch (error) {
    await signer.close()
    throw error
  }
}

async function isInUse({ store }: OpenInstallation): Promise<boolean> {
  return (await store.first(listProjects, {})) !== undefined
}

function hasKeyRing({ keyRing, env }: PostgresLocation): boolean {
  return ringInEnvironment(env) !== null || existsSync(keyRing)
}

function saveNew({ keyRing: path }: PostgresLocation, keyRing: KeyRing): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return createKeyRingFile(path, keyRing)
}
