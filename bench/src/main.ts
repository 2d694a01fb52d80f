/** `npm run bench -- NAME [--json] [flags]`: runs one benchmark and prints its figures. */
import { type Benchmark, print } from './benchmark.js'

const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  canonical: async () => (await import('./canonical.js')).canonical,
  delegation: async () => (await import('./delegation.js')).delegation,
  decisions: async () => (await import('./decisions.js')).decisions,
  faults: async () => (await import('./faults.js')).faults,
  growth: async () => (await import('./growth.js')).growth,
  lists: async () => (await import('./lists.js')).lists,
  mcp: async () => (await import('./mcp.js')).mcp,
  sdk: async () => (await import('./sdk.js')).sdk,
  reconcile: async () => (await import('./reconcile.js')).reconcile,
  soak: async () => (await import('./soak.js')).soak,
  verify: async () => (await import('./verify.js')).verify,
  'browser-verify': async () => (await import('./browser-verify.js')).browserVerify,
}

const [name, ...args] = process.argv.slice(2)
const load = name === undefined ? undefined : benchmarks[name]
if (load === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(benchmarks).join('|')} [--json]`)
  process.exitCode = 2
} else {
  const run = await load()
  const report = await run(args.filter((arg) => arg !== '--json'))
  print(report, args.includes('--json'))
}
