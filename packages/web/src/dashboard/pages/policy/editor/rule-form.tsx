/** The draft as a form. What is wrong with a member stands at its field. */
import { isJsonObject, type JsonObject, type JsonValue, SOURCES, VERDICTS } from '@heron/evidence'
import { Field, Select, TextArea } from '../../../../design/field.js'
import { ConditionForm } from './condition-form.js'
import { type DraftProblem, OWN_PREFIX, withEffect, withMember } from './draft.js'
import { PendingFields, TransformFields } from './effect-fields.js'

export type RuleFormProps = {
  readonly members: JsonObject
  readonly problems: readonly DraftProblem[]
  /** The rule exists: its name stays. */
  readonly fixedId: boolean
  readonly onChange: (members: JsonObject) => void
}

const EFFECTS: Record<(typeof VERDICTS)[number], string> = {
  DENY: 'DENY: refuse',
  DEFER: 'DEFER: withhold until the run has shown something',
  STEP_UP: 'STEP_UP: a person decides',
  MODIFY: 'MODIFY: not in this shape',
  ALLOW: 'ALLOW: let it run',
}

export function RuleForm({ members, problems, fixedId, onChange }: RuleFormProps) {
  const text = (name: string): string => {
    const value = members[name]
    return typeof value === 'string' ? value : ''
  }
  const set = (name: string, value: JsonValue | undefined) => {
    onChange(withMember(members, name, value))
  }
  const wrong = (pointer: string): string | null =>
    problems.find((problem) => problem.pointer === pointer)?.message ?? null
  const effect = text('effect')
  return (
    <div className="stack rule-form">
      <Field
        label="Title"
        value={text('title')}
        placeholder="Large refunds ask a person"
        hint="What a reviewer reads first."
        error={text('title') === '' ? null : wrong('/title')}
        onChange={({ target }) => {
          set('title', target.value)
        }}
      />
      <Field
        label="Name"
        className="mono"
        value={text('id')}
        disabled={fixedId}
        spellCheck={false}
        hint={
          fixedId
            ? 'Stays: receipts name it. The version moves by one.'
            : `Begins with ${OWN_PREFIX} and is never given to another rule.`
        }
        error={text('id') === OWN_PREFIX ? null : wrong('/id')}
        onChange={({ target }) => {
          set('id', target.value)
        }}
      />
      <TextArea
        label="Text"
        className="prose"
        value={text('text')}
        placeholder="A refund of more than 50.00 waits for a person."
        hint="The rule in words, published as you write it."
        error={text('text') === '' ? null : wrong('/text')}
        onChange={({ target }) => {
          set('text', target.value)
        }}
      />
      <Select
        label="Answer"
        value={effect}
        error={wrong('/effect')}
        options={VERDICTS.map((value) => ({ value, label: EFFECTS[value] }))}
        onChange={({ target }) => {
          onChange(withEffect(members, target.value))
        }}
      />
      {effect === 'MODIFY' ? (
        <TransformFields
          transform={isJsonObject(members['transform']) ? members['transform'] : {}}
          problems={problems}
          onChange={(transform) => {
            set('transform', transform)
          }}
        />
      ) : null}
      {effect === 'DEFER' ? (
        <PendingFields
          pending={isJsonObject(members['pending']) ? members['pending'] : {}}
          problems={problems}
          onChange={(pending) => {
            set('pending', pending)
          }}
        />
      ) : null}
      <section className="stack" aria-label="When it applies">
        <h2 className="form-heading">When it applies</h2>
        <ConditionForm
          node={members['when'] ?? null}
          name="condition"
          onChange={(when) => {
            set('when', when)
          }}
        />
        <ul className="problems">
          {problems
            .filter(({ pointer }) => pointer === '/when' || pointer.startsWith('/when/'))
            .map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`} className="field-error">
                <code>{pointer}</code> {message}
              </li>
            ))}
        </ul>
      </section>
      <Select
        label="How sure each value must be"
        value={text('min_source')}
        error={wrong('/min_source')}
        hint="A weaker value, and the rule does not match."
        options={[
          { value: '', label: 'any, a guess from the name included' },
          ...SOURCES.filter((source) => source !== 'unknown').map((source) => ({
            value: source,
            label: `at least ${source}`,
          })),
        ]}
        onChange={({ target }) => {
          set('min_source', target.value === '' ? undefined : target.value)
        }}
      />
    </div>
  )
}
