/** Until when: a few usual lengths, or a moment of one's own, never further than allowed. */
import { useId, useState } from 'react'
import { durationWords } from '../words/durations.js'
import { Time } from './time.js'

export type UntilPickerProps = {
  readonly label: string
  /** Usual lengths in milliseconds, shortest first. */
  readonly lengths: readonly number[]
  /** Longest that is allowed, in milliseconds. */
  readonly longest: number
  /** RFC 3339 UTC; null while the moment is none, past, or too far. */
  readonly onChange: (until: string | null) => void
}

export function UntilPicker({ label, lengths, longest, onChange }: UntilPickerProps) {
  const [chosen, setChosen] = useState<number | 'own' | null>(null)
  const [until, setUntil] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const id = useId()
  const put = (next: string | null, wrong: string | null) => {
    setUntil(next)
    setTrouble(wrong)
    onChange(next)
  }
  const own = (text: string) => {
    const at = new Date(text)
    const left = at.getTime() - Date.now()
    if (Number.isNaN(left)) put(null, null)
    else if (left <= 0) put(null, 'This moment is past.')
    else if (left > longest) put(null, `At most ${durationWords(longest)} from now.`)
    else put(at.toISOString(), null)
  }
  return (
    <fieldset className="form-field until">
      <legend>{label}</legend>
      <div className="segments">
        {[...lengths, 'own' as const].map((each) => (
          <label key={each} className={each === chosen ? 'segment chosen' : 'segment'}>
            <input
              type="radio"
              name={id}
              required
              className="visually-hidden"
              checked={each === chosen}
              onChange={() => {
                setChosen(each)
                // A second less than allowed: the request takes its time to arrive.
                if (each !== 'own')
                  put(new Date(Date.now() + Math.min(each, longest - 1000)).toISOString(), null)
                else put(null, null)
              }}
            />
            {each === 'own' ? 'another moment' : durationWords(each)}
          </label>
        ))}
      </div>
      {chosen === 'own' ? (
        <input
          type="datetime-local"
          aria-label={`${label}: day and time`}
          className="fit"
          required
          aria-invalid={trouble !== null}
          onChange={({ target }) => {
            own(target.value)
          }}
        />
      ) : null}
      <p className="hint" aria-live="polite">
        {trouble ?? (until === null ? `At most ${durationWords(longest)}.` : null)}
        {until === null ? null : (
          <>
            Ends by itself at <Time at={until} />.
          </>
        )}
      </p>
    </fieldset>
  )
}
