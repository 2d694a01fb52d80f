/** What makes a catalogue unacceptable, and what is merely worth a warning (heron.md §4). */
import {
  childPointer,
  isJsonObject,
  type JsonObject,
  type JsonPointer,
  type JsonValue,
  ownMember,
} from '../json/value.js'
import { DATA_CLASSES, DESTINATIONS, OPERATIONS, REVERSIBILITIES } from '../policy/types.js'

export type CatalogFinding = {
  readonly code: 'invalid' | 'duplicate_name' | 'ambiguous'
  readonly pointer: JsonPointer
  readonly message: string
}

/** An alias that can never be reached, since a live tool has that very name. */
export type CatalogWarning = {
  readonly code: 'shadowed'
  readonly alias: string
  /** The tool that claims the alias. */
  readonly tool: string
  readonly detail: string
}

export type CatalogCheck = {
  readonly findings: readonly CatalogFinding[]
  readonly warnings: readonly CatalogWarning[]
}

/** Most tools accepted in one catalogue, and most aliases of one tool: they bound the work of a hostile body. */
export const MAX_CATALOG_TOOLS = 5000
export const MAX_TOOL_ALIASES = 100

const VOCABULARY: Readonly<Record<string, readonly string[]>> = {
  op: OPERATIONS,
  data_class: DATA_CLASSES,
  destination: DESTINATIONS,
  reversibility: REVERSIBILITIES,
}

/**
 * Judges a catalogue body. Acceptable when `findings` is empty.
 *
 * @param body UNTRUSTED.
 */
export function checkCatalog(body: JsonValue): CatalogCheck {
  const findings: CatalogFinding[] = []
  const invalid = (pointer: JsonPointer, message: string): void => {
    findings.push({ code: 'invalid', pointer, message })
  }
  if (!isJsonObject(body))
    return { findings: [{ code: 'invalid', pointer: '', message: 'must be an object' }], warnings: [] }
  if (ownMember(body, 'v') !== 1) invalid('/v', 'must be 1')
  const tools = ownMember(body, 'tools')
  if (!Array.isArray(tools)) {
    invalid('/tools', 'must be an array')
    return { findings, warnings: [] }
  }
  if (tools.length > MAX_CATALOG_TOOLS) {
    invalid('/tools', `must hold at most ${MAX_CATALOG_TOOLS.toString()} tools`)
    return { findings, warnings: [] }
  }
  tools.forEach((tool: JsonValue, index) => {
    checkTool(tool, `/tools/${index.toString()}`, invalid)
  })
  if (findings.length > 0) return { findings, warnings: [] }
  return checkNames(tools as readonly NamedTool[])
}

type NamedTool = { readonly name: string; readonly aliases?: readonly string[] }

function checkNames(tools: readonly NamedTool[]): CatalogCheck {
  const findings: CatalogFinding[] = []
  const warnings: CatalogWarning[] = []
  const names = new Set<string>()
  tools.forEach(({ name }, index) => {
    if (names.has(name)) {
      const pointer = `/tools/${index.toString()}/name`
      findings.push({ code: 'duplicate_name', pointer, message: `\`${name}\` is named twice` })
    }
    names.add(name)
  })
  const claims = new Map<string, string>()
  tools.forEach(({ name, aliases = [] }, index) => {
    aliases.forEach((alias, position) => {
      if (alias === name || claims.get(alias) === name) return
      // Tested before ambiguity: a live name wins over every claim, so the claims cannot collide.
      if (names.has(alias)) {
        warnings.push({
          code: 'shadowed',
          alias,
          tool: name,
          detail: `the alias \`${alias}\` of \`${name}\` is never used: a listed tool has that name`,
        })
      } else if (claims.has(alias)) {
        const pointer = `/tools/${index.toString()}/aliases/${position.toString()}`
        const message = `\`${alias}\` is claimed by \`${claims.get(alias) ?? ''}\` and \`${name}\``
        findings.push({ code: 'ambiguous', pointer, message })
      } else {
        claims.set(alias, name)
      }
    })
  })
  return { findings, warnings }
}

type Report = (pointer: JsonPointer, message: string) => void

function checkTool(tool: JsonValue, pointer: JsonPointer, invalid: Report): void {
  if (!isJsonObject(tool)) {
    invalid(pointer, 'must be an object')
    return
  }
  for (const name of Object.keys(tool)) {
    if (!['name', 'aliases', 'signals', 'provider', 'server'].includes(name)) {
      // The catalogue is published and signed as a whole: a member nobody reads would look like a statement.
      invalid(childPointer(pointer, name), 'is not a member of a catalogue entry')
    }
  }
  if (!isName(ownMember(tool, 'name'))) invalid(`${pointer}/name`, 'must be a name of 1 to 256 characters')
  for (const member of ['provider', 'server']) {
    const value = ownMember(tool, member)
    if (value !== undefined && !isName(value))
      invalid(`${pointer}/${member}`, 'must be a text of 1 to 256 characters')
  }
  const aliases = ownMember(tool, 'aliases')
  if (aliases !== undefined) {
    if (!Array.isArray(aliases) || aliases.length > MAX_TOOL_ALIASES || !aliases.every(isName)) {
      invalid(`${pointer}/aliases`, `must be an array of at most ${MAX_TOOL_ALIASES.toString()} names`)
    }
  }
  const signals = ownMember(tool, 'signals')
  if (isJsonObject(signals)) checkSignals(signals, `${pointer}/signals`, invalid)
  else invalid(`${pointer}/signals`, 'must be an object (empty when there is no constant fact)')
}

function checkSignals(signals: JsonObject, pointer: JsonPointer, invalid: Report): void {
  for (const [name, value] of Object.entries(signals)) {
    const at = childPointer(pointer, name)
    const vocabulary = Object.hasOwn(VOCABULARY, name) ? VOCABULARY[name] : undefined
    if (name === 'reversible') {
      if (typeof value !== 'boolean') invalid(at, 'must be true or false')
    } else if (vocabulary === undefined) {
      invalid(
        at,
        'is not a fact that holds for every call (op, data_class, destination, reversible, reversibility)',
      )
    } else if (value === 'unknown') {
      invalid(at, 'must not be `unknown`: leave out what is not known')
    } else if (typeof value !== 'string' || !vocabulary.includes(value)) {
      invalid(at, `must be one of ${vocabulary.filter((word) => word !== 'unknown').join(', ')}`)
    }
  }
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256
}
