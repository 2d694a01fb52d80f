/** The project's log as the service recomputes it now, from the first entry on. */
import { Hash } from '../../../design/hash.js'
import { StatusMark } from '../../../design/status-mark.js'
import { counted } from '../../../words/figures.js'
import type { LogVerification } from '../../api/reading.js'
import { useProjectAnswer } from '../../api/use-answer.js'

export function ServiceVerdict() {
  const { data, error } = useProjectAnswer<LogVerification>('/log/verification', ['log'])
  return (
    <p className="row" role="status">
      {data === undefined ? (
        <span className="soft">{error?.message ?? 'The service recomputes the chain …'}</span>
      ) : (
        <>
          <StatusMark status={data.outcome} />
          by the service: {counted(data.entries, 'entry', 'entries')}
          {data.head_hash === null ? null : (
            <>
              , head <Hash value={data.head_hash} of="head of the log" />
            </>
          )}
          {data.findings.map(({ code, where, message }) => (
            <span key={`${code} ${where}`}>
              {where}: {message}
            </span>
          ))}
        </>
      )}
    </p>
  )
}
