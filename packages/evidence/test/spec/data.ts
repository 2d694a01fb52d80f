/** What a second implementation needs as data: vocabulary, lexicon, managed rules, reasons, finding kinds, checks. */
import {
  CHECKS,
  DEFAULT_THRESHOLDS,
  LEXICON,
  managedBundle,
  PUBLISHED_FINDINGS,
  REASONS,
  RECEIPT_VERSIONS,
  SOURCES,
  TAXONOMY_VERSION,
  VERDICTS,
} from '../../src/index.js'
import { UNTESTABLE_SIGNALS } from '../../src/classify/signals.js'
import { DIMENSION_VALUES } from '../../src/policy/types.js'

/** The data by file name. */
export function specData(): Readonly<Record<string, unknown>> {
  return {
    'vocabulary.json': {
      taxonomy: TAXONOMY_VERSION,
      dimensions: DIMENSION_VALUES,
      sources: SOURCES,
      verdicts: VERDICTS,
      untestable_signals: UNTESTABLE_SIGNALS,
      default_thresholds: DEFAULT_THRESHOLDS,
      receipt_versions: RECEIPT_VERSIONS,
    },
    'lexicon.json': LEXICON,
    'managed-bundle.json': managedBundle(),
    'reasons.json': REASONS,
    'findings.json': PUBLISHED_FINDINGS,
    'checks.json': CHECKS,
  }
}
