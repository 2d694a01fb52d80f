/** The public contract below spec/ is what production code says today, byte for byte. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkBundle, checkCatalog, type JsonValue } from '../../src/index.js'
import { GENERATED_FOLDERS, specFiles } from './files.js'

const spec = new URL('../../../../spec/', import.meta.url)
const files = await specFiles()

describe('the spec kit', () => {
  it.each([...files.keys()])('%s is what `npm run spec` writes', (path) => {
    const place = new URL(path, spec)
    expect(existsSync(place), 'run `npm run spec`').toBe(true)
    // Not by a matcher on the texts: a difference of a megabyte is not worth printing.
    expect(readFileSync(place, 'utf8') === files.get(path), 'run `npm run spec`').toBe(true)
  })

  it.each(GENERATED_FOLDERS)('holds nothing stale in %s', (folder) => {
    const found = readdirSync(new URL(`${folder}/`, spec)).map((name) => `${folder}/${name}`)
    expect(found.filter((path) => !files.has(path))).toEqual([])
  })

  it('is the same on every run', async () => {
    expect([...(await specFiles())]).toEqual([...files])
  })

  it('publishes a managed bundle and catalogues that the service itself accepts', () => {
    const read = (path: string) => JSON.parse(files.get(path)!) as JsonValue
    expect(checkBundle(read('data/managed-bundle.json'))).toEqual([])
    const { canonical } = read('vectors/catalogue.json') as unknown as {
      canonical: readonly { readonly name: string; readonly body: JsonValue }[]
    }
    for (const { name, body } of canonical) {
      // One case shows how an alias that is claimed twice is joined; such a catalogue is refused at the door.
      const codes = checkCatalog(body).findings.map(({ code }) => code)
      expect([name, codes]).toEqual([name, name === 'alias_of_two_is_nobody' ? ['ambiguous'] : []])
    }
  })
})
