/** An address that leads nowhere, and a page that broke: said plainly, with a way on. */
import type { ErrorComponentProps } from '@tanstack/react-router'

export function NothingHere() {
  return (
    <main className="gate">
      <h1>There is no such page</h1>
      <p>
        <a href="/app">To the overview</a>
      </p>
    </main>
  )
}

export function PageCrashed({ error, reset }: ErrorComponentProps) {
  return (
    <section className="state" role="alert">
      <h1>This page stopped working</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <p className="soft">Nothing was changed by that. If it happens again, reload the page.</p>
      <button type="button" className="button" onClick={reset}>
        Try again
      </button>
    </section>
  )
}
