/** Processor time of other processes, as Linux tells it. */
import { readdirSync, readFileSync } from 'node:fs'

/** Of every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

type Stat = { readonly parent: number; readonly own: number; readonly ofEnded: number }

/** Null where there is no such process, or no `/proc`. */
function statOf(pid: string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before it may hold anything; from here on everything is separated by spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const seconds = (from: number): number =>
      ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / TICKS_PER_SECOND
    return { parent: fields[1] ?? 0, own: seconds(11), ofEnded: seconds(13) }
  } catch {
    return null
  }
}

/** The process that started this one; null where that is not known. */
export function parentOf(pid: number): number | null {
  return statOf(String(pid))?.parent ?? null
}

/** Seconds of all threads of a process; null where that is not known. */
export function processorSeconds(pid: number): number | null {
  return statOf(String(pid))?.own ?? null
}

/** Seconds of a process and those that it started, the ended ones included; null where that is not known. */
export function familySeconds(parent: number): number | null {
  const head = statOf(String(parent))
  if (head === null) return null
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat?.parent === parent)
  return children.reduce((sum, stat) => sum + (stat?.own ?? 0), head.own + head.ofEnded)
}
