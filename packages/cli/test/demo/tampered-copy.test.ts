import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeTamperedCopy } from '../../src/demo/tampered-copy.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const line = (action: string, hash: string) =>
  `{"decision":{"payload":{"args_hash":"sha256:${hash}"}},"record":{"action":"${action}","args_hash":"sha256:${hash}"},"type":"action"}`

test('the copy differs from the file in one character, in the record that was named', () => {
  const folder = temporaryFolder()
  const [file, copy] = [join(folder, 'a.ndjson'), join(folder, 'b.ndjson')]
  const before = [line('act_1', '0a'), line('act_2', '0b'), ''].join('\n')
  writeFileSync(file, before)
  expect(writeTamperedCopy(file, copy, 'act_2')).toEqual({
    line: 2,
    member: '/record/args_hash',
    from: '0',
    to: '1',
  })
  const after = readFileSync(copy, 'utf8')
  const differing = Array.from(after).flatMap((character, index) =>
    character === before[index] ? [] : [index],
  )
  expect(after).toHaveLength(before.length)
  expect(differing).toEqual([before.lastIndexOf('sha256:0b') + 'sha256:'.length])
  expect(readFileSync(file, 'utf8')).toBe(before)
})
