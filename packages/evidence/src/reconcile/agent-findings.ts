/**
 * Findings about the agent, never published (heron.md §7): what the operator should look at, where a signed public
 * record would be held against the vendor in a dispute. Pure conditions; each is silent where it cannot know.
 */
import { isAnchorToken } from '../anchor/anchors.js'
import type { JsonValue } from '../json/value.js'
import type { Classification, History } from '../policy/types.js'

/** Data classes whose reading makes a later outward send worth a look. */
const SENSITIVE = ['personal', 'financial', 'credential'] as const

/**
 * UNNAMED_RECIPIENT: anchor tokens in the arguments that the request did not name, in order of appearance.
 *
 * @returns Nothing when the request named nobody: silence is not compliance, and it is no breach either.
 */
export function unnamedRecipients(argsRedacted: JsonValue, requestAnchors: readonly string[]): string[] {
  if (requestAnchors.length === 0) return []
  const named = new Set(requestAnchors)
  const found = new Set<string>()
  const walk = (value: JsonValue): void => {
    if (typeof value === 'string') {
      if (isAnchorToken(value) && !named.has(value)) found.add(value)
    } else if (typeof value === 'object' && value !== null) {
      for (const item of Array.isArray(value) ? (value as readonly JsonValue[]) : Object.values(value))
        walk(item)
    }
  }
  walk(argsRedacted)
  return [...found]
}

/** INSTRUCTIONS_CHANGED: the commitment differs from the last one of the same session; an absent one says nothing. */
export function instructionsChanged(previous: string | null, current: string | null): boolean {
  return previous !== null && current !== null && previous !== current
}

/** SENSITIVE_THEN_EXTERNAL: something sensitive was read earlier and this call sends to an established outside. */
export function sensitiveThenExternal(history: History, classification: Classification): boolean {
  const { operation, destination } = classification
  return (
    operation.value === 'send' &&
    (destination.value === 'external' || destination.value === 'third_party') &&
    SENSITIVE.some((dataClass) => (history.data_classes_read[dataClass] ?? 0) > 0)
  )
}
