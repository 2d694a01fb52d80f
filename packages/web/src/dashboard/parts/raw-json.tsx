/** The answer behind a page, as it came: folded away, copied whole. */
import { CopyButton } from '../../design/copy-button.js'

export function RawJson({ of, value }: { of: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <details className="raw">
      <summary>Raw JSON of {of}</summary>
      <p>
        <CopyButton text={text} label="copy all" of={`JSON of ${of}`} />
      </p>
      <pre className="bytes" tabIndex={0} aria-label={`JSON of ${of}`}>
        {text}
      </pre>
    </details>
  )
}
