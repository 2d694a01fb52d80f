/** Frame of a page: its name, one line about it, what can be done, then its content. Arriving is announced. */
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, type Place } from './link.js'

export type PageFrameProps = {
  readonly title: string
  /** What the title shows where it is more than the plain text. */
  readonly heading?: ReactNode
  readonly lead?: ReactNode
  /** Buttons on the right of the title. */
  readonly actions?: ReactNode
  /** The page above, for pages of one thing. */
  readonly up?: { readonly label: string; readonly place: Place }
  readonly children: ReactNode
}

export function PageFrame({ title, heading, lead, actions, up, children }: PageFrameProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${title} · Heron`
  }, [title])
  useEffect(() => {
    // A new page begins at its name, for the keyboard and for screen readers; a filter is no new page.
    ref.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className="page-frame">
      {up === undefined ? null : (
        <p className="small">
          <Link to={up.place}>← {up.label}</Link>
        </p>
      )}
      <header className="page-head">
        <div>
          <h1 ref={ref} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {lead === undefined ? null : <p className="soft page-lead">{lead}</p>}
        </div>
        {actions === undefined ? null : <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
