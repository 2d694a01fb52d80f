/** Form fields: label, control, hint and what was refused, tied together for screen readers. */
import { type ComponentProps, type ReactNode, useId } from 'react'

type Common = {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with it, in words; null or absent while nothing is. */
  readonly error?: string | null
}

export function Field({ label, hint, error, ...input }: Common & ComponentProps<'input'>) {
  return (
    <Labelled label={label} hint={hint} error={error ?? null}>
      {(wiring) => <input {...input} {...wiring} />}
    </Labelled>
  )
}

export function TextArea({ label, hint, error, ...area }: Common & ComponentProps<'textarea'>) {
  return (
    <Labelled label={label} hint={hint} error={error ?? null}>
      {(wiring) => <textarea rows={3} {...area} {...wiring} />}
    </Labelled>
  )
}

export type Option = { readonly value: string; readonly label: string }

export function Select({
  label,
  hint,
  error,
  options,
  ...select
}: Common & { readonly options: readonly Option[] } & ComponentProps<'select'>) {
  return (
    <Labelled label={label} hint={hint} error={error ?? null}>
      {(wiring) => (
        <select {...select} {...wiring}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

type Wiring = {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

function Labelled({
  label,
  hint,
  error,
  children,
}: {
  label: string
  hint: ReactNode
  error: string | null
  children: (wiring: Wiring) => ReactNode
}) {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, error === null ? '' : `${id}-error`]
    .filter((name) => name !== '')
    .join(' ')
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(described === '' ? {} : { 'aria-describedby': described }),
        ...(error === null ? {} : { 'aria-invalid': true }),
      })}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error === null ? null : (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
