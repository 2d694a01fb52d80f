/**
 * A rule that is being written: its text, and what keeps it from being a rule. Form and JSON edit the same text; the
 * service checks again, with what only it knows.
 */
import {
  checkRule,
  type Condition,
  decodeJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Rule,
} from '@heron/evidence'
import { ruleText } from '../../../../policy/rule-text.js'
import { locate, type Place, placeOf } from './locate.js'

/** Ids of a project's own rules begin with this. */
export const OWN_PREFIX = 'own.'

export type DraftProblem = { readonly pointer: string; readonly message: string; readonly place: Place }

export type DraftReading = {
  /** The members as far as the text is JSON and an object; what the form shows. */
  readonly members: JsonObject | null
  /** The rule, once nothing is wrong with it. */
  readonly rule: Rule | null
  readonly problems: readonly DraftProblem[]
}

/** Reads the text as a rule. @param text what a person typed. */
export function readDraft(text: string): DraftReading {
  const read = decodeJson(text)
  if (!read.ok) {
    const { message, pointer, offset } = read.error
    return { members: null, rule: null, problems: [{ pointer, message, place: placeOf(text, offset) }] }
  }
  const found = checkRule(read.value).map(({ pointer, message }) => ({ pointer, message }))
  const members = isJsonObject(read.value) ? read.value : null
  const id = members?.['id']
  if (typeof id === 'string' && !id.startsWith(OWN_PREFIX))
    found.push({ pointer: '/id', message: `must begin with \`${OWN_PREFIX}\`: other names are Heron’s` })
  if (id === OWN_PREFIX) found.push({ pointer: '/id', message: `needs a name behind \`${OWN_PREFIX}\`` })
  const problems = found.map((problem) => ({ ...problem, place: locate(text, problem.pointer) }))
  return { members, rule: problems.length === 0 ? (read.value as unknown as Rule) : null, problems }
}

export function draftText(members: JsonObject): string {
  return ruleText(members)
}

/** Sets or, with undefined, removes one member; the others keep their order. */
export function withMember(members: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  if (value === undefined) return Object.fromEntries(Object.entries(members).filter(([key]) => key !== name))
  return { ...members, [name]: value }
}

/** Another answer: what belongs to the old one goes, what the new one needs comes. */
export function withEffect(members: JsonObject, effect: string): JsonObject {
  const bare = withMember(withMember({ ...members, effect }, 'transform', undefined), 'pending', undefined)
  if (effect === 'MODIFY') return { ...bare, transform: members['transform'] ?? { note: '' } }
  if (effect === 'DEFER') return { ...bare, pending: members['pending'] ?? { prior_operation: ['read'] } }
  return bare
}

/** What a new rule begins as. */
export function newDraft(): JsonObject {
  const when: Condition = {
    all: [
      { dimension: 'operation', in: ['send'] },
      { dimension: 'destination', in: ['external', 'third_party'] },
    ],
  }
  return {
    id: OWN_PREFIX,
    version: 1,
    title: '',
    text: '',
    effect: 'STEP_UP',
    when: when,
  }
}

/** The rule as it would be published after this change: its version moves by one. */
export function nextVersion(rule: Rule): JsonObject {
  return { ...(rule as unknown as JsonObject), version: rule.version + 1 }
}
