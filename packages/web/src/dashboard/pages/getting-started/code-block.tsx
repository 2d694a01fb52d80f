/** Code to copy. */
import { CopyButton } from '../../../design/copy-button.js'

export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <figure className="code-block">
      <figcaption className="row spread small">
        <span className="soft">{label}</span>
        <CopyButton text={text} of={label} />
      </figcaption>
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </figure>
  )
}
