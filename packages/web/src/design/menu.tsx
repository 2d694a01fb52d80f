/** A button that opens a menu of acts or places. */
import type { ReactNode } from 'react'
import { Button, Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'

export type MenuEntry = {
  readonly id: string
  readonly label: string
  /** A smaller line below. */
  readonly note?: string
  readonly current?: boolean
}

export type MenuProps = {
  /** What the menu is for: read out behind what the button shows. */
  readonly label: string
  readonly children: ReactNode
  readonly entries: readonly MenuEntry[]
  readonly onAct: (id: string) => void
  readonly className?: string
}

export function Menu({ label, children, entries, onAct, className = 'button' }: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={className}>
        {children}
        <span className="visually-hidden">{label}</span>
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path d="M2 3.5 5 6.5 8 3.5" className="outline" />
        </svg>
      </Button>
      <Popover className="popover" placement="bottom start">
        <AriaMenu
          className="menu"
          aria-label={label}
          onAction={(key) => {
            onAct(String(key))
          }}
        >
          {entries.map(({ id, label: text, note, current }) => (
            <MenuItem key={id} id={id} textValue={text} className="menu-item">
              <span className="menu-label">
                {text}
                {current === true ? <span className="soft small"> · here</span> : null}
              </span>
              {note === undefined ? null : <span className="soft small">{note}</span>}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
