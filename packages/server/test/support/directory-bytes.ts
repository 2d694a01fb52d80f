/**
 * The bytes of every file of a data directory that is in use. Read by a process of their own: closing a file that SQLite
 * has open drops this process's locks on it, and the next stranger would tidy up the write-ahead log under our feet.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export function directoryBytes(directory: string): readonly (readonly [name: string, bytes: Uint8Array])[] {
  const read = 'process.stdout.write(require("node:fs").readFileSync(process.argv[1]))'
  return readdirSync(directory).map((name) => {
    const options = { maxBuffer: 256 * 1024 * 1024 }
    return [name, execFileSync(process.execPath, ['-e', read, join(directory, name)], options)] as const
  })
}
