/** A part of a page that fails, its script out of reach, say, tells of it in its place; the rest of the page stays. */
import { Component, type ReactNode } from 'react'

export type PartBoundaryProps = {
  /** What is missing, as the subject of a sentence. */
  readonly what: string
  readonly children: ReactNode
}

export class PartBoundary extends Component<PartBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <p className="card" role="alert">
        {this.props.what} cannot be shown: this part of the page failed. Reload the page once the service
        answers.
      </p>
    )
  }
}
