/** A project's own rules (heron.md §5): in the language of the managed ones, under ids that those never take, and published. */
import {
  checkRule,
  childPointer,
  isJsonObject,
  type JsonPointer,
  MANAGED_RULES,
  type PolicyFinding,
} from '@heron/evidence'
import { isPersonal } from '../settings/stated-reason.js'

/** What every own rule's id begins with. */
export const OWN_PREFIX = 'own.'

/** True for an id under which a project may keep a rule of its own. */
export function isOwnRuleId(id: string): boolean {
  return id.startsWith(OWN_PREFIX) && id.length > OWN_PREFIX.length
}

/** True for one of Heron's. */
export function isManagedRuleId(id: string): boolean {
  return MANAGED_RULES.some((rule) => rule.id === id)
}

/**
 * Everything that keeps a value from being an own rule, each with where it stands; empty when it is one.
 *
 * @param value UNTRUSTED.
 */
export function checkOwnRule(value: unknown): PolicyFinding[] {
  const findings = checkRule(value)
  if (!isJsonObject(value)) return findings
  const { id } = value
  if (typeof id === 'string' && !isOwnRuleId(id)) {
    const message = `must begin with \`${OWN_PREFIX}\`, as the ids of managed rules never do`
    findings.push({ code: 'not_allowed', pointer: '/id', message })
  }
  if ('number' in value) {
    const message = 'belongs to managed rules: leave it out'
    findings.push({ code: 'not_allowed', pointer: '/number', message })
  }
  for (const pointer of personalTexts(value, '')) {
    const message = 'carries personal data or a secret, and rules are published'
    findings.push({ code: 'not_allowed', pointer, message })
  }
  return findings
}

/** Deeper than a rule can be; what lies below is refused as no rule. */
const MAX_DEPTH = 40

function* personalTexts(value: unknown, pointer: JsonPointer, depth = 0): Generator<JsonPointer> {
  if (typeof value === 'string') {
    if (isPersonal(value)) yield pointer
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const [name, member] of Object.entries(value)) {
      yield* personalTexts(member, childPointer(pointer, name), depth + 1)
    }
  }
}
