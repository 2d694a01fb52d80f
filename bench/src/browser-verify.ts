/**
 * `npm run bench -- browser-verify`: the built evidence page verifies an honest export in Chromium, from a server that
 * streams it. Measured inside the page: the longest time during which its own thread answered nothing. Memory is what
 * all of the browser's processes hold together at their peak. Flag: `--actions N` (default 100,000).
 */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { chromium, type Page } from 'playwright-core'
import type { BenchmarkReport } from './benchmark.js'
import { findChromium } from './browser-verify/find-chromium.js'
import { peakMemory } from './browser-verify/process-memory.js'
import { startSite } from './browser-verify/site.js'
import { syntheticExport } from './verify/synthetic-export.js'

const SESSION_SIZE = 50
const SIGNATURES_PER_ACTION = 3

export async function browserVerify(args: readonly string[]): Promise<BenchmarkReport> {
  const flag = args.indexOf('--actions')
  const actions = flag < 0 ? 100_000 : Number(args[flag + 1])
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium on the PATH: nothing to measure in')
  const sizes = Array.from({ length: Math.ceil(actions / SESSION_SIZE) }, (_, index) =>
    Math.min(SESSION_SIZE, actions - index * SESSION_SIZE),
  )
  const folder = mkdtempSync(join(tmpdir(), 'heron-bench-browser-'))
  const file = join(folder, 'evidence.ndjson')
  await pipeline(Readable.from(withLineFeeds(syntheticExport(sizes).lines())), createWriteStream(file))
  const site = await startSite({ file, actions, sessions: sizes.length })
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(site.url)
    await page.getByRole('button', { name: /^Verify everything/ }).waitFor()
    await page.waitForLoadState('networkidle')
    await watchMainThread(page)
    const memory = peakMemory(process.pid)
    const start = performance.now()
    await page.getByRole('button', { name: /^Verify everything/ }).click()
    const result = page.locator('.result-line')
    await result.waitFor({ timeout: 30 * 60_000 })
    const seconds = (performance.now() - start) / 1000
    const { longestMs, updates } = await mainThread(page)
    const text = (await result.textContent()) ?? ''
    if (!text.includes(' 0 fail')) throw new Error(`an honest export did not pass: ${text}`)
    return {
      benchmark: 'browser-verify',
      figures: [
        { name: 'actions verified', value: actions / seconds, unit: 'actions/s' },
        { name: 'signatures verified', value: (actions * SIGNATURES_PER_ACTION) / seconds, unit: '/s' },
        { name: 'whole verification', value: seconds, unit: 's' },
        { name: "longest block of the page's thread", value: longestMs, unit: 'ms', aim: '≤ 100' },
        { name: 'updates of the progress shown', value: updates, unit: 'updates' },
        { name: 'size of the export', value: statSync(file).size / 1024 / 1024, unit: 'MiB' },
        { name: 'peak memory of the whole browser', value: memory.stop(), unit: 'MiB' },
      ],
      notes: [
        `${actions} actions in sessions of ${SESSION_SIZE}; three signatures an action; ${availableParallelism()} threads`,
        text,
      ],
    }
  } finally {
    await browser.close()
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function* withLineFeeds(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`
}

/** Notes every gap between two turns of the page's event loop, and every change of the progress line. */
async function watchMainThread(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch = { longestMs: 0, updates: 0 }
    Object.assign(globalThis, { heronWatch: watch })
    const channel = new MessageChannel()
    let last = performance.now()
    channel.port1.onmessage = () => {
      const now = performance.now()
      watch.longestMs = Math.max(watch.longestMs, now - last)
      last = now
      // A timer between the messages keeps the watching itself from filling the thread.
      setTimeout(() => {
        last = performance.now()
        channel.port2.postMessage(null)
      }, 2)
    }
    channel.port2.postMessage(null)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.longestMs = Math.max(watch.longestMs, duration)
    }).observe({ type: 'longtask' })
    new MutationObserver(() => {
      if (document.querySelector('progress') !== null) watch.updates += 1
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

function mainThread(page: Page): Promise<{ longestMs: number; updates: number }> {
  return page.evaluate(
    () => (globalThis as unknown as { heronWatch: { longestMs: number; updates: number } }).heronWatch,
  )
}
