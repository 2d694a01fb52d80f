/** Publishing the vendor's tool catalogue: checked here first, so that a conflict is found where it can be mended (heron.md §4). */
import {
  canonicalCatalog,
  canonicalize,
  type CatalogTool,
  type CatalogWarning,
  checkCatalog,
} from '@heron/evidence'
import type { HeronClient } from '../client/client.js'
import { HeronCallError, HeronUsageError } from '../client/errors.js'
import type { VendorSigner } from '../evidence/vendor-key.js'
import type { OnProblem } from '../problems.js'

export type PublishedCatalog = {
  readonly catalogHash: string
  /** Only a catalogue whose signature verifies is in force: false means that Heron does not hold this vendor key. */
  readonly signatureValid: boolean
  /** True when Heron had this content already. */
  readonly replay: boolean
  /** Aliases that are never used, since a listed tool has that very name. */
  readonly warnings: readonly CatalogWarning[]
}

/** Conflicts that a message lists; more are counted. */
const LISTED_CONFLICTS = 10

/**
 * Refuses a catalogue that Heron would refuse.
 *
 * @returns What is merely worth a warning.
 * @throws {HeronUsageError} naming every conflict, at the place of the first.
 */
export function assertCatalog(tools: readonly CatalogTool[]): readonly CatalogWarning[] {
  const { findings, warnings } = checkCatalog({ v: 1, tools })
  const [first, ...rest] = findings
  if (first === undefined) return warnings
  const more = rest
    .slice(0, LISTED_CONFLICTS - 1)
    .map(({ pointer, message }) => `${message} (\`${pointer}\`)`)
  if (findings.length > LISTED_CONFLICTS) more.push(`${findings.length - LISTED_CONFLICTS} more`)
  throw new HeronUsageError(first.pointer, [first.message, ...more].join('; '))
}

/**
 * Signs and publishes a catalogue; safe to call at every start, since the same content is a replay.
 *
 * @throws {HeronUsageError} for a catalogue that Heron would refuse.
 * @throws {HeronCallError}
 */
export async function publishCatalog(
  client: HeronClient,
  sign: VendorSigner,
  tools: readonly CatalogTool[],
): Promise<PublishedCatalog> {
  const warnings = assertCatalog(tools)
  const body = canonicalCatalog({ v: 1, tools })
  const answer = await client.putToolCatalog({ ...body, signature: await sign(canonicalize(body)) })
  return {
    catalogHash: answer.catalog_hash,
    signatureValid: answer.signature_valid,
    replay: answer.replay === true,
    warnings,
  }
}

/**
 * Publishes a catalogue at the start: once, and again by whoever asks next where Heron did not answer. A call does not
 * wait for a catalogue that cannot be published: its facts are then derived, which is never worth more.
 */
export class CatalogAtStart {
  readonly #publish: () => Promise<PublishedCatalog>
  readonly #onProblem: OnProblem
  #publishing: Promise<PublishedCatalog | null> | null = null

  constructor(publish: () => Promise<PublishedCatalog>, onProblem: OnProblem) {
    this.#publish = publish
    this.#onProblem = onProblem
  }

  /** Never rejects; null, and told, where it could not be published. */
  published(): Promise<PublishedCatalog | null> {
    this.#publishing ??= this.#publish().then(
      (published) => {
        this.#tell(published)
        return published
      },
      (error: unknown) => {
        // Refused for good: asking again before every session would bring the same answer.
        if (!(error instanceof HeronCallError && error.code === 'refused')) this.#publishing = null
        const why = error instanceof HeronCallError ? error.message : "the vendor's signer failed"
        this.#problem('catalog_not_published', `the catalogue is not published: ${why}`)
        return null
      },
    )
    return this.#publishing
  }

  #tell({ signatureValid, warnings }: PublishedCatalog): void {
    for (const { detail } of warnings) this.#problem('catalog_warning', detail)
    if (signatureValid) return
    const message = 'Heron cannot verify the catalogue, so it is not in force: is the vendor key imported?'
    this.#problem('catalog_not_published', message)
  }

  #problem(code: 'catalog_warning' | 'catalog_not_published', message: string): void {
    this.#onProblem({ code, message, actionId: null })
  }
}
