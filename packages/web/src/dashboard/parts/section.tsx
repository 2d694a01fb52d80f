/** A part of a page under its own heading, with one line about it and its act. */
import { type ReactNode, useId } from 'react'

export type SectionProps = {
  readonly title: string
  readonly lead?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, lead, action, children }: SectionProps) {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <div>
          <h2 id={id}>{title}</h2>
          {lead === undefined ? null : <p className="soft small page-lead">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
