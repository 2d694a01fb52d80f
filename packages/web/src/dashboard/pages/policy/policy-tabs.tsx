/** The two views of the policy: what is in force, and what was. */
import { usePlaces } from '../../parts/link.js'
import { SubTabs } from '../../parts/sub-tabs.js'

export function PolicyTabs() {
  const places = usePlaces()
  return (
    <SubTabs
      label="Views of the policy"
      tabs={[
        { label: 'Rules', place: places.at('policy') },
        { label: 'History', place: places.at('policy/history') },
      ]}
    />
  )
}
