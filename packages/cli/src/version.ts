/** The version of this build, from its own package.json. */
import { readFileSync } from 'node:fs'

/** Returns e.g. `0.1.0`. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return manifest.version
}
