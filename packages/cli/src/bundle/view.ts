/** `heron bundle view`: the delegation tree, readably. */
import { delegationGraph, denials, renderTree, verifyBundle } from '@heron/delegation'
import { isJsonObject, ownMember } from '@heron/evidence'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode } from '../command.js'
import { readProfile } from '../token/input.js'
import { type EvidenceFile, readEvidenceFile } from './input.js'

// eslint-disable-next-line @typescript-eslint/require-await -- the shape of every command
export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const file = readEvidenceFile(args.positionals[0] ?? '')
  const entries = entriesOf(file)
  const { ok, verdict } = judge(file, args)
  if (args.flag('json')) {
    io.out(
      JSON.stringify({ ok, events: entries.length, ...delegationGraph(entries), denials: denials(entries) }),
    )
  } else {
    for (const line of renderTree(entries)) io.out(line)
    io.out(`${entries.length} events; ${verdict}`)
  }
  return ok ? EXIT.pass : EXIT.failed
}

/** Consistency only: a view is given no key. */
function judge(
  file: EvidenceFile,
  args: CommandArguments,
): { readonly ok: boolean; readonly verdict: string } {
  if (file.kind === 'bundle') {
    const report = verifyBundle(file.bundle, { profile: readProfile(args) })
    // Envelopes cannot be judged without witness keys, which a view is not given either.
    const failures = report.failure_details.filter(({ reason }) => reason !== 'envelope_unknown_witness')
    return failures.length === 0
      ? { ok: true, verdict: 'OK, signatures not checked' }
      : { ok: false, verdict: `FAILED: ${failures.length} findings, heron bundle verify lists them` }
  }
  const { verdict } = file
  if (verdict.status === 'ok') return { ok: true, verdict: 'OK' }
  return { ok: false, verdict: `${verdict.status === 'empty' ? 'EMPTY' : 'TAMPERED'} — ${verdict.message}` }
}

function entriesOf(file: EvidenceFile): readonly unknown[] {
  if (file.kind === 'ledger') return 'entries' in file.verdict ? file.verdict.entries : []
  const entries = isJsonObject(file.bundle) ? ownMember(file.bundle, 'entries') : undefined
  return Array.isArray(entries) ? entries : []
}
