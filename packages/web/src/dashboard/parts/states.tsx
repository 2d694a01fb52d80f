/** The states of an answer that every page shows alike: loading, failed, denied, not there, empty. */
import type { ReactNode } from 'react'
import { Button } from '../../design/button.js'
import type { ApiProblem } from '../api/request.js'
import type { Answer } from '../api/use-answer.js'

/** Shows an answer once it is there, and says in words when it is not. */
export function Answered<Value>({
  answer,
  lines = 4,
  children,
}: {
  answer: Answer<Value>
  /** How much room the answer will take, about. */
  lines?: number
  children: (value: Value) => ReactNode
}) {
  if (answer.data !== undefined) return children(answer.data)
  if (answer.error !== null) return <Failed problem={answer.error} again={() => void answer.refetch()} />
  return <Loading lines={lines} />
}

export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">Loading …</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="loading-line" />
      ))}
    </div>
  )
}

export function Failed({ problem, again }: { problem: ApiProblem; again?: () => void }) {
  const { title, next } = wordsFor(problem)
  return (
    <section className="state" role="alert">
      <h2>{title}</h2>
      <p>{problem.message}</p>
      {next === null ? null : <p className="soft">{next}</p>}
      {again === undefined || problem.status === 403 || problem.status === 404 ? null : (
        <Button onClick={again}>Try again</Button>
      )}
    </section>
  )
}

function wordsFor({ status }: ApiProblem): { title: string; next: string | null } {
  if (status === 403)
    return {
      title: 'Your role does not allow this',
      next: 'An owner or administrator of your organization can change roles, under Members.',
    }
  if (status === 404)
    return {
      title: 'There is no such thing here',
      next: 'It may belong to another project, or the address may be incomplete.',
    }
  if (status === 0) return { title: 'No answer', next: null }
  return { title: 'This could not be loaded', next: null }
}

/** Nothing there: says what would be, and what to do about it. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <section className="state">
      <h2>{title}</h2>
      {children === undefined ? null : <div className="soft stack">{children}</div>}
      {action}
    </section>
  )
}
