/** Scope grammar and the covering relation (delegation.md §1.2, §1.3). No case folding, trimming or normalisation. */
import type { Profile, ScopeForm } from './profile.js'

// `$` without the m flag matches at the very end only in JavaScript: a trailing line feed does not slip past it.
const LITERAL = /^[a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*)+$/
const WILDCARD = /^[a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*)*\.\*$/
const OPAQUE = /^[\x21\x23-\x29\x2b-\x5b\x5d-\x7e]+$/

const PATTERNS: Readonly<Record<ScopeForm, RegExp>> = { literal: LITERAL, wildcard: WILDCARD, opaque: OPAQUE }

/**
 * The form of a scope under a profile.
 *
 * @param text UNTRUSTED.
 * @returns `null` when it is no scope there.
 */
export function classifyScope(text: string, profile: Profile): ScopeForm | null {
  for (const form of profile.scopeForms) {
    if (PATTERNS[form].test(text)) return form
  }
  return null
}

/** True when holding `parent` grants everything that `child` grants; false when either is no scope. */
export function scopeCovers(parent: string, child: string, profile: Profile): boolean {
  const parentForm = classifyScope(parent, profile)
  const childForm = classifyScope(child, profile)
  if (parentForm === null || childForm === null) return false
  if (parent === child) return true
  // The dot stays in the prefix: `crm.*` reaches `crm.read`, never `crmx.read`.
  return parentForm === 'wildcard' && childForm !== 'opaque' && child.startsWith(parent.slice(0, -1))
}

/** Scopes with their forms: what an authority holds. */
export type ScopeSet = ReadonlyMap<string, ScopeForm>

/** {@link scopeCovers} against a whole set, by looking up the child's few possible wildcards instead of trying each scope. */
export function coveredBySet(child: string, form: ScopeForm, held: ScopeSet): boolean {
  return held.has(child) || coveredByOtherWildcard(child, form, held)
}

/** True when a wildcard other than `child` itself covers it. */
export function coveredByOtherWildcard(child: string, form: ScopeForm, held: ScopeSet): boolean {
  if (form === 'opaque') return false
  for (let dot = child.indexOf('.'); dot !== -1; dot = child.indexOf('.', dot + 1)) {
    const wildcard = `${child.slice(0, dot + 1)}*`
    if (wildcard !== child && held.has(wildcard)) return true
  }
  return false
}
