/** A JSON text with line numbers; each problem stands at its line and takes the caret there. */
import { useId, useRef } from 'react'
import { counted } from '../../../../words/figures.js'
import { StatusMark } from '../../../../design/status-mark.js'
import type { DraftProblem } from './draft.js'

/** Lines shown before the field scrolls. */
const MOST_LINES = 28

export type JsonEditorProps = {
  readonly label: string
  readonly text: string
  readonly problems: readonly DraftProblem[]
  readonly onChange: (text: string) => void
}

export function JsonEditor({ label, text, problems, onChange }: JsonEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLPreElement>(null)
  const id = useId()
  const lines = text.split('\n').length
  const wrong = new Set(problems.map(({ place }) => place.line))
  const goTo = ({ place }: DraftProblem) => {
    field.current?.focus()
    field.current?.setSelectionRange(place.offset, place.offset)
  }
  return (
    <div className="stack">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <div className="json-editor">
        <pre ref={gutter} className="json-lines" aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => (
            <span key={index} className={wrong.has(index + 1) ? 'wrong' : undefined}>
              {(index + 1).toString()}
              {'\n'}
            </span>
          ))}
        </pre>
        <textarea
          ref={field}
          id={id}
          value={text}
          rows={Math.min(Math.max(lines, 10), MOST_LINES)}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={problems.length > 0}
          aria-describedby={`${id}-problems`}
          onScroll={({ currentTarget }) => {
            if (gutter.current !== null) gutter.current.scrollTop = currentTarget.scrollTop
          }}
          onChange={({ target }) => {
            onChange(target.value)
          }}
        />
      </div>
      <div id={`${id}-problems`} aria-live="polite">
        {problems.length === 0 ? null : (
          <>
            <p className="small">
              <StatusMark status="fail" word={counted(problems.length, 'problem')} />
            </p>
            <ul className="problems">
              {problems.map((problem) => (
                <li key={`${problem.pointer} ${problem.message}`}>
                  <button
                    type="button"
                    className="copy"
                    onClick={() => {
                      goTo(problem)
                    }}
                  >
                    line {problem.place.line}
                  </button>{' '}
                  {problem.pointer === '' ? null : <code>{problem.pointer}</code>} {problem.message}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
