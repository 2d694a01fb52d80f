import { checkCatalog, deriveFromName } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draftCatalog } from '../../src/mcp/catalog-draft.js'

const hints = fc.record(
  {
    readOnlyHint: fc.boolean(),
    destructiveHint: fc.boolean(),
    openWorldHint: fc.boolean(),
    title: fc.string(),
  },
  { requiredKeys: [] },
)
const words = ['get', 'send', 'delete', 'file', 'money', 'run', 'frob', 'update']
const name = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('_'))
const definitions = fc.uniqueArray(fc.record({ name, annotations: fc.option(hints, { nil: undefined }) }), {
  selector: (tool) => tool.name,
})

describe('a catalogue drafted from annotations', () => {
  test.each([
    [
      'a read',
      'directory_tree',
      { readOnlyHint: true, openWorldHint: false },
      { op: 'read', destination: 'internal' },
    ],
    [
      'a read of the world',
      'frob',
      { readOnlyHint: true, openWorldHint: true },
      { op: 'read', destination: 'external' },
    ],
    ['an additive change', 'frob', { readOnlyHint: false, destructiveHint: false }, { op: 'write' }],
    [
      'a destructive unknown',
      'frob',
      { readOnlyHint: false, destructiveHint: true },
      { reversibility: 'terminal' },
    ],
    [
      'what a name says better',
      'send_mail',
      { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
      {},
    ],
    ['nothing', 'frob', undefined, {}],
    ['hints that are none', 'frob', { readOnlyHint: 'yes', openWorldHint: 1 }, {}],
  ])('states %s', (_, tool, annotations, signals) => {
    const { tools } = draftCatalog([{ name: tool, annotations }], 'srv')
    expect(tools).toEqual([{ name: tool, server: 'srv', signals }])
  })

  test('takes no read-only hint against the tool’s own name, and says so', () => {
    const { tools, notes } = draftCatalog([{ name: 'delete_all', annotations: { readOnlyHint: true } }], null)
    expect(tools).toEqual([{ name: 'delete_all', signals: {} }])
    expect(notes).toEqual(['`delete_all` calls itself read-only, its name says delete'])
  })

  test('is one that Heron accepts, sorted, and never makes a read of what is named otherwise', () => {
    fc.assert(
      fc.property(definitions, (list) => {
        const { tools } = draftCatalog(list, null)
        expect(checkCatalog({ v: 1, tools: tools as never }).findings).toEqual([])
        expect(tools.map((tool) => tool.name)).toEqual(list.map((tool) => tool.name).sort())
        for (const tool of tools) {
          const { operation } = deriveFromName(tool.name)
          if (operation !== 'unknown' && operation !== 'read') expect(tool.signals.op).toBeUndefined()
        }
      }),
    )
  })
})
