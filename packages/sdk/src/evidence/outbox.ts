/**
 * Where signed statements wait until Heron has taken them. The interface is what a durable outbox implements; the one
 * here lives in memory and ends with its process.
 *
 * Entries hold hashes and codes only, never a result.
 */
import { hashCanonicalText, type ReportExecutionRequest, statementText } from '@heron/evidence'

export type OutboxEntry = {
  /** The hash of the signed text: the same statement put twice is one entry. */
  readonly id: string
  readonly request: ReportExecutionRequest
}

export type EvidenceOutbox = {
  /**
   * From this size on no new call is announced. Statements on calls that already ran are taken all the same, so an
   * outbox grows beyond it by at most the calls in flight.
   */
  readonly capacity: number
  readonly size: () => number
  /** Resolves once the entry is kept as safely as this outbox can. */
  readonly put: (entry: OutboxEntry) => Promise<void>
  /** What is still kept, oldest first. */
  readonly pending: () => Promise<readonly OutboxEntry[]>
  /** Forgets an entry that Heron has taken or refused for good. Unknown ids are no error. */
  readonly remove: (id: string) => Promise<void>
}

export function outboxEntry(request: ReportExecutionRequest): OutboxEntry {
  return { id: hashCanonicalText(statementText(request)), request }
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
  }
}
