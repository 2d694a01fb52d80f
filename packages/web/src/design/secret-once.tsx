/** A secret that is shown once: said so, selectable, copied with one press. It is never stored by the page. */
import { Button } from './button.js'
import { CopyButton } from './copy-button.js'
import { Dialog } from './dialog.js'
import type { ReactNode } from 'react'

export type Secret = {
  readonly label: string
  readonly value: string
}

export type SecretOnceProps = {
  readonly title: string
  readonly secrets: readonly Secret[]
  /** What to do with it now. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

export function SecretOnce({ title, secrets, children, onClose }: SecretOnceProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        <strong>Copy it now: it is shown this once.</strong> Heron keeps a hash only, and cannot show it
        again.
      </p>
      {secrets.map(({ label, value }) => (
        <div key={label} className="secret">
          <p className="row spread small">
            <span className="soft">{label}</span>
            <CopyButton text={value} of={label} />
          </p>
          <pre className="bytes" tabIndex={0} aria-label={label}>
            {value}
          </pre>
        </div>
      ))}
      {children}
      <div className="form-actions">
        <Button kind="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  )
}
