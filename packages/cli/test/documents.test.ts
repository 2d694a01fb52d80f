/** The documents against what they describe: a list that is written twice is compared in both directions. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { REFUSALS } from '../../server/src/domain/refusal.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

describe('docs/errors.md', () => {
  const sections = read('docs/errors.md').split(/^## /m).slice(1)
  const documented = sections.map((section) => /^`([a-z_]+)`/.exec(section)?.[1])

  test('has one section for each refusal code, and none for a code that does not exist', () => {
    expect([...documented].sort()).toEqual(Object.keys(REFUSALS).sort())
  })

  test.each(sections.map((section) => [section.split('\n')[0] ?? '', section]))(
    '%s states status, meaning, cause and what to do',
    (heading, section) => {
      const code = heading.replaceAll('`', '') as keyof typeof REFUSALS
      expect(section).toContain(`\n- **Status:** ${String(REFUSALS[code].status)}\n- **Means:**`)
      expect(section).toContain('\n- **Likely cause:**')
      expect(section).toContain('\n- **Do:**')
    },
  )
})

describe('links between documents', () => {
  test.each(documents.map((path) => [path]))('%s points at files that exist', (path) => {
    // Code is no prose: `tools[name](argument)` is no link.
    const prose = read(path).replace(/^```.*?^```/gms, '')
    for (const [, target] of prose.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
      expect(() => statSync(join(root, dirname(path), target!)), `${path} → ${target!}`).not.toThrow()
    }
  })
})

describe('README.md', () => {
  test('lists the packages that there are', () => {
    const listed = [...read('README.md').matchAll(/^\| \[`([^`]+)`\]\((packages\/[^)]+)\)/gm)]
    const actual = readdirSync(join(root, 'packages')).map((folder) => {
      const { name } = JSON.parse(read(`packages/${folder}/package.json`)) as { name: string }
      return `${name} in packages/${folder}`
    })
    expect(listed.map(([, name, path]) => `${name!} in ${path!}`).sort()).toEqual(actual.sort())
  })
})
