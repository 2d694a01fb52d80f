/**
 * `npm run bench -- reconcile`: decisions with evidence compared and paired, each in a durable transaction of its own; the
 * cost of a pair among 10,000 decisions beside its cost among a million. Flag: `--decisions N` (default 1,000,000).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService, databasePath, openDataDirectory } from '@heron/server'
import type { BenchmarkReport } from './benchmark.js'
import { BATCH, copyTemplate, createTemplate, keepTemplate } from './reconcile/fill.js'

const SMALL = 10_000

/** Rounds in which the code is still being compiled, not counted. */
const WARM_UP_ROUNDS = 12

/** As the worker reads them. */
const PER_ROUND = 256

export async function reconcile(args: readonly string[]): Promise<BenchmarkReport> {
  const flag = args.indexOf('--decisions')
  const wanted = flag < 0 ? 1_000_000 : Number(args[flag + 1])
  if (!(wanted >= 2 * SMALL)) throw new Error(`--decisions takes a number from ${2 * SMALL}`)
  const large = Math.floor(wanted / BATCH) * BATCH
  const root = mkdtempSync(join(tmpdir(), 'heron-bench-'))
  const directory = join(root, 'data')
  try {
    await createTemplate(directory)
    keepTemplate(databasePath(directory))
    copyTemplate(databasePath(directory), 1, SMALL / BATCH)
    const small = (await pairAll(directory)).slice(WARM_UP_ROUNDS)
    copyTemplate(databasePath(directory), SMALL / BATCH, large / BATCH)
    const rest = await pairAll(directory)
    const last = rest.slice(-Math.ceil(SMALL / PER_ROUND))
    return {
      benchmark: 'reconcile',
      figures: [
        { name: 'decisions', value: large, unit: 'decisions' },
        { name: 'pairs', value: pairs(rest) / seconds(rest), unit: 'pairs/s' },
        { name: `cost among ${SMALL}`, value: cost(small), unit: 'µs/pair' },
        { name: `cost among ${large}: all`, value: cost(rest), unit: 'µs/pair' },
        { name: `cost among ${large}: the last ${SMALL}`, value: cost(last), unit: 'µs/pair' },
        { name: `${large} over ${SMALL}`, value: cost(rest) / cost(small), unit: 'ratio', aim: '≤ 1.25' },
        { name: `processor among ${SMALL}`, value: processorCost(small), unit: 'µs/pair' },
        { name: `processor among ${large}`, value: processorCost(rest), unit: 'µs/pair' },
        {
          name: `processor: ${large} over ${SMALL}`,
          value: processorCost(rest) / processorCost(small),
          unit: 'ratio',
          aim: '≤ 1.25',
        },
      ],
      notes: [`one worker, rounds of ${PER_ROUND}; every pair is durable before the next round`],
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** `processorSeconds` of all threads: what remains comparable while others use the machine. */
type Round = { readonly pairs: number; readonly seconds: number; readonly processorSeconds: number }

/** Runs rounds until nothing is due. */
async function pairAll(directory: string): Promise<Round[]> {
  const { store, signer, keyRing } = openDataDirectory(directory, {})
  const service = await createService({
    store,
    signer,
    publishedKeys: keyRing.published,
    pseudonymSecret: keyRing.pseudonymSecret,
  })
  const rounds: Round[] = []
  try {
    for (;;) {
      const start = performance.now()
      const before = process.cpuUsage()
      const { due, moved } = await service.reconcileDue(PER_ROUND)
      if (due === 0) return rounds
      if (moved.paired !== due) throw new Error(`${due - moved.paired} decisions of a round were not paired`)
      const { user, system } = process.cpuUsage(before)
      const seconds = (performance.now() - start) / 1000
      rounds.push({ pairs: due, seconds, processorSeconds: (user + system) / 1e6 })
    }
  } finally {
    await service.close()
  }
}

function pairs(rounds: readonly Round[]): number {
  return rounds.reduce((sum, round) => sum + round.pairs, 0)
}

function seconds(rounds: readonly Round[]): number {
  return rounds.reduce((sum, round) => sum + round.seconds, 0)
}

/** Microseconds for a pair. */
function cost(rounds: readonly Round[]): number {
  return (seconds(rounds) / pairs(rounds)) * 1e6
}

function processorCost(rounds: readonly Round[]): number {
  const total = rounds.reduce((sum, round) => sum + round.processorSeconds, 0)
  return (total / pairs(rounds)) * 1e6
}
