/** Finding a tool in the catalogue in force (heron.md §4): exact name, else exact alias. */
import type { CatalogTool, ToolCatalogBody } from '../wire/requests.js'

/** `described`: listed with facts; `listed`: the vendor states nothing about it; `absent`: never mentioned. */
export type CatalogCoverage = 'described' | 'listed' | 'absent'

export type CatalogIndex = {
  /** The tool of that name, else the one that alone claims it as an alias; a live name beats another tool's alias. */
  readonly find: (toolName: string) => CatalogTool | null
  readonly coverage: (toolName: string) => CatalogCoverage
}

/** Prepares a catalogue for joining; build once per `catalog_hash`. */
export function indexCatalog(body: ToolCatalogBody): CatalogIndex {
  const byName = new Map<string, CatalogTool>()
  for (const tool of body.tools) byName.set(tool.name, tool)
  const byAlias = new Map<string, CatalogTool | null>()
  for (const tool of body.tools) {
    for (const alias of new Set(tool.aliases ?? [])) {
      // An alias claimed twice resolves to nothing: choosing one would be a guess.
      byAlias.set(alias, byAlias.has(alias) ? null : tool)
    }
  }
  const find = (toolName: string): CatalogTool | null => byName.get(toolName) ?? byAlias.get(toolName) ?? null
  return {
    find,
    coverage: (toolName) => {
      const tool = find(toolName)
      if (tool === null) return 'absent'
      return Object.keys(tool.signals).length > 0 ? 'described' : 'listed'
    },
  }
}
