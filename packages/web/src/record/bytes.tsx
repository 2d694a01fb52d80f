/** Bytes as text, exactly as they are hashed and signed, with one place of them marked. */
import type { JsonValue } from '@heron/evidence'
import { CopyButton } from '../design/copy-button.js'

export function Bytes({
  text,
  marked,
  label,
}: {
  text: string
  marked?: JsonValue | undefined
  label: string
}) {
  const needle = marked === undefined ? '' : JSON.stringify(marked)
  const at = needle.length < 3 ? -1 : text.indexOf(needle)
  const size = new TextEncoder().encode(text).length
  return (
    <figure className="stack">
      <figcaption className="row small soft">
        {label}, {size.toLocaleString()} bytes of UTF-8
        <CopyButton text={text} of={label} />
      </figcaption>
      <pre className="bytes" tabIndex={0} aria-label={label}>
        {at < 0 ? (
          text
        ) : (
          <>
            {text.slice(0, at)}
            <mark>{needle}</mark>
            {text.slice(at + needle.length)}
          </>
        )}
      </pre>
    </figure>
  )
}
