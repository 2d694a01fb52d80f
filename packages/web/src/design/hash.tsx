/** A hash or an id: shortened in the middle, never wrapped, copied whole; printed whole. */
import { CopyButton } from './copy-button.js'

/** Characters kept on either side. */
const KEPT = 6

export function Hash({ value, of = 'hash' }: { value: string; of?: string }) {
  return (
    <span className="hash mono" title={value}>
      <span className="short">{shortened(value)}</span>
      <span className="full">{value}</span>
      <CopyButton text={value} of={of} />
    </span>
  )
}

/** `sha256:12ab34…cd56ef`. */
export function shortened(value: string): string {
  const at = value.indexOf(':') + 1
  const body = value.slice(at)
  return body.length <= 2 * KEPT + 3 ? value : `${value.slice(0, at + KEPT)}…${body.slice(-KEPT)}`
}
