/** Frame of the pages before anybody is signed in. */
import { type ReactNode, useEffect } from 'react'

export function GateFrame({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Heron`
  }, [title])
  return (
    <main className="gate">
      <p className="brand">Heron</p>
      <h1>{title}</h1>
      {lead === undefined ? null : <p className="soft">{lead}</p>}
      {children}
    </main>
  )
}

/** What stands behind `#` in the address: tokens do, since that part reaches no log and no referrer. UNTRUSTED. */
export function tokenInAddress(): string {
  return decodeURIComponent(window.location.hash.replace(/^#/, ''))
}
