/** Shows an answer once it is there, and says in words when it is not. */
import type { ReactNode } from 'react'
import { Button } from '../../design/button.js'
import type { Answer, Pages } from './use-answer.js'

export function Answered<Value>({
  answer,
  children,
}: {
  answer: Answer<Value>
  children: (value: Value) => ReactNode
}) {
  if (answer.state === 'loading')
    return (
      <p className="soft" role="status">
        Loading …
      </p>
    )
  if (answer.state === 'failed')
    return (
      <p role="alert">
        This part could not be loaded: {answer.error.message}. A file that you exported can still be verified.
      </p>
    )
  return children(answer.value)
}

export function More({ pages }: { pages: Pages<unknown> }) {
  if (pages.more === null) return null
  return (
    <p className="no-print">
      <Button onClick={pages.more} disabled={pages.loadingMore}>
        {pages.loadingMore ? 'Loading …' : 'Show more'}
      </Button>
    </p>
  )
}
