/** The snippets of Getting started: each parses, names this service, and imports only what the SDK offers. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { SNIPPETS } from '../../../src/dashboard/pages/getting-started/snippet-texts.js'

const URL_HERE = 'https://heron.acme.example'
const { exports } = JSON.parse(
  readFileSync(new URL('../../../../sdk/package.json', import.meta.url), 'utf8'),
) as { exports: Readonly<Record<string, unknown>> }
const MODULES = SNIPPETS.filter(({ code }) => code(URL_HERE).includes('import '))

describe('snippets', () => {
  it.each(SNIPPETS.map(({ id, code }) => [id, code(URL_HERE)]))('%s names this service', (_id, text) => {
    expect(text).toContain(URL_HERE)
    expect(text).not.toMatch(/hrn_live_\w/)
  })

  it.each(MODULES.map(({ id, code }) => [id, code(URL_HERE)]))('%s is a module of the SDK', (_id, text) => {
    const { diagnostics } = ts.transpileModule(text, {
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    })
    expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([])
    for (const [, name, path] of text.matchAll(/import \{ (\w+) \} from '@heron\/sdk([^']*)'/g)) {
      expect(exports).toHaveProperty([`.${path!}`])
      const source = path === '' ? 'index' : `adapters${path!}`
      expect(readFileSync(new URL(`../../../../sdk/src/${source}.ts`, import.meta.url), 'utf8')).toMatch(
        new RegExp(`\\b${name!}\\b`),
      )
    }
  })
})
