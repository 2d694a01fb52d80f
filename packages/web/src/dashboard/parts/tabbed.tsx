/** Tabs of a page that are places of their own. */
import { Link, type Place } from './link.js'

export type TabPlace = { readonly id: string; readonly label: string; readonly place: Place }

export function TabBar({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly TabPlace[]
  current: string
}) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ id, label: text, place }) => (
        <Link key={id} to={place} className={id === current ? 'tab current' : 'tab'} current={id === current}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
