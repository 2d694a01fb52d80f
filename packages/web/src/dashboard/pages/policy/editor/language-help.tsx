/** The condition language on one screen: what may stand in `when`, with an example of each. */
const EXAMPLES: readonly (readonly [json: string, words: string])[] = [
  [
    '{"dimension": "operation", "in": ["send", "delete"]}',
    'the call is one of these; `not_in`: none of these',
  ],
  ['{"all": [ … ]}   {"any": [ … ]}   {"not": … }', 'groups, nested as deep as you like'],
  ['{"history": "actions", "at_least": 5}', 'calls earlier in the run; also `approvals`; or `at_most`'],
  ['{"history": "operations", "of": "read", "at_most": 0}', 'allowed calls of a kind earlier in the run'],
  ['{"history": "data_classes_read", "of": "personal", "at_least": 1}', 'allowed reads of data of a class'],
  ['{"signal": "amount", "above": 5000}', 'a signal of the call; also `below`, `between`: [1, 5]'],
  ['{"signal": "region", "one_of": ["eu", "us"]}', 'a signal with one of these values; or `stated`: true'],
]

export function LanguageHelp() {
  return (
    <details className="small language-help">
      <summary>What a condition can say</summary>
      <dl>
        {EXAMPLES.map(([json, words]) => (
          <div key={json}>
            <dt>
              <code>{json}</code>
            </dt>
            <dd className="soft">{words.replaceAll('`', '')}</dd>
          </div>
        ))}
      </dl>
      <p>
        A MODIFY needs <code>transform</code>, a DEFER <code>pending</code>. With <code>min_source</code> a
        rule counts only where each value it reads is at least as sure as that. A rule that cannot be
        evaluated counts as a matched DENY.
      </p>
    </details>
  )
}
