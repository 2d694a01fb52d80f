/** Says why there is nothing, and what that means. */
import type { ReactNode } from 'react'

export function EmptyState({ children }: { children: ReactNode }) {
  return <div className="empty">{children}</div>
}
