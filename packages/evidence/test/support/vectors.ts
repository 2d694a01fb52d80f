/** Text of the ingest vectors that the package ships. */
import { readFileSync } from 'node:fs'

export const INGEST_VECTORS = readFileSync(new URL('../../vectors/ingest.json', import.meta.url), 'utf8')
