/** One rule that a bundle added, removed or changed; a change shows both ends, line by line. */
import type { BundleChange } from '../../../policy/bundle-diff.js'
import { lineDiff } from '../../../policy/line-diff.js'
import { ruleText } from '../../../policy/rule-text.js'

const SIGNS = { added: '+', removed: '−', kept: ' ' } as const

export function RuleDiff({ change }: { change: BundleChange }) {
  const { rule, what, title, before, after } = change
  return (
    <li>
      <details>
        <summary>
          <strong>{what}</strong>: {title} <code>{rule}</code>
        </summary>
        <pre className="bytes diff" tabIndex={0} aria-label={`What changed in ${title}`}>
          {lineDiff(written(before), written(after)).map(({ kind, text }, index) => (
            <span key={index} className={`diff-${kind}`}>
              {SIGNS[kind]} {text}
              {'\n'}
            </span>
          ))}
        </pre>
      </details>
    </li>
  )
}

function written(rule: BundleChange['before']): string {
  return rule === null ? '' : ruleText(rule)
}
