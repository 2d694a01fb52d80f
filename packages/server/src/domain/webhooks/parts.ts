/** What the use cases of webhooks are built from. */
import type { Sealer } from '../../keys/sealed-secret.js'
import type { Store } from '../../store/store.js'
import type { IdSource } from '../ids.js'

export type WebhookParts = {
  readonly store: Store
  /** RFC 3339 UTC with milliseconds. */
  readonly now: () => string
  readonly newId: IdSource
  readonly sealer: Sealer
  /** Whether receivers may stand in networks of one's own, and speak plain HTTP. */
  readonly allowPrivate: boolean
}
