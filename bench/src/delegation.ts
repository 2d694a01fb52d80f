/** `npm run bench -- delegation`: the authority algebra, token chains, the guard and its bundles. */
import type { BenchmarkReport } from './benchmark.js'
import { algebraFigures } from './delegation/algebra.js'
import { guardFigures } from './delegation/guard.js'
import { tokenFigures } from './delegation/tokens.js'

export async function delegation(): Promise<BenchmarkReport> {
  return {
    benchmark: 'delegation',
    figures: [...algebraFigures(), ...(await tokenFigures()), ...(await guardFigures())],
    notes: ['Signatures are checked by WebCrypto on other threads; a chain starts all of its own at once.'],
  }
}
