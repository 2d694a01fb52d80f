/** What the use cases are built from. Clock, ids, keys and store are passed in, never imported. */
import type { SignatureVerifier } from '@heron/evidence'
import type { PublishedKey } from '../keys/key-ring.js'
import type { Signer } from '../keys/signer.js'
import type { Store } from '../store/store.js'
import type { IdSource } from './ids.js'
import type { InFlight } from './in-flight.js'
import type { ProjectStates } from './project-state.js'
import type { SeenKeys } from './seen-keys.js'
import type { SessionStates } from './session-state.js'
import type { VendorKeys } from './vendor-keys.js'

export type Parts = {
  readonly store: Store
  readonly signer: Signer
  /** Every key that Heron signs or signed with, newest first. */
  readonly publishedKeys: readonly PublishedKey[]
  /** RFC 3339 UTC with milliseconds. */
  readonly now: () => string
  readonly newId: IdSource
  readonly verify: SignatureVerifier
  readonly projects: ProjectStates
  readonly sessions: SessionStates
  readonly vendorKeys: VendorKeys
  readonly inFlight: InFlight
  readonly seenKeys: SeenKeys
}
