/** Whether this page hears of changes as they happen, and how far reconciliation is behind. */
import { lagWords } from '../parts/now.js'
import { useProject } from '../parts/project.js'
import { useStatus } from '../parts/status.js'
import { type LiveState, useLive } from '../api/live.js'

const WORDS: Record<LiveState, string> = { connecting: 'connecting', live: 'live', lost: 'not live' }

export function LiveDot() {
  const state = useLive(useProject())
  const { data } = useStatus()
  const lag = data === undefined ? null : lagWords(data.lag_ms)
  return (
    <span
      className={`live-dot ${state}`}
      role="status"
      title={
        state === 'lost'
          ? 'The connection for changes was lost and is being opened again; reload to see what is new.'
          : lag === null
            ? undefined
            : `Decisions and statements are compared ${lag} after they are due.`
      }
    >
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {state === 'live' ? (
          <circle cx="5" cy="5" r="4" fill="currentColor" />
        ) : (
          <circle cx="5" cy="5" r="3.5" className="outline" />
        )}
      </svg>
      <span>{WORDS[state]}</span>
      {state === 'live' && lag !== null ? <span className="soft live-lag">lag {lag}</span> : null}
    </span>
  )
}
