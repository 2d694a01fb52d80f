/**
 * The part of a classification that anyone can recompute: what was read from the tool's name (the published lexicon)
 * and from the signed catalogue in force (heron.md §4). Declared values rest on signals that are never published.
 */
import { LEXICON, TAXONOMY_VERSION } from '../../classify/lexicon.js'
import { type DerivedFromName, deriveFromName, derivedReversibility } from '../../classify/name.js'
import { readFacts, type StatedFacts } from '../../classify/signals.js'
import { type CatalogIndex, indexCatalog } from '../../catalog/join.js'
import type { Source } from '../../policy/types.js'
import type { DecisionPayload, EvaluationPayload } from '../../receipt/payloads.js'
import type { ToolCatalogBody } from '../../wire/requests.js'
import type { InspectionContext } from './context.js'

const CHECK = 'policy.classification'

/** Built once a catalogue; the body of a worker's material stays the same object. */
const indexes = new WeakMap<ToolCatalogBody, CatalogIndex>()

/** Recomputes the dimensions that rest on the name or on the catalogue. */
export function inspectClassification(
  { tool, catalog_hash }: DecisionPayload,
  { classification }: EvaluationPayload,
  { material, recorder }: InspectionContext,
): void {
  recorder.checked(CHECK)
  const at = '/evaluation/payload/classification'
  const catalog = catalog_hash === null ? null : material.catalogs.get(catalog_hash)
  if (catalog === undefined) {
    const message = 'the catalogue that the receipts name is not in the file'
    recorder.fail('catalogue.contents', 'CATALOG_MISSING', message, '/decision/payload/catalog_hash')
    return
  }
  if (catalog?.verified === false) {
    const message = 'a catalogue whose signature does not verify was in force'
    recorder.fail('catalogue.signatures', 'CATALOG_NOT_VERIFIED', message, '/decision/payload/catalog_hash')
  }
  if (classification.taxonomy !== TAXONOMY_VERSION || classification.lexicon !== LEXICON.version) {
    recorder.notChecked(CHECK, 'UNKNOWN_VERSION', 'classified under another taxonomy or lexicon', at)
    return
  }
  const fromName = derivedFrom(tool)
  const listed = catalog === null ? null : indexOf(catalog.body).find(tool)
  const facts = listed === null ? null : readFacts(listed.signals)
  // What only a model named was unknown when it was measured, and nothing was derived from it.
  const { operation } = classification
  const measuredOperation = operation.source === 'inferred' ? 'unknown' : operation.value
  const derived: StatedFacts = {
    operation: fromName.operation,
    data_class: fromName.data_class,
    destination: 'unknown',
    reversibility: derivedReversibility(measuredOperation, fromName.recoverable),
  }
  for (const dimension of ['operation', 'data_class', 'destination', 'reversibility'] as const) {
    const stated = classification[dimension]
    if (stated.source === 'declared') continue
    const expected = measured(facts?.[dimension] ?? 'unknown', derived[dimension])
    const resolved =
      expected.source === 'unknown' && stated.source === 'inferred' && stated.value !== 'unknown'
    if (!resolved && (stated.source !== expected.source || stated.value !== expected.value)) {
      const found = `\`${stated.value}\` (${stated.source})`
      const message = `${dimension}: the receipt says ${found}, name and catalogue say \`${expected.value}\` (${expected.source})`
      recorder.fail(CHECK, 'CLASSIFICATION_DIFFERS', message, `${at}/${dimension}`)
    }
  }
}

/** The stronger of the two sources below `declared`. */
function measured(catalogued: string, derived: string): { readonly value: string; readonly source: Source } {
  if (catalogued !== 'unknown') return { value: catalogued, source: 'catalogued' }
  return derived === 'unknown' ? { value: derived, source: 'unknown' } : { value: derived, source: 'derived' }
}

/** A session calls the same few tools over and over. */
const derivedNames = new Map<string, DerivedFromName>()
const MAX_DERIVED_NAMES = 1000

function derivedFrom(tool: string): DerivedFromName {
  let derived = derivedNames.get(tool)
  if (derived === undefined) {
    derived = deriveFromName(tool)
    if (derivedNames.size >= MAX_DERIVED_NAMES) derivedNames.clear()
    derivedNames.set(tool, derived)
  }
  return derived
}

function indexOf(body: ToolCatalogBody): CatalogIndex {
  let index = indexes.get(body)
  if (index === undefined) {
    index = indexCatalog(body)
    indexes.set(body, index)
  }
  return index
}
