/** Views of one page, each with its own address; the router marks the one on screen. */
import { Link as RouterLink } from '@tanstack/react-router'
import type { Place } from './link.js'

export type SubTab = { readonly label: string; readonly place: Place }

export function SubTabs({ tabs, label }: { tabs: readonly SubTab[]; label: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ label: text, place }) => (
        <RouterLink
          key={place.to}
          to={place.to}
          search={place.search as never}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {text}
        </RouterLink>
      ))}
    </nav>
  )
}
