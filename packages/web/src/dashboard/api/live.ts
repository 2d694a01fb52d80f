/** The service's event stream: names the topics that changed, and whatever on screen depends on them is asked for again. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { projectPath } from './use-answer.js'

export type LiveState = 'connecting' | 'live' | 'lost'

/** Changes are gathered this long: a busy agent must not make a page ask hundreds of times a second. */
const GATHER_MS = 700

/** @returns whether the page hears of changes at this moment. */
export function useLive(project: string): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    const source = new EventSource(`/api${projectPath(project, '/events')}`)
    const changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | null = null
    const flush = () => {
      timer = null
      refresh(client, project, new Set(changed))
      changed.clear()
    }
    source.addEventListener('open', () => {
      // Whatever happened while nobody listened.
      setState((before) => {
        if (before === 'lost') void client.invalidateQueries({ queryKey: ['project', project] })
        return 'live'
      })
    })
    source.addEventListener('error', () => {
      setState('lost')
    })
    source.addEventListener('change', (event: MessageEvent<string>) => {
      for (const topic of topicsOf(event.data)) changed.add(topic)
      timer ??= setTimeout(flush, GATHER_MS)
    })
    return () => {
      source.close()
      if (timer !== null) clearTimeout(timer)
    }
  }, [client, project])
  return state
}

function refresh(client: QueryClient, project: string, changed: ReadonlySet<string>): void {
  void client.invalidateQueries({
    predicate: ({ meta }) => {
      const topics = meta?.['topics']
      return (
        meta?.['project'] === project &&
        Array.isArray(topics) &&
        topics.some((topic) => changed.has(String(topic)))
      )
    },
  })
}

/** @param data UNTRUSTED as everything that comes over a wire: what cannot be read changes nothing. */
function topicsOf(data: string): readonly string[] {
  try {
    const { topics } = JSON.parse(data) as { topics?: unknown }
    return Array.isArray(topics) ? topics.filter((topic) => typeof topic === 'string') : []
  } catch {
    return []
  }
}
