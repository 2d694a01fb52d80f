/** One round of decisions over HTTP on a record, in sessions of its own. */
import { load, openSession } from '../decisions.js'
import type { ServedRecord } from './records.js'

const SOCKETS = 64
const SESSIONS = 256
/** Until the load client is compiled. */
const WARM_UP_MS = 500

export type Round = {
  readonly perSecond: number
  /** Microseconds of processor time a decision, of Heron and its database; null where it is not known. */
  readonly processorUs: number | null
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** @throws {Error} when a call is not answered with a decision. */
export async function runRound(
  { port, apiKey, processorSeconds }: ServedRecord,
  name: string,
  measureMs: number,
): Promise<Round> {
  const sessions = Array.from({ length: SESSIONS }, (_, index) => `${name}_${index}`)
  for (const session of sessions) await openSession(`http://127.0.0.1:${port}`, apiKey, session)
  const before = processorSeconds()
  const task = { ports: [port], sockets: SOCKETS, warmUpMs: WARM_UP_MS, measureMs, apiKey, sessions }
  const { calls, answered, seconds, refused, p50, p99 } = await load(task)
  const after = processorSeconds()
  if (refused > 0) throw new Error(`${refused} calls were refused`)
  const processorUs = before === null || after === null ? null : ((after - before) / answered) * 1e6
  return { perSecond: calls / seconds, processorUs, p50, p99 }
}
