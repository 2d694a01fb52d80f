/** What binds at a moment (heron.md §3): plain enforcement, unless a declaration of an operator is in force. */
import type { Enforcement, LooseEffect } from '@heron/evidence'
import { findOpenWindow } from '../../store/queries/enforcement.js'
import type { Reader } from '../../store/store.js'
import { scopeOf } from '../operator-keys.js'
import type { ProjectKey } from '../tenant.js'

/** A shadow window or break-glass that has not been ended; whether its time has come or is over is asked of a clock. */
export type DeclaredEnforcement = {
  readonly id: string
  readonly effect: LooseEffect
  /** Hash of the log entry that declared it. */
  readonly declaredBy: string
  /** RFC 3339 UTC with milliseconds; included. */
  readonly from: string
  /** Not included any more. */
  readonly until: string
}

const ENFORCED: Enforcement = { declared_by: null, effect: 'enforced' }

/**
 * Expires by itself: nobody has to do anything for `until` to come.
 *
 * @param at the clock of the decision.
 */
export function enforcementAt(declared: DeclaredEnforcement | null, at: string): Enforcement {
  if (declared === null || at < declared.from || at >= declared.until) return ENFORCED
  return { declared_by: declared.declaredBy, effect: declared.effect }
}

/** Reads what is declared in a project. */
export async function readDeclared(reader: Reader, project: ProjectKey): Promise<DeclaredEnforcement | null> {
  const row = await reader.first(findOpenWindow, scopeOf({ project }))
  if (row === undefined) return null
  const { id, effect, declared_by: declaredBy, declared_from: from, declared_until: until } = row
  return { id, effect, declaredBy, from, until }
}
