/** The narrow key under which a record hash is found again; see the index `actions_by_mark`. */

/** The first 48 bits of a digest, which a JavaScript number holds exactly. */
export function recordMark(digest: string): number {
  return Number.parseInt(digest.slice('sha256:'.length, 'sha256:'.length + 12), 16)
}
