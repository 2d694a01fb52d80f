/** A verdict as a small box with its word. */
import type { Verdict as VerdictWord } from '@heron/evidence'

export function Verdict({ verdict }: { verdict: VerdictWord }) {
  return <span className="verdict">{verdict}</span>
}
