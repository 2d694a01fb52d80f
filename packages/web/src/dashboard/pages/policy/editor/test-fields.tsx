/** The fields of one test: on a dimension, on what the run did before, on a signal. */
import {
  DATA_CLASSES,
  type Dimension,
  DIMENSIONS,
  type JsonObject,
  type JsonValue,
  OPERATIONS,
} from '@heron/evidence'
import {
  firstOperand,
  scalars,
  SIGNAL_TESTS,
  type SignalOperator,
  signalOperator,
  VALUES,
} from './condition-edit.js'

export type TestFieldsProps = {
  readonly node: JsonObject
  readonly name: string
  readonly onChange: (node: JsonObject) => void
}

export function DimensionFields({
  node,
  name,
  dimension,
  onChange,
}: TestFieldsProps & { readonly dimension: Dimension }) {
  const operator = Object.hasOwn(node, 'not_in') ? 'not_in' : 'in'
  const listed: JsonValue | undefined = node[operator]
  const chosen = Array.isArray(listed) ? (listed as readonly JsonValue[]) : []
  return (
    <>
      <Choice
        label={`${name}: dimension`}
        value={dimension}
        options={DIMENSIONS.map((each) => [each, each.replace('_', ' ')])}
        onChange={(next) => {
          onChange({ dimension: next, [operator]: [VALUES[next as Dimension][0] ?? ''] })
        }}
      />
      <Choice
        label={`${name}: is or is not`}
        value={operator}
        options={[
          ['in', 'is'],
          ['not_in', 'is not'],
        ]}
        onChange={(next) => {
          onChange({ dimension, [next]: chosen })
        }}
      />
      <span className="chips" role="group" aria-label={`${name}: values`}>
        {VALUES[dimension].map((value) => (
          <label key={value} className="chip pick-chip">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) => {
                const next = VALUES[dimension].filter((each) =>
                  each === value ? target.checked : chosen.includes(each),
                )
                onChange({ dimension, [operator]: next })
              }}
            />
            {value.replace('_', ' ')}
          </label>
        ))}
      </span>
    </>
  )
}

const COUNTED = { operations: OPERATIONS, data_classes_read: DATA_CLASSES } as const

export function HistoryFields({ node, name, onChange }: TestFieldsProps) {
  const history = typeof node['history'] === 'string' ? node['history'] : 'actions'
  const operator = Object.hasOwn(node, 'at_most') ? 'at_most' : 'at_least'
  const words = history === 'operations' || history === 'data_classes_read' ? COUNTED[history] : null
  const number = typeof node[operator] === 'number' ? node[operator] : 0
  const put = (changes: { history?: string; of?: string; operator?: string; number?: number }) => {
    const next = changes.history ?? history
    const vocabulary = next === 'operations' || next === 'data_classes_read' ? COUNTED[next] : null
    const of = changes.of ?? node['of']
    const named = vocabulary?.find((word) => word === of) ?? vocabulary?.[0]
    onChange({
      history: next,
      ...(named === undefined ? {} : { of: named }),
      [changes.operator ?? operator]: changes.number ?? number,
    })
  }
  return (
    <>
      <Choice
        label={`${name}: what is counted`}
        value={history}
        options={[
          ['actions', 'calls'],
          ['approvals', 'approved calls'],
          ['operations', 'allowed calls of the kind'],
          ['data_classes_read', 'allowed reads of data of the class'],
        ]}
        onChange={(next) => {
          put({ history: next })
        }}
      />
      {words === null ? null : (
        <Choice
          label={`${name}: of which`}
          value={typeof node['of'] === 'string' ? node['of'] : ''}
          options={words.map((word) => [word, word])}
          onChange={(next) => {
            put({ of: next })
          }}
        />
      )}
      <Choice
        label={`${name}: at least or at most`}
        value={operator}
        options={[
          ['at_least', 'at least'],
          ['at_most', 'at most'],
        ]}
        onChange={(next) => {
          put({ operator: next })
        }}
      />
      <NumberField
        label={`${name}: how many`}
        value={number}
        onChange={(next) => {
          put({ number: next })
        }}
      />
    </>
  )
}

export function SignalFields({ node, name, onChange }: TestFieldsProps) {
  const signal = typeof node['signal'] === 'string' ? node['signal'] : ''
  const operator = signalOperator(node)
  const operand: JsonValue = node[operator] ?? firstOperand(operator)
  const put = (next: JsonValue) => {
    onChange({ signal, [operator]: next })
  }
  return (
    <>
      <input
        aria-label={`${name}: signal`}
        className="fit mono"
        value={signal}
        size={14}
        onChange={({ target }) => {
          onChange({ signal: target.value, [operator]: operand })
        }}
      />
      <Choice
        label={`${name}: test`}
        value={operator}
        options={Object.entries(SIGNAL_TESTS)}
        onChange={(next) => {
          onChange({ signal, [next]: firstOperand(next as SignalOperator) })
        }}
      />
      <Operand name={name} operator={operator} operand={operand} onChange={put} />
    </>
  )
}

type OperandProps = {
  readonly name: string
  readonly operator: SignalOperator
  readonly operand: JsonValue
  readonly onChange: (operand: JsonValue) => void
}

function Operand({ name, operator, operand, onChange }: OperandProps) {
  if (operator === 'stated')
    return (
      <Choice
        label={`${name}: stated or not`}
        value={operand === false ? 'no' : 'yes'}
        options={[
          ['yes', 'yes'],
          ['no', 'no'],
        ]}
        onChange={(next) => {
          onChange(next === 'yes')
        }}
      />
    )
  const list = Array.isArray(operand) ? (operand as readonly JsonValue[]) : []
  if (operator === 'one_of')
    return (
      <input
        aria-label={`${name}: values, separated by commas`}
        placeholder="eu, us"
        className="fit"
        defaultValue={list.map(String).join(', ')}
        onChange={({ target }) => {
          onChange(scalars(target.value))
        }}
      />
    )
  if (operator === 'between') {
    const [low, high] = list.map((each) => (typeof each === 'number' ? each : 0))
    return (
      <>
        <NumberField
          label={`${name}: from`}
          value={low ?? 0}
          onChange={(next) => {
            onChange([next, high ?? 0])
          }}
        />
        <span>and</span>
        <NumberField
          label={`${name}: to`}
          value={high ?? 0}
          onChange={(next) => {
            onChange([low ?? 0, next])
          }}
        />
      </>
    )
  }
  return (
    <NumberField
      label={`${name}: number`}
      value={typeof operand === 'number' ? operand : 0}
      onChange={onChange}
    />
  )
}

type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      className="fit"
      value={value}
      onChange={({ target }) => {
        onChange(target.value)
      }}
    >
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  )
}

function NumberField({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (value: number) => void
}) {
  return (
    <input
      type="number"
      aria-label={label}
      className="fit number-field"
      value={value}
      onChange={({ target }) => {
        onChange(target.valueAsNumber || 0)
      }}
    />
  )
}
