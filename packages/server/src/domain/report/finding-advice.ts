/** What each kind of finding tells an operator (heron.md §7): the plain meaning, harmless causes, and what to look at. */
import type { FindingKind } from '@heron/evidence'

export type FindingAdvice = { readonly means: string; readonly benign: string; readonly next: string }

export const FINDING_ADVICE: Readonly<Record<FindingKind, FindingAdvice>> = {
  MISSING_EXECUTION: {
    means: 'A call was decided, and nothing was ever reported about what became of it.',
    benign: 'The agent process ended before it reported, or its outbox could not reach Heron.',
    next: 'Look for a restart at that time; a statement that still arrives clears the finding by itself.',
  },
  EXECUTION_WITHOUT_DECISION: {
    means: 'Something was reported as done about an action that this project does not know.',
    benign: 'Evidence sent with the key of another project or environment.',
    next: 'Check which API key the reporting process uses, then whether a tool runs without asking first.',
  },
  EXECUTED_DESPITE_DENY: {
    means: 'The call was denied, and was carried out all the same.',
    benign: 'Hardly any: an integration that reports EXECUTED for calls it did block.',
    next: 'Find the code path that runs this tool without reading the verdict.',
  },
  EXECUTED_DESPITE_STEP_UP: {
    means: 'A person had to be asked, and the call was carried out without the answer being announced.',
    benign: 'A person did agree, and the answer was not submitted as a new action.',
    next: 'Submit the answer as a new action that names the one it resolves.',
  },
  EXECUTED_DESPITE_MODIFY: {
    means: 'A narrower call was asked for, and the original one was carried out.',
    benign: 'An integration that does not know MODIFY yet; it should then treat it as DENY.',
    next: 'Apply the transform and announce the narrowed call, or do not run it.',
  },
  EXECUTED_DESPITE_DEFER: {
    means: 'The call had to wait for context, and was carried out before that was there.',
    benign: 'An integration that does not know DEFER yet; it should then treat it as DENY.',
    next: 'Do first what the decision lists as pending, then announce a new action.',
  },
  INVALID_VENDOR_SIGNATURE: {
    means: 'A statement or catalogue does not verify with a key of yours that is in force.',
    benign: 'A signing key was rotated, and its new public half was not imported.',
    next: 'Compare the key id with the imported keys. If it is none of yours, treat the sender as hostile.',
  },
  BROKEN_CHAIN: {
    means: 'Stored records are not what was signed, or a client went on from a hash that was never issued.',
    benign: 'A client that kept its place from another session, or from before a restore.',
    next: 'Run `heron fsck`: if it fails, the database was altered; if it passes, look at the client.',
  },
  LATE_EVIDENCE: {
    means: 'A report came later than this tool usually takes.',
    benign: 'A slow queue, a retry after an outage, or a tool that took long for once.',
    next: 'Nothing for one; many at one time point at the connection.',
  },
  INTENT_CONTRADICTION: {
    means: 'A model said something of a call that the catalogue, the signals or the tool’s name contradict.',
    benign: 'A tool that is named or catalogued misleadingly.',
    next: 'Correct the catalogue entry where it is wrong; otherwise look at the model’s prompt.',
  },
  UNNAMED_RECIPIENT: {
    means: 'A call reaches somebody whom the request did not name.',
    benign: 'The recipient was looked up for good reason: a colleague, a list, an address on file.',
    next: 'Compare the request with the call: an injected instruction looks exactly like this.',
  },
  INSTRUCTIONS_CHANGED: {
    means: 'The agent’s instructions were not the same throughout one session.',
    benign: 'A deployment in the middle of the session, or instructions that carry the time of day.',
    next: 'Compare with your deployments; keep what varies out of what is hashed.',
  },
  SENSITIVE_THEN_EXTERNAL: {
    means: 'Personal, financial or credential data was read, and something was then sent outside.',
    benign: 'The very task: sending customers what is theirs.',
    next: 'Look at what was sent and to whom. If it is the rule, a policy of your own can say so.',
  },
}
