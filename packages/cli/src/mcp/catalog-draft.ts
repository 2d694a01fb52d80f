/**
 * A tool catalogue (heron.md §4) drafted from what an MCP server says of its tools. A draft, since a server's hints are
 * claims of the party that is to be watched: signed, they would become the vendor's own. A person reads it first.
 */
import { type CatalogSignals, type CatalogTool, deriveFromName } from '@heron/evidence'
import { paramsAt } from './messages.js'
import type { ToolDefinition } from './tool-definitions.js'

export type CatalogDraft = {
  /** Sorted by UTF-16 code unit of name, as a catalogue is. */
  readonly tools: readonly CatalogTool[]
  /** Where a hint speaks against the tool's own name and was therefore not taken. */
  readonly notes: readonly string[]
}

/** Drafts a catalogue. @param definitions UNTRUSTED. */
export function draftCatalog(definitions: readonly ToolDefinition[], server: string | null): CatalogDraft {
  const notes: string[] = []
  const tools = definitions.map((definition): CatalogTool => {
    const { signals, note } = factsOf(definition)
    if (note !== null) notes.push(note)
    return { name: definition.name, signals, ...(server === null ? {} : { server }) }
  })
  return { tools: tools.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)), notes }
}

/**
 * `readOnlyHint` gives a read, unless the name says that more happens. `destructiveHint: false` gives a write where the
 * name says nothing; `destructiveHint: true` is no operation of its own, but makes an unnamed one terminal.
 * `openWorldHint` says whether the tool reaches outside. A hint that is absent states nothing, whatever its default.
 */
function factsOf(definition: ToolDefinition): {
  readonly signals: CatalogSignals
  readonly note: string | null
} {
  const { readOnlyHint, destructiveHint, openWorldHint } = paramsAt(definition, 'annotations')
  const { operation } = deriveFromName(definition.name)
  const namesMore = operation !== 'unknown' && operation !== 'read'
  const contradicts = readOnlyHint === true && namesMore
  const op = readOnlyHint === true && !namesMore ? 'read' : additive() ? 'write' : null
  const terminal = readOnlyHint !== true && destructiveHint === true && operation === 'unknown'
  // Never inside on a hint alone where the name says that something is sent.
  const destination =
    openWorldHint === true ? 'external' : openWorldHint === false && operation !== 'send' ? 'internal' : null
  return {
    signals: {
      ...(op === null ? {} : { op }),
      ...(destination === null ? {} : { destination }),
      ...(terminal ? { reversibility: 'terminal' } : {}),
    },
    note: contradicts ? `\`${definition.name}\` calls itself read-only, its name says ${operation}` : null,
  }

  function additive(): boolean {
    return readOnlyHint === false && destructiveHint === false && operation === 'unknown'
  }
}
