/** Views of one page, each with its own address. */
import { Link, type Place } from './link.js'

export type SubTab = { readonly id: string; readonly label: string; readonly place: Place }

export function SubTabs({ tabs, current, label }: { tabs: readonly SubTab[]; current: string; label: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ id, label: text, place }) => (
        <Link key={id} to={place} current={id === current}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
