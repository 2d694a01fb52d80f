/** Filters of a list, kept in the address. What is set stays in sight as chips, each taken back by one press. */
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../design/button.js'
import { type AddressParams, type SearchChange, useSearchParams } from './address.js'

export type FilterDefinition =
  | { readonly kind: 'text'; readonly id: string; readonly label: string; readonly placeholder?: string }
  | {
      readonly kind: 'choice'
      readonly id: string
      readonly label: string
      readonly options: readonly { readonly value: string; readonly label: string }[]
    }

export type FilterBarProps = { readonly label: string; readonly filters: readonly FilterDefinition[] }

export function FilterBar({ label, filters }: FilterBarProps) {
  const [params, change] = useSearchParams()
  const set = filters.filter(({ id }) => params[id] !== undefined)
  return (
    <search className="filter-bar" aria-label={label}>
      <div className="filter-row">
        {filters.map((filter) =>
          filter.kind === 'text' ? (
            <TextFilter
              key={`${filter.id} ${params[filter.id] ?? ''}`}
              filter={filter}
              params={params}
              change={change}
            />
          ) : (
            <div key={filter.id} className="filter">
              <select
                aria-label={filter.label}
                value={params[filter.id] ?? ''}
                className={params[filter.id] === undefined ? undefined : 'set'}
                onChange={(event) => {
                  change({ [filter.id]: event.target.value })
                }}
              >
                <option value="">{filter.label}: any</option>
                {withCurrent(filter.options, params[filter.id]).map(({ value, label: text }) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            </div>
          ),
        )}
      </div>
      {set.length === 0 ? null : (
        <p className="row filter-chips">
          {set.map(({ id, label: name }) => (
            <button
              key={id}
              type="button"
              className="chip removable"
              aria-label={`Take back the filter ${name}: ${params[id] ?? ''}`}
              onClick={() => {
                change({ [id]: null })
              }}
            >
              {name}: {params[id]} <span aria-hidden="true">×</span>
            </button>
          ))}
          <Button
            kind="quiet"
            onClick={() => {
              change(Object.fromEntries(set.map(({ id }) => [id, null])))
            }}
          >
            Clear all
          </Button>
        </p>
      )}
    </search>
  )
}

function TextFilter({
  filter: { id, label, placeholder },
  params,
  change,
}: {
  filter: Extract<FilterDefinition, { kind: 'text' }>
  params: AddressParams
  change: SearchChange
}) {
  const [text, setText] = useState(params[id] ?? '')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    change({ [id]: text.trim() })
  }
  return (
    <form className="filter text" onSubmit={submit}>
      <label>
        <span className="visually-hidden">{label}</span>
        <input
          type="search"
          value={text}
          placeholder={placeholder ?? label}
          onChange={(event) => {
            setText(event.target.value)
            if (event.target.value === '') change({ [id]: null })
          }}
        />
      </label>
      <button type="submit" className="visually-hidden">
        Search
      </button>
    </form>
  )
}

/** A value from the address stays choosable although no option names it. */
function withCurrent(
  options: Extract<FilterDefinition, { kind: 'choice' }>['options'],
  current: string | undefined,
) {
  return current === undefined || options.some(({ value }) => value === current)
    ? options
    : [{ value: current, label: current }, ...options]
}
