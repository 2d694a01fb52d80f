/** Memory of a process's descendants, from Linux's /proc: what is resident and shared with nobody counted once. */
import { readdirSync, readFileSync } from 'node:fs'

const SAMPLE_MS = 500

export type MemoryWatch = {
  /** Ends the watch and answers the peak, in MiB; NaN where the system does not tell. */
  readonly stop: () => number
}

/** Watches everything that `pid` started, until it is stopped. */
export function peakMemory(pid: number): MemoryWatch {
  let peak = Number.NaN
  const sample = () => {
    const now = descendantsMiB(pid)
    if (!(peak >= now)) peak = now
  }
  sample()
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    stop: () => {
      clearInterval(timer)
      sample()
      return peak
    },
  }
}

function descendantsMiB(pid: number): number {
  try {
    const parents = new Map(
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => [Number(name), parentOf(name)]),
    )
    const descends = (process: number): boolean => {
      const parent = parents.get(process)
      return parent !== undefined && parent !== 0 && (parent === pid || descends(parent))
    }
    const kib = [...parents.keys()].filter(descends).map(residentKib)
    return kib.reduce((sum, each) => sum + each, 0) / 1024
  } catch {
    return Number.NaN
  }
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in parentheses and may hold anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** Proportional set size: shared pages are divided among those who share them. */
function residentKib(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid.toString()}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  } catch {
    return 0
  }
}
