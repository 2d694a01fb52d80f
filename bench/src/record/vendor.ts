/** The vendor of a bench record: its key, its tools, and the service that judges its calls by a clock moved by hand. */
import { publicKeyOfSeed, toBase64url } from '@heron/evidence'
import {
  createService,
  type HeronService,
  importVendorKey,
  type OpenInstallation,
  ownerOperation,
  type RequestContext,
} from '@heron/server'

export const VENDOR = { kid: 'bench', seed: new Uint8Array(32).fill(7) }
export const TOOLS = [
  'crm.get_contact',
  'tickets.list',
  'mail.send',
  'files.delete',
  'payments.transfer',
] as const

export type JudgingService = {
  readonly service: HeronService
  readonly tenant: RequestContext['tenant']
}

/** Imports the vendor's key and starts the service, which owns the installation from here on. */
export async function startJudging(
  data: OpenInstallation,
  apiKey: string,
  now: () => string,
): Promise<JudgingService> {
  const { store, signer, keyRing, pseudonymSecret } = data
  const key = { kid: VENDOR.kid, publicKey: toBase64url(publicKeyOfSeed(VENDOR.seed)) }
  await importVendorKey(data, await ownerOperation(data, undefined, 'bench'), key)
  const publishedKeys = keyRing.published
  const service = await createService({ store, signer, publishedKeys, pseudonymSecret, now })
  const tenant = await service.authenticate(apiKey)
  if (tenant === null) throw new Error('the API key that was just minted is unknown')
  return { service, tenant }
}
