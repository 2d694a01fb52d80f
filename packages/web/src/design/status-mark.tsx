/** How sure something is, as shape, word and colour (pages.md): never colour alone. */
export type Status = 'pass' | 'fail' | 'not_checked' | 'declared' | 'gap' | 'verified'

const WORDS: Record<Status, string> = {
  pass: 'pass',
  fail: 'fail',
  not_checked: 'not checked',
  declared: 'vendor says',
  gap: 'gap',
  verified: 'checked here',
}

export type StatusMarkProps = {
  readonly status: Status
  readonly word?: string
  /** A count of nothing needs no alarm. */
  readonly quiet?: boolean
}

export function StatusMark({ status, word = WORDS[status], quiet = false }: StatusMarkProps) {
  return (
    <span className={quiet ? 'status quiet' : `status ${status}`}>
      <StatusShape status={status} />
      {word === '' ? null : <span>{word}</span>}
    </span>
  )
}

function StatusShape({ status }: { status: Status }) {
  return (
    <svg width="13" height="13" viewBox="0 0 14 14" aria-hidden="true">
      {shapeOf(status)}
    </svg>
  )
}

function shapeOf(status: Status) {
  const ring = { cx: 7, cy: 7, r: 5.5, fill: 'none', stroke: 'currentColor', strokeWidth: 1.8 }
  switch (status) {
    case 'pass':
    case 'verified':
      return <circle cx="7" cy="7" r="6.3" fill="currentColor" />
    case 'fail':
      return <rect x="1" y="1" width="12" height="12" rx="1" fill="currentColor" />
    case 'not_checked':
      return <circle {...ring} />
    case 'declared':
      return (
        <>
          <circle {...ring} />
          <path d="M7 1.5a5.5 5.5 0 0 0 0 11z" fill="currentColor" />
        </>
      )
    case 'gap':
      return <circle {...ring} strokeDasharray="2.6 2.2" />
  }
}
