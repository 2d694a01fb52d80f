/** Something about the whole page that must not be overlooked: shape, words, and at most one act. */
import type { ReactNode } from 'react'

export type BannerProps = {
  /** `alarm` for what weakens the evidence now; `notice` for what is only to be known. */
  readonly kind: 'alarm' | 'notice'
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function Banner({ kind, title, children, action }: BannerProps) {
  return (
    <section className={`banner ${kind}`} aria-label={title}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        {kind === 'alarm' ? (
          <path d="M8 1.2 15.2 14.4H.8z M8 6v4 M8 12v.4" className="outline" />
        ) : (
          <path d="M8 1.4a6.6 6.6 0 1 1 0 13.2A6.6 6.6 0 0 1 8 1.4z M8 7.2v4 M8 4.8v.4" className="outline" />
        )}
      </svg>
      <p>
        <strong>{title}</strong> {children}
      </p>
      {action}
    </section>
  )
}
