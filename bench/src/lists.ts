/**
 * `npm run bench -- lists`: every list of the operator API over HTTP, on a record of 10,000 calls and on one of 1,000,000,
 * side by side in one run. Flag: `--calls N` (default 1,000,000).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, createService, openDataDirectory, startServer } from '@heron/server'
import { type BenchmarkReport, type Figure, median } from './benchmark.js'
import { listsOf } from './lists/asked.js'
import { BATCH, OWNER_EMAIL, PASSWORD } from './record/batch.js'
import { fillRecord } from './record/sqlite.js'

const SMALL = 10_000
const AIM = '≤ 3'
/** Asked of each list: while code is still being compiled, and for the figure. */
const WARM_UP = 5
const TIMES = 21
const DAY_MS = 86_400_000
/** Faster than this, a difference is the machine's, not the record's. */
const FLOOR_MS = 1

export async function lists(args: readonly string[]): Promise<BenchmarkReport> {
  const flag = args.indexOf('--calls')
  const wanted = flag < 0 ? 1_000_000 : Number(args[flag + 1])
  if (!(wanted >= 2 * SMALL)) throw new Error(`--calls takes a number from ${2 * SMALL}`)
  const large = Math.floor(wanted / BATCH) * BATCH
  const root = mkdtempSync(join(tmpdir(), 'heron-bench-'))
  const records = [
    await openRecord(join(root, 'small'), SMALL),
    await openRecord(join(root, 'large'), large),
  ] as const
  try {
    const figures: Figure[] = []
    const [small, big] = records
    for (const [index, path] of small.lists.entries()) {
      const times = [await medianTime(small, path), await medianTime(big, big.lists[index] ?? path)] as const
      const name = path.replace(/(since|until)=[^&]*/g, '$1').replace(small.session, ':session')
      figures.push(
        { name: `${name} among ${SMALL}`, value: times[0], unit: 'ms' },
        { name: `${name} among ${large}`, value: times[1], unit: 'ms' },
        { name, value: Math.max(times[1], FLOOR_MS) / Math.max(times[0], FLOOR_MS), unit: 'ratio', aim: AIM },
      )
    }
    const worst = figures.filter(({ unit }) => unit === 'ratio').sort((a, b) => b.value - a.value)[0]
    return {
      benchmark: 'lists',
      figures: worst === undefined ? figures : [...figures, { ...worst, name: `worst: ${worst.name}` }],
      notes: [
        `median of ${TIMES} requests over HTTP, signed in; a filter that little passes answers what it found and a cursor`,
        `a time below ${FLOOR_MS} ms counts as ${FLOOR_MS} ms in a ratio`,
      ],
    }
  } finally {
    for (const record of records) await record.close()
    rmSync(root, { recursive: true, force: true })
  }
}

type Served = {
  readonly session: string
  readonly lists: readonly string[]
  readonly ask: (path: string) => Promise<string>
  readonly close: () => Promise<void>
}

async function openRecord(directory: string, calls: number): Promise<Served> {
  const { projectId } = await fillRecord(directory, calls)
  const { store, signer, keyRing, pseudonymSecret } = openDataDirectory(directory, {})
  const service = await createService({ store, signer, publishedKeys: keyRing.published, pseudonymSecret })
  await service.adoptProjects()
  while ((await service.countArrived(1)) > 0);
  const server = await startServer({ app: createApp({ service }), host: '127.0.0.1', port: 0 })
  const signedIn = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: OWNER_EMAIL, password: PASSWORD }),
  })
  if (!signedIn.ok) throw new Error(`signing in was answered ${signedIn.status}: ${await signedIn.text()}`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')
  const ask = async (path: string): Promise<string> => {
    const answer = await fetch(`${server.url}/api/projects/${projectId}${path}`, { headers: { cookie } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`)
    return text
  }
  const newest = JSON.parse(await ask('/sessions?limit=1')) as { items: { session: string }[] }
  const session = newest.items[0]?.session ?? ''
  const middle = Date.now() - 15 * DAY_MS
  // Long enough to hold more than a page of either record.
  const [since, until] = [middle - 6 * DAY_MS, middle].map((ms) => new Date(ms).toISOString())
  return {
    ...{ session, ask },
    lists: listsOf({ session, since: since ?? '', until: until ?? '' }),
    close: async () => {
      await server.close()
      await service.close()
    },
  }
}

async function medianTime({ ask }: Served, path: string): Promise<number> {
  for (let warm = 0; warm < WARM_UP; warm += 1) await ask(path)
  const times: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const start = performance.now()
    await ask(path)
    times.push(performance.now() - start)
  }
  return median(times)
}
