/** A condition in words, groups as nested lists; its JSON is one press away. */
import type { Condition } from '@heron/evidence'
import { type ConditionTree, conditionTree } from '../../../policy/condition-words.js'

const JOINS = { all: 'all of', any: 'any of', not: 'not' } as const

export function ConditionView({ condition }: { condition: Condition }) {
  const tree = conditionTree(condition)
  return (
    <div className="condition-words small">
      {'text' in tree ? (
        <p>
          <span className="soft">when</span> {tree.text}
        </p>
      ) : (
        <>
          <p className="soft">when {JOINS[tree.join]}</p>
          <Parts parts={tree.parts} />
        </>
      )}
    </div>
  )
}

function Parts({ parts }: { parts: readonly ConditionTree[] }) {
  return (
    <ul>
      {parts.map((part, index) =>
        'text' in part ? (
          <li key={index}>{part.text}</li>
        ) : (
          <li key={index}>
            <span className="soft">{JOINS[part.join]}</span>
            <Parts parts={part.parts} />
          </li>
        ),
      )}
    </ul>
  )
}
