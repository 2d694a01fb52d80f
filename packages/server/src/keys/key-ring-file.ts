/**
 * Where the key ring is kept: a file with mode 0600, or the environment variable `HERON_KEY_RING`, which holds the ring
 * itself or, where it begins like a path (`/`, `./`, `../`), names its file.
 */
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { type KeyRing, KeyRingError, readKeyRing, writeKeyRing } from './key-ring.js'

/** The variable that holds a ring's text, or the path of its file; it wins over a file that is found otherwise. */
export const KEY_RING_VARIABLE = 'HERON_KEY_RING'

type Environment = { readonly [name: string]: string | undefined }

/** The ring's text where the environment holds it; SECRET. */
export function ringInEnvironment(env: Environment): string | null {
  const value = env[KEY_RING_VARIABLE] ?? ''
  return value === '' || isPath(value) ? null : value
}

/** Whether the variable names a file; a ring never begins so. */
function isPath(value: string): boolean {
  return /^\.{0,2}\//.test(value)
}

/**
 * Loads the ring from the environment, else from its file.
 *
 * @throws {KeyRingError} when it is missing, readable by others, or damaged.
 */
export function loadKeyRing(file: string, env: Environment): KeyRing {
  const text = ringInEnvironment(env)
  if (text !== null) return readKeyRing(text, `in ${KEY_RING_VARIABLE}`)
  const named = env[KEY_RING_VARIABLE] ?? ''
  const path = named === '' ? file : named
  const mode = modeOf(path)
  if ((mode & 0o077) !== 0) {
    throw new KeyRingError(
      `the key ring \`${path}\` has mode ${mode.toString(8).padStart(4, '0')}: others may read or change it; run \`chmod 600\` on it, and rotate the keys if it was exposed`,
    )
  }
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch {
    throw new KeyRingError(`the key ring \`${path}\` cannot be read by this user`)
  }
  return readKeyRing(content, `\`${path}\``)
}

/** @throws {KeyRingError} when there is no such file, or a directory on the way may not be entered. */
function modeOf(path: string): number {
  try {
    return statSync(path).mode & 0o777
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new KeyRingError(`there is no key ring at \`${path}\``)
    }
    throw new KeyRingError(`the key ring \`${path}\` cannot be read by this user`)
  }
}

/** As {@link saveKeyRing}, but never over a ring that is there: false then, and nothing was changed. */
export function createKeyRingFile(path: string, ring: KeyRing): boolean {
  const temporary = `${path}.${process.pid}.new`
  saveKeyRing(temporary, ring)
  try {
    // Unlike a rename, a link fails where the name is taken, also by a process that starts at the same moment.
    linkSync(temporary, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(temporary)
  }
}

/** Writes the ring whole or not at all, durably, with mode 0600. */
export function saveKeyRing(path: string, ring: KeyRing): void {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeSync(file, writeKeyRing(ring))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  // The rename itself is durable once the folder is.
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
