/** The first load stays small: what a reader waits for before Verify is pressed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { requireSite, SITE } from '../support/site.js'

const BUDGET_BYTES = 200 * 1024

describe('the first load of the evidence page', () => {
  beforeAll(requireSite)

  const html = (page = 'page.html') => readFileSync(join(SITE, page), 'utf8')
  const scripts = (): string[] => {
    const asked = [...html().matchAll(/(?:src|href)="\/web\/([^"]+\.js)"/g)].map(([, path]) => path!)
    const all = new Set<string>()
    const add = (path: string) => {
      if (all.has(path)) return
      all.add(path)
      const text = readFileSync(join(SITE, path), 'utf8')
      // Static imports only: the rest is fetched when it is opened, or while the reader reads.
      for (const [, file] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) add(`assets/${file!}`)
    }
    for (const path of asked) add(path)
    return [...all]
  }

  it('is under 200 KB of compressed script', () => {
    const sizes = scripts().map((path) => gzipSync(readFileSync(join(SITE, path))).length)
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET_BYTES)
  })

  it.each(['page.html', 'dashboard.html'])(
    'has nothing inline and nothing from elsewhere, as its content policy demands: %s',
    (page) => {
      const inline = [
        ...html(page).matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g),
        ...html(page).matchAll(/<style|\sstyle=/g),
      ]
      expect(inline).toEqual([])
      expect(html(page)).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    },
  )
})
