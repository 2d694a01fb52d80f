/**
 * The spec kit: every file of `spec/` that follows from production code, by its path there. `npm run spec` writes them,
 * a test compares them. OpenAPI is the service's, the delegation vectors are delegation's.
 */
import { INGEST_VECTORS } from '../support/vectors.js'
import { catalogueVectors } from './catalogue.js'
import { classificationVectors } from './classification.js'
import { specData } from './data.js'
import { exportFiles } from './exports.js'
import { byteVectors } from './json.js'
import { merkleVectors } from './merkle.js'
import { policyVectors } from './policy.js'
import { receiptVectors } from './receipts.js'
import { specSchemas } from './schemas.js'
import { jsonText, vectorText } from './text.js'

/** Folders that hold nothing but what stands here: what else is found in them is stale. */
export const GENERATED_FOLDERS = ['data', 'schemas', 'vectors/export/tampered'] as const

/** Texts by path below `spec/`. */
export async function specFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const [name, data] of Object.entries(specData())) files.set(`data/${name}`, jsonText(data))
  for (const [name, schema] of Object.entries(specSchemas())) files.set(`schemas/${name}`, jsonText(schema))
  files.set('vectors/ingest.json', INGEST_VECTORS)
  const suites = {
    bytes: byteVectors(),
    catalogue: catalogueVectors(),
    classification: classificationVectors(),
    policy: policyVectors(),
    receipts: receiptVectors(),
    merkle: merkleVectors(),
  }
  for (const [name, suite] of Object.entries(suites)) files.set(`vectors/${name}.json`, vectorText(suite))
  for (const [name, text] of await exportFiles(vectorText)) files.set(`vectors/export/${name}`, text)
  return files
}
