/** A stored checkpoint as the signed note that leaves the house, with the cosignatures that it has. */
import {
  checkpointOrigin,
  decodeBase64url,
  importPublicKey,
  noteSignatureLine,
  type PublicKeyBytes,
  writeNote,
} from '@heron/evidence'
import type { PublishedKey } from '../../keys/key-ring.js'
import { listCosignatures } from '../../store/queries/checkpoints.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'

export type CheckpointRow = Schema['checkpoints']

export async function readNote(
  reader: Reader,
  row: CheckpointRow,
  publishedKeys: readonly PublishedKey[],
): Promise<string> {
  const { organization_id, project_id, number } = row
  const cosignatures = await reader.all(listCosignatures, { organization_id, project_id, number })
  const name = checkpointOrigin({ organization: organization_id, project: project_id })
  const publicKey = keyOf(row.kid, publishedKeys)
  const signature = decodeBase64url(row.signature) ?? new Uint8Array(0)
  const own = noteSignatureLine({ name, type: 'ed25519', publicKey }, signature)
  return writeNote(row.note_text, [own, ...cosignatures.map(({ signature_line }) => signature_line)])
}

/** A key that is not in the ring leaves a note that verifies under none: readers see what is wrong. */
function keyOf(kid: string, publishedKeys: readonly PublishedKey[]): PublicKeyBytes {
  const x = publishedKeys.find(({ jwk }) => jwk.kid === kid)?.jwk.x
  return (x === undefined ? null : importPublicKey(x)) ?? (new Uint8Array(32) as PublicKeyBytes)
}
