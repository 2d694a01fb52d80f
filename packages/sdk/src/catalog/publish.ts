/** Publishing the vendor's tool catalogue: checked here first, so that a conflict is found where it can be mended (heron.md §4). */
import { type CatalogTool, type CatalogWarning, checkCatalog, signCatalog } from '@heron/evidence'
import type { HeronClient } from '../client/client.js'
import { HeronUsageError } from '../client/errors.js'
import type { VendorKey } from '../guard/context.js'

export type PublishedCatalog = {
  readonly catalogHash: string
  /** Only a catalogue whose signature verifies is in force: false means that Heron does not hold this vendor key. */
  readonly signatureValid: boolean
  /** True when Heron had this content already. */
  readonly replay: boolean
  /** Aliases that are never used, since a listed tool has that very name. */
  readonly warnings: readonly CatalogWarning[]
}

/**
 * Signs and publishes a catalogue; safe to call at every start, since the same content is a replay.
 *
 * @throws {HeronUsageError} for a catalogue that Heron would refuse, naming the first conflict.
 * @throws {HeronCallError}
 */
export async function publishCatalog(
  client: HeronClient,
  key: VendorKey,
  tools: readonly CatalogTool[],
): Promise<PublishedCatalog> {
  const body = { v: 1, tools } as const
  const { findings, warnings } = checkCatalog(body)
  const [finding] = findings
  if (finding !== undefined) throw new HeronUsageError(finding.pointer, finding.message)
  const answer = await client.putToolCatalog(signCatalog(body, key))
  return {
    catalogHash: answer.catalog_hash,
    signatureValid: answer.signature_valid,
    replay: answer.replay === true,
    warnings,
  }
}
