/**
 * The list of checks, in the order in which they are shown (heron.md §9, §10). Ids are stable: programs and the
 * evidence page name them. What each one proves stands here and nowhere else.
 */

export const CHECKS = [
  {
    id: 'format',
    phase: 'file',
    title: 'every line is one canonical JSON text of a known entry, in the order of the format',
  },
  {
    id: 'keys.trust_root',
    phase: 'keys',
    title: "Heron's keys in the file are the ones you pinned",
  },
  {
    id: 'keys.heron',
    phase: 'keys',
    title: "Heron's keys are proper Ed25519 keys, each key id once",
  },
  {
    id: 'keys.vendor',
    phase: 'keys',
    title: "the vendor's keys are proper, and their import and revocation stand in the operator log",
  },
  {
    id: 'sessions.genesis',
    phase: 'sessions and chains',
    title: 'each session opens with the hash of its record and publishes the scope it was granted',
  },
  {
    id: 'chains.records',
    phase: 'sessions and chains',
    title: 'each record hash is recomputed from the record and the hash before it',
  },
  {
    id: 'chains.links',
    phase: 'sessions and chains',
    title: 'each record follows the one before it, positions are dense, sequence numbers occur once',
  },
  {
    id: 'chains.heads',
    phase: 'sessions and chains',
    title: 'head and count are those that the session line and the close receipt state',
  },
  {
    id: 'chains.pinned',
    phase: 'sessions and chains',
    title: 'the heads you kept earlier are still in their chains',
  },
  {
    id: 'receipts.signatures',
    phase: 'receipts',
    title: 'each decision, evaluation, resolution and close receipt is signed by Heron',
  },
  {
    id: 'receipts.binding',
    phase: 'receipts',
    title: 'record, decision and evaluation speak of the same call and say the same',
  },
  {
    id: 'receipts.history',
    phase: 'receipts',
    title:
      'the history that a rule read is what the earlier receipts add up to, and answers name what they answer',
  },
  {
    id: 'evidence.signatures',
    phase: 'evidence',
    title: "each vendor statement's signature is what Heron says it is",
  },
  {
    id: 'evidence.binding',
    phase: 'evidence',
    title: 'each statement is about the call beside which it stands',
  },
  {
    id: 'evidence.findings',
    phase: 'evidence',
    title: 'each published finding has its ground in the records, and no due finding is missing',
  },
  {
    id: 'catalogue.contents',
    phase: 'catalogue',
    title: 'each tool catalogue hashes to the name that receipts give it, and is unambiguous',
  },
  {
    id: 'catalogue.signatures',
    phase: 'catalogue',
    title: "each catalogue's signature is what Heron says it is, and only a verified one was in force",
  },
  {
    id: 'policy.bundles',
    phase: 'policy recomputation',
    title: 'each policy bundle hashes to the name that receipts give it',
  },
  {
    id: 'policy.classification',
    phase: 'policy recomputation',
    title: "what a classification read from the tool's name or the catalogue is what they say",
  },
  {
    id: 'policy.verdicts',
    phase: 'policy recomputation',
    title: 'each verdict is recomputed from the signed classification and the published rules',
  },
  {
    id: 'policy.in_force',
    phase: 'policy recomputation',
    title: 'each decision names the bundle that was in force by the operator log',
  },
  {
    id: 'log.chain',
    phase: 'operator log',
    title: 'the operator log is one chain from its first entry',
  },
  {
    id: 'log.receipts',
    phase: 'operator log',
    title: 'each entry of the operator log is signed by Heron',
  },
  {
    id: 'checkpoints.signatures',
    phase: 'checkpoints',
    title: "each checkpoint is a note of this project's log of heads, signed by Heron",
  },
  {
    id: 'checkpoints.tree',
    phase: 'checkpoints',
    title: "each checkpoint's root is recomputed from its leaves, so each extends the one before it",
  },
  {
    id: 'checkpoints.heads',
    phase: 'checkpoints',
    title: 'every chain and the operator log pass through each head that a checkpoint commits to',
  },
  {
    id: 'checkpoints.kept',
    phase: 'checkpoints',
    title: 'the checkpoints that you kept earlier are the beginning of this log',
  },
  {
    id: 'checkpoints.witnesses',
    phase: 'checkpoints',
    title: 'the witnesses that you named have signed a checkpoint of this log',
  },
  {
    id: 'manifest.signature',
    phase: 'manifest',
    title: 'the file ends with a manifest signed by Heron',
  },
  {
    id: 'manifest.contents',
    phase: 'manifest',
    title: 'scope, counts, session heads and log head are those in the manifest',
  },
  {
    id: 'manifest.digest',
    phase: 'manifest',
    title: 'no byte of the file differs from what the manifest signed',
  },
] as const satisfies readonly { id: string; phase: string; title: string }[]

export type CheckId = (typeof CHECKS)[number]['id']

export const CHECK_IDS: readonly CheckId[] = CHECKS.map(({ id }) => id)
