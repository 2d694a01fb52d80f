/**
 * Checkpoints that the reader kept earlier (heron.md §11). A kept one must be the beginning of the log in this file: if
 * it is not, Heron has shown two histories or cut one short, and both notes together prove it.
 */
import { checkpointOrigin } from '../../checkpoint/leaves.js'
import { sameTreeHash } from '../../checkpoint/merkle.js'
import { type Checkpoint, type Note, parseCheckpoint, parseNote } from '../../checkpoint/note.js'
import type { SignatureVerifier } from '../../crypto/ed25519.js'
import { isSignedByHeron } from '../inspect/checkpoint.js'
import type { Material } from '../material.js'
import { quote } from '../report.js'
import type { CheckpointWalk } from './checkpoint-walk.js'
import type { Reporter } from './reporter.js'

/** A checkpoint as it was kept; its signature is checked with the keys of the verification. */
export type KeptCheckpoint = { readonly note: Note; readonly checkpoint: Checkpoint }

/**
 * Reads a note that somebody kept.
 *
 * @param text UNTRUSTED.
 * @returns `null` when it is no checkpoint.
 */
export function readKeptCheckpoint(text: string): KeptCheckpoint | null {
  const note = parseNote(text)
  const checkpoint = note === null ? null : parseCheckpoint(note.text)
  return note === null || checkpoint === null ? null : { note, checkpoint }
}

/** Compares what was kept with what the file holds, once its leaves were read. */
export async function checkKeptCheckpoints(
  kept: readonly KeptCheckpoint[],
  found: { readonly material: Material; readonly walk: CheckpointWalk },
  verify: SignatureVerifier,
  reporter: Reporter,
): Promise<void> {
  const { material, walk } = found
  const origin = material.scope === null ? '' : checkpointOrigin(material.scope)
  for (const { note, checkpoint } of kept) {
    const { size, root } = checkpoint
    const what = `the checkpoint of ${String(size)} leaves that you kept`
    const fail = (code: string, message: string): void => {
      reporter.fail('checkpoints.kept', code, `${what} ${message}`)
    }
    const notChecked = (code: string, message: string): void => {
      reporter.notChecked('checkpoints.kept', code, `${what} ${message}`)
    }
    reporter.checked('checkpoints.kept')
    if (checkpoint.origin !== origin) {
      notChecked('KEPT_OTHER_LOG', `is of the log ${quote(checkpoint.origin)}, not of this project's`)
    } else if (!(await isSignedByHeron(note, origin, material.heronKeys, verify))) {
      notChecked('KEPT_NOT_SIGNED', "is signed by none of Heron's keys: it says nothing about this file")
    } else if (walk.newest === null) {
      fail('CHECKPOINTS_MISSING', 'has no counterpart: the file holds no checkpoint at all')
    } else if (size > walk.newest.size) {
      const newest = String(walk.newest.size)
      fail(
        'KEPT_CHECKPOINT_LARGER',
        `is larger than the newest one here (${newest}): the history was cut short`,
      )
    } else if (size > 0 && size < walk.start) {
      notChecked(
        'KEPT_BEFORE_WINDOW',
        'is older than the window of this file: take one that reaches back further',
      )
    } else {
      const here = walk.rootAt(size)
      if (here === null) notChecked('KEPT_NOT_COMPARED', 'cannot be compared: the leaves here are not whole')
      else if (!sameTreeHash(here, root))
        fail('KEPT_CHECKPOINT_DIFFERS', 'is not the beginning of this log: two histories were signed')
    }
  }
}

/** Each witness that the reader named must have signed some checkpoint; the newest one is not asked for. */
export function checkWitnesses(
  { witnesses }: Pick<Material, 'witnesses'>,
  walk: CheckpointWalk,
  reporter: Reporter,
): void {
  for (const { name } of witnesses) {
    const size = walk.witnessedSize(name)
    const message = `no checkpoint in this file bears the cosignature of ${quote(name)}`
    reporter.expect('checkpoints.witnesses', size !== null, 'COSIGNATURE_MISSING', message)
    const newest = walk.newest?.size ?? 0
    if (size === null || size === newest) continue
    const reach = `${quote(name)} has signed the log up to ${String(size)} of ${String(newest)} leaves`
    reporter.notice({ code: 'WITNESSED_IN_PART', message: reach })
  }
}
