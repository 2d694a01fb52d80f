/** Keys: the vendor's API keys and signing keys, and Heron's own. */
import { PageFrame } from '../../parts/page-frame.js'
import { ApiKeys } from './api-keys.js'
import { HeronKeys } from './heron-keys.js'
import { VendorKeys } from './vendor-keys.js'

export function KeysPage() {
  return (
    <PageFrame
      title="Keys"
      lead="Who may ask Heron, who signs what was done, and with what Heron signs. Heron never holds a private key of yours."
    >
      <ApiKeys />
      <VendorKeys />
      <HeronKeys />
    </PageFrame>
  )
}
