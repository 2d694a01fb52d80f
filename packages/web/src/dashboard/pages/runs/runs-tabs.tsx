/** Runs, and the same calls without their runs. */
import { useQueryParams } from '../../parts/address.js'
import { usePlaces } from '../../parts/link.js'
import { TabBar } from '../../parts/tabbed.js'

export function RunsTabs({ current }: { current: 'runs' | 'calls' }) {
  const places = usePlaces()
  const { agent, verdict, period } = useQueryParams()
  // What means the same on both stays set.
  const shared = { agent, verdict, period }
  return (
    <TabBar
      label="Runs and calls"
      current={current}
      tabs={[
        { id: 'runs', label: 'Runs', place: places.at('runs', shared) },
        { id: 'calls', label: 'Calls', place: places.at('calls', shared) },
      ]}
    />
  )
}
