/** An installation with one recorded, closed session: two calls, both reported. Made over HTTP, through the SDK. */
import { Guard } from '@heron/sdk'
import { importVendorKey, openDataDirectory, ownerOperation } from '@heron/server'
import { serve, type ServedHeron } from './heron.js'
import { installation, type Installation } from './installation.js'

/** Public half of the seed of 32 bytes 01. */
export const VENDOR_PUBLIC_KEY = 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w'

export type RecordedRun = Installation & {
  /** Still serving, until the test ends or stops it. */
  readonly served: ServedHeron
  readonly head: string
}

export async function recordedRun(): Promise<RecordedRun> {
  const made = await installation()
  const { data, created } = made
  const parts = openDataDirectory(data, {})
  const operation = await ownerOperation(parts, undefined)
  await importVendorKey(parts, operation, { kid: 'k1', publicKey: VENDOR_PUBLIC_KEY })
  await parts.close()
  const served = await serve(['--data', data])
  const guard = new Guard({
    url: served.url,
    apiKey: created.apiKey,
    vendorKey: { kid: 'k1', seed: new Uint8Array(32).fill(1) },
  })
  const session = guard.session({
    externalId: 'run_1',
    agent: { externalId: 'a1' },
    principal: { type: 'human', ref: 'user_881' },
    originalRequest: 'Read two notes',
  })
  const read = session.wrap('read_note', ({ id }: { id: number }) => `note ${String(id)}`)
  await read({ id: 1 })
  await read({ id: 2 })
  const closed = await session.close()
  await guard.close()
  return { ...made, served, head: closed!.headHash }
}
