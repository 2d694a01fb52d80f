/**
 * Watches projects for those who look at them: one look a second at each project that somebody of this process watches,
 * however many they are. It looks into the database, so it sees what other processes wrote.
 */
import type { Reader } from '../../store/store.js'
import { changedTopics, type Pulse, readPulse, type Topic } from './pulse.js'
import type { ProjectKey } from '../tenant.js'

export type PulseListener = (topics: readonly Topic[]) => void

export type PulseWatch = {
  /** @returns ends it. */
  readonly watch: (project: ProjectKey, listener: PulseListener) => () => void
}

/** People notice a second; a look costs a tenth of a millisecond. */
const LOOK_EVERY_MS = 1000

type Watched = { readonly listeners: Set<PulseListener>; last: Pulse | null; timer?: NodeJS.Timeout }

/** @param everyMs between the end of a look and the next one. */
export function watchPulses(
  parts: { readonly store: Reader; readonly now: () => string },
  everyMs = LOOK_EVERY_MS,
): PulseWatch {
  const projects = new Map<string, Watched>()

  const look = async (project: ProjectKey, watched: Watched): Promise<void> => {
    const pulse = await readPulse(parts.store, project, parts.now())
    const topics = watched.last === null || pulse === null ? [] : changedTopics(watched.last, pulse)
    watched.last = pulse ?? watched.last
    if (topics.length > 0) for (const listener of watched.listeners) listener(topics)
  }

  const schedule = (project: ProjectKey, watched: Watched, ms: number): void => {
    watched.timer = setTimeout(() => {
      // A database that cannot be read now may be readable a second later; what changed meanwhile is told then.
      void look(project, watched)
        .catch(() => undefined)
        .then(() => {
          if (watched.listeners.size > 0) schedule(project, watched, everyMs)
        })
    }, ms)
    watched.timer.unref()
  }

  return {
    watch: (project, listener) => {
      const key = `${project.organizationId}/${project.projectId}`
      let watched = projects.get(key)
      if (watched === undefined) {
        watched = { listeners: new Set(), last: null }
        projects.set(key, watched)
        schedule(project, watched, 0)
      }
      const { listeners } = watched
      const joined = watched
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || projects.get(key) !== joined) return
        clearTimeout(joined.timer)
        projects.delete(key)
      }
    },
  }
}
