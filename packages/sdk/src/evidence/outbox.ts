/**
 * Where signed statements wait until Heron has taken them. The interface is what a durable outbox implements
 * (`@heron/sdk/node` has one); the one here lives in memory and ends with its process.
 *
 * Entries hold hashes and codes only, never a result.
 */
import { hashCanonicalText, type ReportExecutionRequest, statementText } from '@heron/evidence'

export type OutboxEntry = {
  /** The hash of the signed text: the same statement put twice is one entry. */
  readonly id: string
  readonly request: ReportExecutionRequest
}

/** How far delivery is behind. */
export type OutboxLag = {
  /** Statements that Heron has not taken yet. */
  readonly waiting: number
  /** Calls that were allowed and whose outcome nobody has stated yet; 0 where nothing is held. */
  readonly held: number
  /** `executed_at` of the oldest waiting statement. */
  readonly oldest: string | null
}

export type EvidenceOutbox = {
  /**
   * From this size on no new call is announced. Statements on calls that already ran are taken all the same, so an
   * outbox grows beyond it by at most the calls in flight.
   */
  readonly capacity: number
  /** Statements waiting. */
  readonly size: () => number
  /**
   * Resolves once the entry is kept as safely as this outbox can.
   *
   * @param settles The held entry that this one takes the place of, in one step.
   */
  readonly put: (entry: OutboxEntry, settles?: string) => Promise<void>
  /**
   * Durable outboxes only: keeps a statement that becomes true if this process ends before it makes another one. Not
   * pending here; the next process finds it so. Rejects where it cannot be kept, or where as many as `capacity` are.
   */
  readonly hold?: (entry: OutboxEntry) => Promise<void>
  /** What is still kept, oldest first. */
  readonly pending: () => Promise<readonly OutboxEntry[]>
  /** Forgets an entry, waiting or held: Heron has taken it, or refused it for good. Unknown ids are no error. */
  readonly remove: (id: string) => Promise<void>
  readonly lag: () => OutboxLag
}

export function outboxEntry(request: ReportExecutionRequest): OutboxEntry {
  return { id: hashCanonicalText(statementText(request)), request }
}

/** What a queue of entries in order says of its lag. */
export function lagOf(waiting: ReadonlyMap<string, OutboxEntry>, held: number): OutboxLag {
  const [oldest] = waiting.values()
  return { waiting: waiting.size, held, oldest: oldest?.request.executed_at ?? null }
}

/** @param capacity Default 1,000 statements, about half a megabyte. */
export function memoryOutbox(capacity = 1000): EvidenceOutbox {
  const entries = new Map<string, OutboxEntry>()
  return {
    capacity,
    size: () => entries.size,
    put: (entry) => {
      entries.set(entry.id, entry)
      return Promise.resolve()
    },
    pending: () => Promise.resolve([...entries.values()]),
    remove: (id) => {
      entries.delete(id)
      return Promise.resolve()
    },
    lag: () => lagOf(entries, 0),
  }
}
