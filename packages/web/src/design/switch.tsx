/** On or off, as a switch that says so in words too. The state shown is the service's: a change comes back from there. */
import { SwitchButton, SwitchField } from 'react-aria-components'

export type SwitchProps = {
  /** What is switched; read out. */
  readonly label: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  readonly disabled?: boolean
  /** Words beside the switch. */
  readonly words?: readonly [on: string, off: string]
}

export function Switch({ label, on, onChange, disabled = false, words = ['on', 'off'] }: SwitchProps) {
  return (
    <SwitchField aria-label={label} isSelected={on} onChange={onChange} isDisabled={disabled}>
      <SwitchButton className="switch">
        <span className="switch-track" aria-hidden="true">
          <span className="switch-thumb" />
        </span>
        <span className="small">{on ? words[0] : words[1]}</span>
      </SwitchButton>
    </SwitchField>
  )
}
