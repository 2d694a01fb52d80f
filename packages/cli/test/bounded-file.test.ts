import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBoundedFile } from '../src/bounded-file.js'
import { UsageError } from '../src/command.js'
import { heron } from './support/heron.js'
import { temporaryFolder } from './support/temporary-folder.js'

function fileOf(bytes: number): string {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, '')
  truncateSync(path, bytes)
  return path
}

describe('a file from elsewhere', () => {
  test('is read whole up to the limit, in several pieces', () => {
    const path = join(temporaryFolder(), 'file')
    const content = Buffer.from('0123456789'.repeat(250_000))
    writeFileSync(path, content)
    expect(readBoundedFile(path, content.length).equals(content)).toBe(true)
  })

  test('is refused one byte above it, and where it has no end', () => {
    expect(() => readBoundedFile(fileOf(1025), 1024)).toThrow(UsageError)
    expect(() => readBoundedFile('/dev/zero', 1024)).toThrow(/larger than/)
  })

  test('that is missing or a directory is one line that names it', () => {
    expect(() => readBoundedFile('none', 1)).toThrow('cannot read none: ENOENT')
    expect(() => readBoundedFile(temporaryFolder(), 1)).toThrow(/EISDIR/)
  })

  test.each([
    ['token', 'verify', '/dev/zero', '--hs256-key', 'aa'],
    ['token', 'inspect', '/dev/zero'],
    ['bundle', 'verify', '/dev/zero'],
    ['bundle', 'view', '/dev/zero'],
  ])('without end costs heron %s %s one line', async (...argv) => {
    const { code, out, err } = await heron(argv)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^heron: cannot read \/dev\/zero: it is larger than \d+ MiB/)
  })
})
