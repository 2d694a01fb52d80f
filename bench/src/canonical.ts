/**
 * `npm run bench -- canonical`: canonical JSON (RFC 8785) beside the `canonicalize` package, on the records that this
 * project hashes most: those of the ingest vectors. Both must give the same text before either is timed.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { canonicalize } from '@heron/evidence'
import canonicalizePackage from 'canonicalize'
import { type BenchmarkReport, median, rate } from './benchmark.js'

/** Alternating rounds: one slow moment of the machine must not decide between the two. */
const ROUNDS = 5
const ROUND_MS = 400

type Vectors = {
  readonly chain: readonly { readonly record: object }[]
  readonly args_hash: readonly { readonly args: object }[]
}

export function canonical(): Promise<BenchmarkReport> {
  const file = fileURLToPath(import.meta.resolve('@heron/evidence/vectors/ingest.json'))
  const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors
  const values = [...vectors.chain.map(({ record }) => record), ...vectors.args_hash.map(({ args }) => args)]
  for (const value of values) {
    if (canonicalize(value) !== canonicalizePackage(value)) throw new Error('the two disagree on a vector')
  }
  const writeAll = (write: (value: object) => unknown) => () => {
    for (const value of values) write(value)
  }
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(rate(writeAll(canonicalize), ROUND_MS))
    theirs.push(rate(writeAll(canonicalizePackage), ROUND_MS))
  }
  const [own, other] = [median(ours), median(theirs)]
  return Promise.resolve({
    benchmark: 'canonical',
    figures: [
      { name: '@heron/evidence', value: own * values.length, unit: 'values/s' },
      { name: 'canonicalize', value: other * values.length, unit: 'values/s' },
      { name: 'ours over theirs', value: own / other, unit: 'ratio', aim: '≥ 1' },
    ],
    notes: [
      `${values.length} records and argument objects of the ingest vectors; median of ${ROUNDS} rounds each`,
    ],
  })
}
