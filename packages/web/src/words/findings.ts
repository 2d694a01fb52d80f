/** What each published finding would mean, harmless causes included (heron.md §7). */
import type { PublishedFindingKind } from '@heron/evidence'

export type FindingWords = { readonly title: string; readonly means: string; readonly harmless: string }

export const FINDING_WORDS: Record<PublishedFindingKind, FindingWords> = {
  MISSING_EXECUTION: {
    title: 'No word on what was done',
    means:
      'Heron decided, and long after any tool would have finished the vendor has still not stated what happened.',
    harmless: 'The vendor’s process crashed, or Heron could not be reached when the statement was sent.',
  },
  EXECUTION_WITHOUT_DECISION: {
    title: 'Done without asking',
    means: 'The vendor states that it ran a call that Heron was never asked about.',
    harmless: 'A statement sent to the wrong project, or an id mixed up in a test.',
  },
  EXECUTED_DESPITE_DENY: {
    title: 'Ran although denied',
    means: 'Heron answered DENY before the call, and the vendor states that it ran.',
    harmless: 'Few: a guard that logs verdicts without obeying them, or a wrongly reported outcome.',
  },
  EXECUTED_DESPITE_STEP_UP: {
    title: 'Ran without the person',
    means: 'A person should have decided. The call ran on the spot.',
    harmless: 'A person agreed, and the vendor did not submit the answer as a new call.',
  },
  EXECUTED_DESPITE_MODIFY: {
    title: 'Ran unchanged although a narrower call was asked for',
    means: 'Heron named a narrower form, and the original ran.',
    harmless: 'An integration that does not know MODIFY. It is still disobedience.',
  },
  EXECUTED_DESPITE_DEFER: {
    title: 'Ran too early',
    means: 'The call was withheld until something else had been established, and ran without that.',
    harmless: 'An integration that does not know DEFER.',
  },
  INVALID_VENDOR_SIGNATURE: {
    title: 'The vendor’s signature does not hold',
    means: 'A statement or catalogue is not signed by a key that was in force. Anyone may have written it.',
    harmless: 'A rotated key that nobody imported.',
  },
  BROKEN_CHAIN: {
    title: 'The chain does not add up',
    means:
      'A record was changed after it was signed, or the vendor continued from a hash that never existed.',
    harmless: 'A client that lost its place after a crash and claimed a stale hash.',
  },
  LATE_EVIDENCE: {
    title: 'The statement came late',
    means: 'The vendor reported later than this tool usually does.',
    harmless: 'Usually a slow queue.',
  },
  INTENT_CONTRADICTION: {
    title: 'A model’s answer contradicts what was measured',
    means:
      'A model said one thing about the call; the catalogue or the tool’s name said another. The verdict followed the measurement.',
    harmless: 'Either side may be wrong: the finding names a disagreement, not a culprit.',
  },
}
