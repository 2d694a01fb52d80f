/** Severity of a finding: the only place where severity colours are used. The bars say it without colour. */
import type { Severity } from '@heron/evidence'

const BARS: Record<Severity, number> = { low: 1, medium: 2, high: 3, critical: 4 }

export function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <span className={`severity ${severity}`}>
      <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={bar * 3.6}
            y={9 - bar * 3}
            width="2.6"
            height={3 + bar * 3}
            fill="currentColor"
            opacity={bar < BARS[severity] ? 1 : 0.22}
          />
        ))}
      </svg>
      {severity}
    </span>
  )
}
