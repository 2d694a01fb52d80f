import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { tarArchive } from '../../src/backup/tar.js'
import { temporaryFolder } from '../support/temporary-folder.js'

test.each([0, 1, 511, 512, 513, 200_000])(
  'the system’s tar unpacks what was packed: a file of %i bytes, its mode, and the one after it',
  async (size) => {
    const folder = temporaryFolder()
    const first = join(folder, 'first')
    const second = join(folder, 'second')
    writeFileSync(first, randomBytes(size))
    writeFileSync(second, 'second')
    const archive = join(folder, 'archive.tar')
    const members = [
      { name: 'a.bin', path: first, mode: 0o600 },
      { name: 'b.txt', path: second, mode: 0o644 },
    ]
    await pipeline(Readable.from(tarArchive(members)), createWriteStream(archive))

    const target = join(folder, 'unpacked')
    mkdirSync(target)
    execFileSync('tar', ['-xpf', archive, '-C', target])
    expect(readFileSync(join(target, 'a.bin')).equals(readFileSync(first))).toBe(true)
    expect(readFileSync(join(target, 'b.txt'), 'utf8')).toBe('second')
    expect(statSync(join(target, 'a.bin')).mode & 0o777).toBe(0o600)
  },
)
