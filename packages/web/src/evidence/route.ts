/** Where the reader is: tab and record behind `#`, so every view has an address and none needs the service. */
import { useSyncExternalStore } from 'react'

export const TAB_IDS = ['runs', 'policy', 'signals', 'findings', 'log', 'keys', 'break'] as const
export type TabId = (typeof TAB_IDS)[number]

export type Route = {
  readonly tab: TabId | null
  /** A run of the tab *runs*. */
  readonly run: string | null
  /** A call: its own page. */
  readonly action: string | null
  readonly filter: URLSearchParams
}

/** Reads `#tab/id?filter` and `#call/id`. @param hash UNTRUSTED. */
export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [head = '', id = ''] = path.split('/', 2).map(decoded)
  const filter = new URLSearchParams(query)
  if (head === 'call' && id !== '') return { tab: null, run: null, action: id, filter }
  const tab = TAB_IDS.find((candidate) => candidate === head) ?? null
  return { tab, run: tab === 'runs' && id !== '' ? id : null, action: null, filter }
}

export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, () => window.location.hash))
}

export function tabHref(tab: TabId, filter: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(filter).toString()
  return `#${tab}${query === '' ? '' : `?${query}`}`
}

export function runHref(session: string): string {
  return `#runs/${encodeURIComponent(session)}`
}

export function callHref(action: string): string {
  return `#call/${encodeURIComponent(action)}`
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => {
    window.removeEventListener('hashchange', onChange)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
