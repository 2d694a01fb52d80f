/** Managed and own rules as one list. */
import type { Rule } from '@heron/evidence'
import type { ManagedRule, OwnRule, PolicyAnswer } from '../../api/policy.js'

export type ListedRule = {
  readonly rule: Rule
  readonly decided: number
  readonly enabled: boolean
  readonly own: boolean
  /** Why a managed rule is off. */
  readonly disabled: ManagedRule['disabled'] | null
  /** Why a rule of one’s own was written or changed last. */
  readonly added: OwnRule['added'] | null
}

export function listedRules({ managed, own }: PolicyAnswer): ListedRule[] {
  return [
    ...managed.map(({ rule, enabled, disabled, decided_30d }) => ({
      ...{ rule, enabled, own: false, decided: decided_30d },
      ...{ disabled: disabled ?? null, added: null },
    })),
    ...own.map(({ rule, added, decided_30d }) => ({
      ...{ rule, added, own: true, decided: decided_30d },
      ...{ enabled: true, disabled: null },
    })),
  ]
}
