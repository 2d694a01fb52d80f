/** The ingest vectors that the package ships: their text, and the same read. */
import { readFileSync } from 'node:fs'
import type { AnchorType, Digest, ExecutionStatement, JsonValue } from '../../src/index.js'

export const INGEST_VECTORS = readFileSync(new URL('../../vectors/ingest.json', import.meta.url), 'utf8')

type Named<Members> = Members & { readonly name: string }
type Keyed = { readonly secret: string; readonly scope: string }

export type IngestVectors = {
  readonly canonicalization: readonly Named<{ input: JsonValue; canonical: string }>[]
  readonly args_hash: readonly Named<{ args: JsonValue; canonical: string; args_hash: string }>[]
  readonly chain: readonly Named<{ record: JsonValue; prev_hash: Digest | null; record_hash: string }>[]
  readonly execution_evidence: readonly Named<{
    payload: ExecutionStatement
    canonical: string
    seed_base64: string
    public_key_base64url: string
    signature: string
  }>[]
  readonly anchors: readonly Named<Keyed & { type: AnchorType; value: string; token: string }>[]
  readonly anchor_text: readonly Named<Keyed & { text: string; anchors: readonly string[] }>[]
}

export const ingestVectors = JSON.parse(INGEST_VECTORS) as IngestVectors
