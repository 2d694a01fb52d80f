/** The one button. Destructive and primary look apart by class, never by colour alone: the label says what happens. */
import type { ReactNode } from 'react'

export type ButtonProps = {
  readonly children: ReactNode
  readonly onClick?: () => void
  readonly kind?: 'primary' | 'plain' | 'quiet'
  readonly large?: boolean
  readonly disabled?: boolean
  readonly type?: 'button' | 'submit'
}

export function Button({ children, onClick, kind = 'plain', large, disabled, type = 'button' }: ButtonProps) {
  const names = ['button', kind === 'plain' ? '' : kind, large === true ? 'large' : '']
  return (
    <button type={type} className={names.join(' ').trim()} onClick={onClick} disabled={disabled}>
      {children}
    </button>
  )
}
