/** `heron checkpoint …`: the newest checkpoint, and what passes between Heron and witnesses (heron.md §11). */
import type { Command } from '../command.js'
import { DATA_OPTIONS, DATABASE_URL_OPTION } from '../data-directory.js'

const OPTIONS = {
  ...DATA_OPTIONS,
  ...DATABASE_URL_OPTION,
  project: { type: 'string', value: 'ID', describe: 'project (default: the only one)' },
} as const

export const checkpointShow: Command = {
  name: 'checkpoint show',
  usage: 'checkpoint show [--data DIR | --database-url URL] [--project ID]',
  describe:
    "Prints a project's newest checkpoint, a signed note: keep it, and give it to `heron verify --checkpoint` later.\n" +
    'Exit 3 when none was taken yet.',
  options: OPTIONS,
  load: async () => (await import('../checkpoint/run.js')).show,
}

export const checkpointProve: Command = {
  name: 'checkpoint prove',
  usage: 'checkpoint prove SESSION [--from N] [--data DIR | --database-url URL] [--project ID]',
  describe:
    'Prints, as JSON, what the newest checkpoint commits to about a session (or a log: project:ID, organization:ID), with\n' +
    'the inclusion proof, and with --from the proof that it extends a checkpoint of N leaves (RFC 9162).',
  options: {
    ...OPTIONS,
    from: { type: 'string', value: 'N', describe: 'leaves of an earlier checkpoint' },
  },
  positionals: ['SESSION'],
  load: async () => (await import('../checkpoint/run.js')).prove,
}

export const checkpointWitness: Command = {
  name: 'checkpoint witness',
  usage: 'checkpoint witness KEY [--data DIR | --database-url URL] [--project ID] [--reason TEXT]',
  describe:
    'Names a witness whose cosignatures are taken, as a signed entry of the operator log.\n' +
    'KEY is NAME+ID+KEY, as the witness publishes it.',
  options: {
    ...OPTIONS,
    reason: { type: 'string', value: 'TEXT', describe: 'why; published in the operator log' },
  },
  positionals: ['KEY'],
  load: async () => (await import('../checkpoint/run.js')).witness,
}

export const checkpointRequest: Command = {
  name: 'checkpoint request',
  usage: 'checkpoint request NAME [--data DIR | --database-url URL] [--project ID]',
  describe:
    'Prints what the witness NAME is sent (C2SP tlog-witness, the body of add-checkpoint): the size it signed last, a\n' +
    'consistency proof, and the newest checkpoint.',
  options: OPTIONS,
  positionals: ['NAME'],
  load: async () => (await import('../checkpoint/run.js')).request,
}

export const checkpointCosign: Command = {
  name: 'checkpoint cosign',
  usage: 'checkpoint cosign FILE [--size N] [--data DIR | --database-url URL] [--project ID]',
  describe:
    'Takes the answer of witnesses: FILE holds their signature lines, or the whole note.\n' +
    'Each signature of a named witness must verify; exports carry them from then on.',
  options: {
    ...OPTIONS,
    size: {
      type: 'string',
      value: 'N',
      describe: 'leaves of the checkpoint that was signed (default: the newest)',
    },
  },
  positionals: ['FILE'],
  load: async () => (await import('../checkpoint/run.js')).cosign,
}
