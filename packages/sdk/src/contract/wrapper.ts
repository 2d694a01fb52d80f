/**
 * Tools that call other tools (`call_tool {name, arguments}`): the real tool is what is announced and judged, while the
 * hash still covers everything that the wrapper is given (heron.md §3).
 */
import { isJsonObject, type JsonObject } from '@heron/evidence'
import type { ContractBook } from './book.js'
import type { ToolContract } from './contract.js'
import type { ToolIdentity } from './key.js'
import { joinPaths, valuesAt } from './path.js'

export type RealCall = {
  readonly tool: ToolIdentity
  /** In terms of the arguments of the outermost tool. */
  readonly contract: ToolContract
}

/** Wrappers inside wrappers that are followed; nobody nests deeper, and a model that tries is blocked. */
const MAX_WRAPPERS = 4

/**
 * Finds what a call really calls.
 *
 * @param args UNTRUSTED: a model's.
 * @returns Null when a wrapper names no tool, or wraps itself too often.
 */
export function realCall(tool: ToolIdentity, args: JsonObject, book: ContractBook): RealCall | null {
  let real = tool
  let contract = book.of(tool)
  // Both in terms of the outermost arguments, however deep.
  let { wraps } = contract
  for (let depth = 0; wraps !== undefined; depth += 1) {
    const [name, ...more] = valuesAt(args, wraps.tool)
    if (depth >= MAX_WRAPPERS || more.length > 0 || typeof name !== 'string' || name === '') return null
    real = { ...real, name }
    const own = book.of(real)
    contract = inside(contract, wraps.args ?? null, own)
    wraps = own.wraps === undefined ? undefined : below(wraps.args ?? null, own.wraps)
  }
  return { tool: real, contract }
}

type Wraps = NonNullable<ToolContract['wraps']>

function below(at: string | null, { tool, args }: Wraps): Wraps {
  if (at === null) return args === undefined ? { tool } : { tool, args }
  return { tool: joinPaths(at, tool), args: args === undefined ? at : joinPaths(at, args) }
}

/** The real tool's contract, its paths seen from the wrapper; the wrapper's own `keep` still says what of it may leave. */
function inside(wrapper: ToolContract, at: string | null, real: ToolContract): ToolContract {
  const { keep = [], anchors = [], resource, signals } = real
  const moved = (path: string): string => (at === null ? path : joinPaths(at, path))
  const argsOf = (args: JsonObject): JsonObject => {
    const [found = {}] = at === null ? [args] : valuesAt(args, at)
    return isJsonObject(found) ? found : {}
  }
  const { wraps: _, ...rest } = real
  return {
    ...rest,
    keep: [...(wrapper.keep ?? []), ...keep.map(moved)],
    anchors: [...(wrapper.anchors ?? []), ...anchors.map(moved)],
    // Counted wherever they stand, so they need no moving; the wrapper's own places count as well.
    recipients: union(wrapper.recipients ?? wrapper.anchors, real.recipients ?? real.anchors),
    unlisted: wrapper.unlisted === 'omit' || real.unlisted === 'omit' ? 'omit' : 'mark',
    ...(resource === undefined
      ? {}
      : { resource: typeof resource === 'string' ? moved(resource) : (args) => resource(argsOf(args)) }),
    ...(typeof signals === 'function' ? { signals: (args: JsonObject) => signals(argsOf(args)) } : {}),
    memory: union(wrapper.memory, real.memory),
  }
}

function union(left: readonly string[] = [], right: readonly string[] = []): readonly string[] {
  return [...new Set([...left, ...right])]
}
