/** When a rule applies, in one line of words; opened, part by part and as the JSON that is evaluated. */
import type { Rule } from '@heron/evidence'
import { type ConditionTree, conditionTree, conditionWords } from '../../../policy/condition-words.js'
import { ruleText } from '../../../policy/rule-text.js'

const JOINS = { all: 'all of', any: 'any of', not: 'not' } as const

export function ConditionDetails({ rule }: { rule: Rule }) {
  const tree = conditionTree(rule.when)
  return (
    <details className="small">
      <summary>When {conditionWords(rule.when)}</summary>
      {'text' in tree ? null : (
        <div className="condition-words">
          <p className="soft">{JOINS[tree.join]}</p>
          <Parts parts={tree.parts} />
        </div>
      )}
      <pre className="bytes" tabIndex={0} aria-label={`${rule.title} as JSON`}>
        {ruleText(rule)}
      </pre>
    </details>
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
