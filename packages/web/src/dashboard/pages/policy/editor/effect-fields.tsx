/** What MODIFY and DEFER need besides the condition: the narrower call, and what has to come first. */
import { DATA_CLASSES, DESTINATIONS, type JsonObject, MAGNITUDES, OPERATIONS } from '@heron/evidence'
import { Field, Select } from '../../../../design/field.js'
import { type DraftProblem, withMember } from './draft.js'

const known = (words: readonly string[]) => words.filter((word) => word !== 'unknown')
const choices = (none: string, words: readonly string[]) => [
  { value: '', label: none },
  ...known(words).map((value) => ({ value, label: value.replace('_', ' ') })),
]

export function TransformFields({
  transform,
  problems,
  onChange,
}: {
  transform: JsonObject
  problems: readonly DraftProblem[]
  onChange: (transform: JsonObject) => void
}) {
  const text = (name: string) => (typeof transform[name] === 'string' ? transform[name] : '')
  const set = (name: string) => (value: string) => {
    onChange(withMember(transform, name, value === '' && name !== 'note' ? undefined : value))
  }
  return (
    <>
      <Field
        label="What the narrower call is"
        value={text('note')}
        placeholder="Archive instead of deleting."
        error={text('note') === '' ? null : wrongAt(problems, '/transform/note')}
        onChange={({ target }) => {
          set('note')(target.value)
        }}
      />
      <Select
        label="Narrow the destination to"
        value={text('narrow_destination_to')}
        options={choices('as it is', DESTINATIONS)}
        onChange={({ target }) => {
          set('narrow_destination_to')(target.value)
        }}
      />
      <Select
        label="Reduce the magnitude to"
        value={text('reduce_magnitude_to')}
        options={choices('as it is', MAGNITUDES)}
        onChange={({ target }) => {
          set('reduce_magnitude_to')(target.value)
        }}
      />
    </>
  )
}

export function PendingFields({
  pending,
  problems,
  onChange,
}: {
  pending: JsonObject
  problems: readonly DraftProblem[]
  onChange: (pending: JsonObject) => void
}) {
  const listed = pending['prior_operation']
  const operation = Array.isArray(listed) && typeof listed[0] === 'string' ? listed[0] : ''
  const read = pending['prior_read_of_data_class']
  return (
    <>
      <Select
        label="Until the run has shown an allowed"
        value={operation}
        error={wrongAt(problems, '/pending') ?? wrongAt(problems, '/pending/prior_operation')}
        options={choices('(nothing)', OPERATIONS)}
        onChange={({ target }) => {
          const value = target.value === '' ? undefined : [target.value]
          onChange(withMember(pending, 'prior_operation', value))
        }}
      />
      <Select
        label="Until the run has read data of the class"
        value={typeof read === 'string' ? read : ''}
        options={choices('(any)', DATA_CLASSES)}
        onChange={({ target }) => {
          const value = target.value === '' ? undefined : target.value
          onChange(withMember(pending, 'prior_read_of_data_class', value))
        }}
      />
    </>
  )
}

function wrongAt(problems: readonly DraftProblem[], at: string): string | null {
  return problems.find(({ pointer }) => pointer === at)?.message ?? null
}
