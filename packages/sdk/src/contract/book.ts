/**
 * Every contract of a vendor, and the one that holds for a tool (heron.md §3).
 *
 * INVARIANT: what may leave is said by the narrowest matching key alone. Wider keys fill in what is merely counted or
 * stated, field by field, so that a forgotten `*` opens nothing.
 */
import type { Signals } from '@heron/evidence'
import { assertContract, EMPTY_CONTRACT, type ToolContract } from './contract.js'
import { type ContractKey, narrowerFirst, parseKey, type ToolIdentity } from './key.js'

export type Contracts = { readonly [key: string]: ToolContract }

/** Tools whose contract is remembered; names may come from a model, so the memory is bounded. */
const REMEMBERED = 1000

export class ContractBook {
  /** Narrowest key first. */
  readonly #entries: readonly { readonly key: ContractKey; readonly contract: ToolContract }[]
  readonly #found = new Map<string, ToolContract>()

  /** @throws {HeronUsageError} for a contract that can never work. */
  constructor(contracts: Contracts, hasAnchorSecret: boolean) {
    for (const [key, contract] of Object.entries(contracts)) assertContract(key, contract, hasAnchorSecret)
    this.#entries = Object.entries(contracts)
      .map(([key, contract]) => ({ key: parseKey(key), contract }))
      .sort((left, right) => narrowerFirst(left.key, right.key))
  }

  /** The contract of a tool; one that says nothing where no key matches. */
  of(tool: ToolIdentity): ToolContract {
    const id = JSON.stringify([tool.name, tool.server ?? null, tool.provider ?? null])
    const known = this.#found.get(id)
    if (known !== undefined) return known
    const contract = merge(
      this.#entries.filter(({ key }) => key.matches(tool)).map((entry) => entry.contract),
    )
    if (this.#found.size >= REMEMBERED) this.#found.clear()
    this.#found.set(id, contract)
    return contract
  }
}

/** @param matching Narrowest first. */
function merge(matching: readonly ToolContract[]): ToolContract {
  const [own, ...wider] = matching
  if (own === undefined || wider.length === 0) return own ?? EMPTY_CONTRACT
  const recipients = matching.map((contract) => contract.recipients ?? contract.anchors).find(isStated)
  const records = matching.map((contract) => contract.records).find(isStated)
  const memory = matching.map((contract) => contract.memory).find(isStated)
  const unlisted = matching.map((contract) => contract.unlisted).find(isStated)
  return {
    ...own,
    signals: mergeSignals(own.signals, wider),
    ...(recipients === undefined ? {} : { recipients }),
    ...(records === undefined ? {} : { records }),
    ...(memory === undefined ? {} : { memory }),
    ...(unlisted === undefined ? {} : { unlisted }),
  }
}

/** Constants of wider keys below one's own. A wider key's function is left out: it could state what it read in the arguments. */
function mergeSignals(
  own: ToolContract['signals'],
  wider: readonly ToolContract[],
): NonNullable<ToolContract['signals']> {
  const constants: Signals = Object.fromEntries(
    wider
      .map(({ signals }) => signals)
      .filter((signals) => typeof signals === 'object')
      // The narrower of two comes last, and stays.
      .reverse()
      .flatMap((signals) => Object.entries(signals)),
  )
  if (typeof own === 'function') return (args) => ({ ...constants, ...own(args) })
  return { ...constants, ...own }
}

function isStated<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}
