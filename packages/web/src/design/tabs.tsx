/** Tabs that are links: each has its own address, opens in a new window, and is where back returns to. */
export type Tab = { readonly id: string; readonly label: string; readonly href: string }

export function Tabs({ tabs, current, label }: { tabs: readonly Tab[]; current: string; label: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ id, label: text, href }) => (
        <a key={id} href={href} aria-current={id === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  )
}
