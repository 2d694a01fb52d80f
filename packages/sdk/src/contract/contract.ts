/**
 * A tool's contract: what of its arguments may leave the vendor, in which form, and what is stated about each call
 * (heron.md §3, §4). What a contract does not name stays home.
 */
import type { JsonObject, Signals } from '@heron/evidence'
import { HeronUsageError } from '../client/errors.js'
import { parsePath } from './path.js'

/**
 * A place in the arguments: member names joined by dots (`message.subject`), `*` for every element of a list
 * (`lines.*.sku`); or, for names that hold dots, a JSON pointer (`/message/reply.to`).
 */
export type ArgumentPath = string

export type ToolContract = {
  /** Values that may leave in clear: a text, number, boolean or null, or a list of those. Name deeper members one by one. */
  readonly keep?: readonly ArgumentPath[]
  /**
   * Addresses and phone numbers that leave as keyed tokens; lists element-wise, an entry that is no text is dropped.
   * They are counted as the call's recipients unless `recipients` says otherwise.
   */
  readonly anchors?: readonly ArgumentPath[]
  /**
   * Whom the call reaches, counted on this side, wherever in the arguments the paths stand. Default: `anchors`. An empty
   * list counts nobody.
   */
  readonly recipients?: readonly ArgumentPath[]
  /** How many records the call touches: the length of a list, or a number. Found wherever it stands in the arguments. */
  readonly records?: ArgumentPath
  /** Facts about the call (heron.md §4), constant or computed from the arguments. What is counted here wins over them. */
  readonly signals?: Signals | ((args: JsonObject) => Signals)
  /** The vendor's reference to what the call acts on, never a person: computed, or found at a path. */
  readonly resource?: ArgumentPath | ((args: JsonObject) => string | undefined)
  /** Arguments that no path names: `mark` (default) leaves `<redacted:name>` in their place, `omit` leaves nothing. */
  readonly unlisted?: 'mark' | 'omit'
  /**
   * What is written where the agent will read it again: its instructions, its memory. Looked through here for what is
   * shaped like a credential; that is told to `onProblem`, changes no verdict and leaves nothing.
   */
  readonly memory?: readonly ArgumentPath[]
  /** For a tool that calls another one by name: the real tool is announced, under its own contract. */
  readonly wraps?: Wrapping
}

export type Wrapping = {
  /** Where the real tool's name stands. A call without one is blocked: nobody could say what would run. */
  readonly tool: ArgumentPath
  /** Where the real tool's arguments stand. Default: beside the name. */
  readonly args?: ArgumentPath
}

/** The contract of a tool that has none: nothing leaves, nothing is stated. */
export const EMPTY_CONTRACT: ToolContract = {}

/**
 * Refuses a contract that can never work, before the first call meets it.
 *
 * @throws {HeronUsageError} naming the path.
 */
export function assertContract(tool: string, contract: ToolContract, hasAnchorSecret: boolean): void {
  const pointer = `/contracts/${tool}`
  const { keep = [], anchors = [], recipients = [], memory = [], records, resource, wraps } = contract
  const paths = [...keep, ...anchors, ...recipients, ...memory]
  if (wraps !== undefined) paths.push(wraps.tool, ...(wraps.args === undefined ? [] : [wraps.args]))
  if (records !== undefined) paths.push(records)
  if (typeof resource === 'string') paths.push(resource)
  for (const path of paths) {
    if (parsePath(path) === null) throw new HeronUsageError(pointer, `\`${path}\` is not a path of arguments`)
  }
  const both = anchors.find((path) => keep.includes(path))
  if (both !== undefined)
    throw new HeronUsageError(pointer, `\`${both}\` is both kept in clear and tokenised`)
  if (anchors.length > 0 && !hasAnchorSecret) {
    throw new HeronUsageError('/anchorSecret', `needed to tokenise the anchors of \`${tool}\``)
  }
}
