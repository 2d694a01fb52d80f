/**
 * The rendering of a call's arguments that leaves the vendor: built up from what the contract names, never cut down
 * from the arguments, so that a forgotten field is a hidden one (heron.md §3, §12).
 */
import {
  type AnchorKey,
  anchorToken,
  anchorTypeOf,
  extractAnchors,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@heron/evidence'
import type { ToolContract } from './contract.js'
import { EACH, parsePath, type PathStep } from './path.js'

/** What the contract says of one place, and of the places below it. */
type Plan = { kept: boolean; anchored: boolean; readonly below: Map<PathStep, Plan> }

/**
 * Renders the arguments for Heron.
 *
 * INVARIANT: every text, number, boolean and null in the result either stands at a kept path or was made here: a token
 * or a marker. Upheld by building each value anew; nothing is passed on whole.
 *
 * @param anchorKey Null when the vendor has no anchor secret: anchors are then markers.
 */
export function redactArguments(
  args: JsonObject,
  contract: ToolContract,
  anchorKey: AnchorKey | null,
): JsonObject {
  const root = planOf(contract)
  const omit = contract.unlisted === 'omit'

  function render(value: JsonValue, plan: Plan, field: string): JsonValue | undefined {
    if (plan.anchored) return anchored(value, anchorKey, field)
    if (isJsonObject(value)) return plan.below.size > 0 ? members(value, plan) : marker(field)
    if (Array.isArray(value)) return elements(value as readonly JsonValue[], plan, field)
    return plan.kept ? value : unlisted(field)
  }

  function members(object: JsonObject, plan: Plan): JsonObject {
    const entries: [string, JsonValue][] = []
    for (const [name, value] of Object.entries(object)) {
      const below = plan.below.get(name)
      const rendered = below === undefined ? unlisted(name) : render(value, below, name)
      // A name that no contract foresaw and that is no plain word may be data itself (a map by address, say).
      if (rendered !== undefined && (below !== undefined || isPlainName(name))) entries.push([name, rendered])
    }
    return Object.fromEntries(entries)
  }

  function elements(items: readonly JsonValue[], plan: Plan, field: string): JsonValue | undefined {
    const each = plan.below.get(EACH)
    if (each !== undefined) {
      return items.map((item) => render(item, each, field)).filter((item) => item !== undefined)
    }
    if (!plan.kept) return unlisted(field)
    return items.map((item) => (isScalar(item) ? item : marker(field)))
  }

  function unlisted(field: string): JsonValue | undefined {
    return omit ? undefined : marker(field)
  }

  return members(args, root)
}

function anchored(value: JsonValue, key: AnchorKey | null, field: string): JsonValue {
  if (Array.isArray(value)) {
    const texts = (value as readonly JsonValue[]).filter((item) => typeof item === 'string')
    return texts.flatMap((text) => tokens(text, key, field))
  }
  if (typeof value !== 'string') return marker(field)
  const made = tokens(value, key, field)
  return made.length === 1 ? (made[0] ?? marker(field)) : made
}

/** At least one entry: the tokens in a text, else its marker. */
function tokens(text: string, key: AnchorKey | null, field: string): string[] {
  if (key === null) return [marker(field)]
  const type = anchorTypeOf(text)
  if (type !== null) return [anchorToken(type, text, key)]
  const inside = extractAnchors(text, key)
  return inside.length > 0 ? inside : [marker(field)]
}

const plans = new WeakMap<ToolContract, Plan>()

/** A contract's plan, made once. */
function planOf(contract: ToolContract): Plan {
  let plan = plans.get(contract)
  if (plan === undefined) plans.set(contract, (plan = makePlan(contract)))
  return plan
}

function makePlan({ keep = [], anchors = [] }: ToolContract): Plan {
  const root: Plan = { kept: false, anchored: false, below: new Map() }
  const at = (path: string): Plan => {
    let plan = root
    for (const step of parsePath(path) ?? []) {
      let next = plan.below.get(step)
      if (next === undefined)
        plan.below.set(step, (next = { kept: false, anchored: false, below: new Map() }))
      plan = next
    }
    return plan
  }
  for (const path of keep) at(path).kept = true
  for (const path of anchors) at(path).anchored = true
  return root
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null
}

function isPlainName(name: string): boolean {
  return /^[A-Za-z_][\w-]{0,63}$/.test(name)
}

function marker(field: string): string {
  return `<redacted:${isPlainName(field) ? field : 'field'}>`
}
