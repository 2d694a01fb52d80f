/** One answer of a source in a component: loading, failed, or there. The newest question wins. */
import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import type { Paged } from '@heron/evidence'
import type { PageSource } from './page-source.js'

export const SourceContext = createContext<PageSource | null>(null)

export function useSource(): PageSource {
  const source = useContext(SourceContext)
  if (source === null) throw new Error('no source: the page is not wrapped in its context')
  return source
}

export type Answer<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: Error }
  | { readonly state: 'there'; readonly value: Value }

/** @param key names the question: another key asks anew. */
export function useAnswer<Value>(key: string, ask: (source: PageSource) => Promise<Value>): Answer<Value> {
  const source = useSource()
  const [held, setHeld] = useState<{ key: string; answer: Answer<Value> }>({
    key,
    answer: { state: 'loading' },
  })
  useEffect(() => {
    let current = true
    const settle = (answer: Answer<Value>) => {
      if (current) setHeld({ key, answer })
    }
    ask(source).then(
      (value) => {
        settle({ state: 'there', value })
      },
      (error: unknown) => {
        settle({ state: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
      },
    )
    return () => {
      current = false
    }
    // The key names the question; `ask` is written anew on every render.
  }, [key, source])
  return held.key === key ? held.answer : { state: 'loading' }
}

export type Pages<Item> = {
  readonly answer: Answer<readonly Item[]>
  readonly more: (() => void) | null
  readonly loadingMore: boolean
}

/** A paged list that grows by request. */
export function usePages<Item>(
  key: string,
  ask: (source: PageSource, cursor: string | null) => Promise<Paged<Item>>,
): Pages<Item> {
  const source = useSource()
  const first = useAnswer(key, (from) => ask(from, null))
  const [later, setLater] = useState<{ key: string; items: readonly Item[]; next: string | null } | null>(
    null,
  )
  const [loadingMore, setLoadingMore] = useState(false)
  const grown = later?.key === key ? later : null
  const next = grown !== null ? grown.next : first.state === 'there' ? first.value.next_cursor : null
  const more = useCallback(() => {
    if (next === null || loadingMore) return
    setLoadingMore(true)
    ask(source, next)
      .then((page) => {
        setLater({ key, items: [...(grown?.items ?? []), ...page.items], next: page.next_cursor })
      })
      .catch(() => undefined)
      .finally(() => {
        setLoadingMore(false)
      })
  }, [ask, grown, key, loadingMore, next, source])
  if (first.state !== 'there') return { answer: first, more: null, loadingMore }
  const items = [...first.value.items, ...(grown?.items ?? [])]
  return { answer: { state: 'there', value: items }, more: next === null ? null : more, loadingMore }
}
