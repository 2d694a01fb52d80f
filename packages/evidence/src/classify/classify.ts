/**
 * The classification of one call: five dimensions, each with its value and where that came from (heron.md §4).
 *
 * It reads the tool's name, the catalogue entry in force and the vendor's signals, never the request behind them. The
 * signals stay private, so a reviewer can check what was judged from a classification, not whether it was true.
 */
import {
  type Classification,
  type Dimension,
  type Dimensioned,
  DIMENSIONS,
  type InferenceStatement,
  type Magnitude,
  type Thresholds,
} from '../policy/types.js'
import type { CatalogSignals } from '../wire/requests.js'
import { LEXICON, TAXONOMY_VERSION } from './lexicon.js'
import { deriveFromName, derivedReversibility } from './name.js'
import {
  COUNT_SIGNALS,
  type DeclaredSignals,
  readFacts,
  type StatedFacts,
  type StatedSignals,
} from './signals.js'

export type ClassificationInput = {
  readonly toolName: string
  /** What `readSignals` accepted. */
  readonly signals: StatedSignals
  /** The joined entry of the verified catalogue in force; null where it does not name the tool. */
  readonly catalogSignals: CatalogSignals | null
  readonly thresholds: Thresholds
}

/** Places one call in the taxonomy. Total. */
export function classify(input: ClassificationInput): Classification {
  const { signals, thresholds } = input
  const { inference } = signals
  const derived = deriveFromName(input.toolName)
  const stated: FactsAndMagnitude = {
    ...signals.declared,
    magnitude: magnitudeOf(signals.declared, thresholds),
  }
  const catalogued = input.catalogSignals === null ? null : readFacts(input.catalogSignals)
  const isInferred = (dimension: Dimension): boolean => inference?.dimensions.includes(dimension) ?? false

  const measure = <Name extends Dimension>(
    name: Name,
    fromName: FactsAndMagnitude[Name],
  ): Dimensioned<FactsAndMagnitude[Name]> => {
    if (!isInferred(name) && stated[name] !== 'unknown') return { value: stated[name], source: 'declared' }
    // The catalogue says nothing of magnitude: only facts that hold for every call belong in it.
    const listed = (catalogued as Partial<FactsAndMagnitude> | null)?.[name] ?? 'unknown'
    if (listed !== 'unknown') return { value: listed, source: 'catalogued' }
    return { value: fromName, source: fromName === 'unknown' ? 'unknown' : 'derived' }
  }
  const measuredOperation = measure('operation', derived.operation)
  const measured: Dimensions = {
    operation: measuredOperation,
    data_class: measure('data_class', derived.data_class),
    destination: measure('destination', 'unknown'),
    magnitude: measure('magnitude', 'unknown'),
    reversibility: measure(
      'reversibility',
      derivedReversibility(measuredOperation.value, derived.recoverable),
    ),
  }

  const resolve = <Name extends Dimension>(name: Name): Dimensions[Name] =>
    measured[name].value === 'unknown' && isInferred(name) && stated[name] !== 'unknown'
      ? ({ value: stated[name], source: 'inferred' } as Dimensions[Name])
      : measured[name]
  const operation = resolve('operation')
  return {
    taxonomy: TAXONOMY_VERSION,
    lexicon: LEXICON.version,
    operation,
    data_class: resolve('data_class'),
    destination: resolve('destination'),
    magnitude: {
      ...resolve('magnitude'),
      of: COUNT_SIGNALS.filter((name) => name in signals.declared.counts),
    },
    reversibility: restOnOperation(resolve('reversibility'), operation, derived.recoverable),
    approval: signals.approval,
    inference:
      inference === null
        ? null
        : { ...inference, contradicts: contradictions(inference.dimensions, stated, measured) },
    commitments: signals.commitments,
  }
}

type FactsAndMagnitude = StatedFacts & { readonly magnitude: Magnitude }
type Dimensions = { readonly [Name in Dimension]: Dimensioned<FactsAndMagnitude[Name]> }

/** The largest that any stated count reaches; 0 is none, above its threshold is bulk. */
function magnitudeOf({ counts }: DeclaredSignals, thresholds: Thresholds): Magnitude {
  let magnitude: Magnitude = 'unknown'
  for (const name of COUNT_SIGNALS) {
    const count = counts[name]
    if (count === undefined) continue
    if (count > thresholds[name]) return 'bulk'
    if (count > 0) magnitude = 'single'
    else if (magnitude === 'unknown') magnitude = 'none'
  }
  return magnitude
}

/** What follows from an operation that only a model named is no better than the model's answer. */
function restOnOperation(
  reversibility: Dimensions['reversibility'],
  operation: Dimensions['operation'],
  recoverable: boolean,
): Dimensions['reversibility'] {
  if (reversibility.value !== 'unknown' || operation.source !== 'inferred') return reversibility
  const value = derivedReversibility(operation.value, recoverable)
  return value === 'unknown' ? reversibility : { value, source: 'inferred' }
}

/** Where a model's answer differs from what was measured (INTENT_CONTRADICTION). Silence on either side is no answer. */
function contradictions(
  inferred: readonly Dimension[],
  stated: FactsAndMagnitude,
  measured: Dimensions,
): InferenceStatement['contradicts'] {
  return DIMENSIONS.filter((dimension) => {
    const answers = [stated[dimension], measured[dimension].value]
    return inferred.includes(dimension) && !answers.includes('unknown') && answers[0] !== answers[1]
  }).map((dimension) => ({
    dimension,
    inferred: stated[dimension],
    measured: measured[dimension].value,
    measured_source: measured[dimension].source,
  }))
}
