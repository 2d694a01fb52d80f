/** Alters one character in the copy of an export, the way somebody would who wants another story told. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'

export type Alteration = {
  readonly line: number
  readonly member: string
  readonly from: string
  readonly to: string
}

/**
 * Copies the NDJSON export `file` to `copy` and changes the first hex digit of what the record of `action` says about
 * the arguments: a call with other arguments than the ones that were announced.
 */
export function writeTamperedCopy(file: string, copy: string, action: string): Alteration {
  copyFileSync(file, copy)
  const lines = readFileSync(copy, 'utf8').split('\n')
  const index = lines.findIndex((line) => line.includes(`"record":{"action":"${action}"`))
  const line = lines[index]
  if (line === undefined) throw new Error(`the export holds no record of ${action}`)
  const label = '"args_hash":"sha256:'
  const at = line.indexOf(label, line.indexOf(`"record":{"action":"${action}"`)) + label.length
  const from = line.charAt(at)
  const to = from === '0' ? '1' : '0'
  lines[index] = line.slice(0, at) + to + line.slice(at + 1)
  writeFileSync(copy, lines.join('\n'))
  return { line: index + 1, member: '/record/args_hash', from, to }
}
