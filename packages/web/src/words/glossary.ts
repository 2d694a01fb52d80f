/** The one glossary: every term that a page explains, and what it would look like if something were wrong. */

type Entry = { readonly term: string; readonly meaning: string; readonly wrong: string | null }

export const GLOSSARY = {
  session: {
    term: 'Run (session)',
    meaning:
      'One run of an agent. It carries the agent, whom it worked for as an opaque reference, and a hash of the original request, never the request. Closing it freezes the head of its chain.',
    wrong: 'a closed run whose head or count is no longer the one that was signed when it closed.',
  },
  action: {
    term: 'Call (action)',
    meaning:
      'One tool call, announced before it ran: the tool’s name, a hash of the arguments, its number in the run. The arguments never reach Heron.',
    wrong:
      'a call that ran without being announced leaves no trace here. This page says so instead of hiding it.',
  },
  decision: {
    term: 'Decision',
    meaning:
      'Heron’s signed answer before the call: ALLOW, DENY, STEP_UP (a person decides), MODIFY (not in this shape) or DEFER (not yet). No answer means DENY.',
    wrong: 'a statement by the vendor that a call ran although the decision was not ALLOW.',
  },
  classification: {
    term: 'Classification',
    meaning:
      'Where a call was placed: operation, data class, destination, magnitude, reversibility, each with where that came from. It is signed, so the rules can be applied again.',
    wrong:
      'a classification may be untrue: it rests on the tool’s name and on what the vendor says. You can check that the published rules were applied to it, not that it was true.',
  },
  source: {
    term: 'Source',
    meaning:
      'Where a value came from, strongest first: declared for this call, catalogued (signed by the vendor beforehand), inferred by a model, derived from the tool’s name, unknown.',
    wrong: 'many derived or unknown values: then the rules mostly read a name that the vendor chose.',
  },
  policy: {
    term: 'Policy bundle',
    meaning:
      'The rules in force, published in full, with thresholds and the way they combine. Its hash is on every receipt, so old decisions keep the rules they were judged by.',
    wrong:
      'a verdict that does not come back when the published rules are applied to the signed classification.',
  },
  receipt: {
    term: 'Receipt',
    meaning:
      'A payload and Heron’s signature over its canonical bytes, exactly as shown. Nothing is looked up to check it.',
    wrong: 'one changed character, and the signature no longer holds.',
  },
  chain: {
    term: 'Hash chain',
    meaning:
      'Each record is hashed together with the hash before it, so nothing in the middle can be changed, removed or slipped in without every later hash changing.',
    wrong: 'a link drawn red: the recomputed hash is not the one that was signed.',
  },
  statement: {
    term: 'Statement (execution evidence)',
    meaning:
      'What the vendor says it then did with the decision, signed with the vendor’s own key, which Heron never holds.',
    wrong: 'a signature that does not hold is kept and shown as a finding, not thrown away.',
  },
  coverage: {
    term: 'Coverage',
    meaning:
      'The share of calls that have a statement. The vendor declares it; nobody can prove it from here.',
    wrong: 'a call made around the hook is in neither number.',
  },
  finding: {
    term: 'Finding',
    meaning:
      'A disagreement between what Heron decided and what the vendor states, or between a record and its hash. Reviewing one never removes it.',
    wrong: null,
  },
  posture: {
    term: 'Posture R1–R9',
    meaning:
      'Nine requirements of AARM v1 on systems that hold agents to account. Each cell says whether it can be recomputed from this record, whether the vendor merely says so, or whether it is a gap.',
    wrong: 'a cell that claims more than its reason supports. Open it and read the figure.',
  },
  operator_log: {
    term: 'Operator log',
    meaning:
      'Every act of a person that could weaken the evidence: a rule turned off, a window shortened, a key revoked. Chained and signed together with the change. People are pseudonyms.',
    wrong: 'a missing number in the chain.',
  },
  catalogue: {
    term: 'Tool catalogue',
    meaning:
      'The vendor’s signed statement of what each tool is. It does not make the claim true; it makes a false one something that can be found later.',
    wrong: 'a catalogue whose signature does not hold was never in force.',
  },
  window: {
    term: 'Observation window',
    meaning:
      'How far back this page reaches. Shortening it is itself an entry of the operator log, shown here.',
    wrong: 'a window shortened just after something went wrong.',
  },
  checkpoint: {
    term: 'Checkpoint',
    meaning:
      'A signed commitment to every head at one time. Whoever keeps one can prove later that rows or runs were taken away, or that two readers were shown two histories.',
    wrong: 'a checkpoint that you kept is not the beginning of the log you are shown.',
  },
  snapshot: {
    term: 'Snapshot',
    meaning: 'A signed note of all heads and counts at one moment. Compare it later with what is here then.',
    wrong: 'anything listed as vanished.',
  },
  jwks: {
    term: 'Trust root (JWKS)',
    meaning:
      'Heron’s public keys. Got from the same page as the data, they prove that the data is consistent; got elsewhere, or kept from earlier, they prove who signed it.',
    wrong: 'a key in the file that is not in your copy.',
  },
  head: {
    term: 'Head',
    meaning:
      'The newest hash of a run’s chain. Keep one, and you can tell later whether its history was changed.',
    wrong: 'a head you kept that is no longer in its chain.',
  },
  manifest: {
    term: 'Manifest',
    meaning: 'The last line of an export: counts, heads and a digest over every line before it, signed.',
    wrong: 'a file without one was cut short.',
  },
} as const satisfies Record<string, Entry>

export type GlossaryKey = keyof typeof GLOSSARY
