/** How far the record is committed to, and the newest checkpoint to keep (heron.md §11). */
import type { PageCheckpoints } from '@heron/evidence'
import { Button } from '../../design/button.js'
import { Term } from '../../design/glossary-term.js'
import { Time } from '../../design/time.js'
import { counted } from '../../words/figures.js'
import { useAnswer } from '../source/use-answer.js'

/** Says nothing where the service cannot: the verification itself tells what it found. */
export function CheckpointLine() {
  const answer = useAnswer('checkpoints', (source) => source.checkpoints())
  if (answer.state !== 'there') return null
  const { count, first_at, newest } = answer.value
  if (newest === null || first_at === null) {
    return (
      <p className="soft small">
        No <Term of="checkpoint" /> yet: whether the newest calls, or whole runs, were taken away cannot be
        checked.
      </p>
    )
  }
  return (
    <p className="row small">
      <span>
        {counted(count, 'checkpoint')} since <Time at={first_at} />; newest <Time at={newest.taken_at} />
        {newest.witnesses.length === 0 ? '' : `, also signed by ${newest.witnesses.join(', ')}`}. Keep the
        newest <Term of="checkpoint" />: what it covers can then no longer be dropped or changed unseen.
      </span>
      <span className="no-print">
        <Button
          onClick={() => {
            save(newest)
          }}
        >
          Keep it
        </Button>
      </span>
    </p>
  )
}

function save({ number, note }: NonNullable<PageCheckpoints['newest']>): void {
  const url = URL.createObjectURL(new Blob([note], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `checkpoint-${number.toString()}.txt`
  link.click()
  URL.revokeObjectURL(url)
}
