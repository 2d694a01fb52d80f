/** A condition as nested boxes: each part says its kind, groups hold parts. Every change is a change of the JSON. */
import { type Dimension, DIMENSIONS, isJsonObject, type JsonObject, type JsonValue } from '@heron/evidence'
import { Button } from '../../../../design/button.js'
import { type Kind, kindOf, KINDS, ofKind, partsOf } from './condition-edit.js'
import { DimensionFields, HistoryFields, SignalFields } from './test-fields.js'

export type ConditionFormProps = {
  readonly node: JsonValue
  readonly onChange: (node: JsonValue) => void
  readonly onRemove?: () => void
  /** What a screen reader hears before the fields, e.g. `part 2`. */
  readonly name: string
}

export function ConditionForm({ node, onChange, onRemove, name }: ConditionFormProps) {
  const kind = kindOf(node)
  if (kind === null || !isJsonObject(node))
    return <p className="condition soft small">This part can only be edited as JSON.</p>
  return (
    <fieldset className="condition">
      <legend className="visually-hidden">{name}</legend>
      <div className="row">
        <select
          aria-label={`${name}: kind`}
          className="fit"
          value={kind}
          onChange={({ target }) => {
            onChange(ofKind(target.value as Kind, node))
          }}
        >
          {Object.entries(KINDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <Fields kind={kind} node={node} name={name} onChange={onChange} />
        {onRemove === undefined ? null : (
          <Button kind="quiet" onClick={onRemove}>
            Remove<span className="visually-hidden"> {name}</span>
          </Button>
        )}
      </div>
      {kind === 'all' || kind === 'any' || kind === 'not' ? (
        <Parts kind={kind} node={node} name={name} onChange={onChange} />
      ) : null}
    </fieldset>
  )
}

type FieldsProps = {
  readonly kind: Kind
  readonly node: JsonObject
  readonly name: string
  readonly onChange: (node: JsonObject) => void
}

function Fields({ kind, node, name, onChange }: FieldsProps) {
  if (kind === 'history') return <HistoryFields node={node} name={name} onChange={onChange} />
  if (kind === 'signal') return <SignalFields node={node} name={name} onChange={onChange} />
  if (kind !== 'dimension') return null
  const dimension = DIMENSIONS.find((each) => each === node['dimension']) ?? ('operation' satisfies Dimension)
  return <DimensionFields node={node} name={name} dimension={dimension} onChange={onChange} />
}

function Parts({ kind, node, name, onChange }: FieldsProps & { kind: 'all' | 'any' | 'not' }) {
  const parts = partsOf(node)
  const put = (next: readonly JsonValue[]) => {
    onChange(kind === 'not' ? { not: next[0] ?? null } : { [kind]: next })
  }
  return (
    <div className="condition-parts">
      {parts.map((part, index) => {
        const remove = () => {
          put(parts.filter((_, at) => at !== index))
        }
        return (
          <ConditionForm
            key={index}
            node={part}
            name={`${name}, part ${(index + 1).toString()}`}
            onChange={(next) => {
              put(parts.map((each, at) => (at === index ? next : each)))
            }}
            {...(kind !== 'not' && parts.length > 1 ? { onRemove: remove } : {})}
          />
        )
      })}
      {kind === 'not' ? null : (
        <Button
          kind="quiet"
          onClick={() => {
            put([...parts, ofKind('dimension', node)])
          }}
        >
          Add a part<span className="visually-hidden"> to {name}</span>
        </Button>
      )}
    </div>
  )
}
