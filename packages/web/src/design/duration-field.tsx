/** A length of time: a number and its unit. */
import { useId, useState } from 'react'
import { type Duration, durationOf, millisecondsOf, type Unit, UNITS } from '../words/durations.js'

export type DurationFieldProps = {
  readonly label: string
  readonly hint?: string
  /** Milliseconds; the field is its own from then on. */
  readonly initial: number
  readonly onChange: (ms: number) => void
}

export function DurationField({ label, hint, initial, onChange }: DurationFieldProps) {
  const [duration, setDuration] = useState<Duration>(() => durationOf(initial))
  const id = useId()
  const put = (changes: Partial<Duration>) => {
    const next = { ...duration, ...changes }
    setDuration(next)
    onChange(millisecondsOf(next))
  }
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <div className="row tight">
        <input
          id={id}
          type="number"
          min={1}
          step={1}
          required
          className="fit number-field"
          value={Number.isNaN(duration.number) ? '' : duration.number}
          {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
          onChange={({ target }) => {
            put({ number: target.valueAsNumber })
          }}
        />
        <select
          className="fit"
          aria-label={`${label}: unit`}
          value={duration.unit}
          onChange={({ target }) => {
            put({ unit: target.value as Unit })
          }}
        >
          {UNITS.map(({ id: unit }) => (
            <option key={unit} value={unit}>
              {unit}
            </option>
          ))}
        </select>
      </div>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
