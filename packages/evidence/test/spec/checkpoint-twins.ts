/** Exports whose end was taken away, or whose log of heads was changed, by somebody who has Heron's key (heron.md §11). */
import type { ExportEntry } from '../../src/index.js'
import {
  recommitted,
  roundsOf,
  withCheckpoints,
  withoutNewestCall,
  withoutSession,
} from '../support/checkpoints.js'
import { withEntries, withEntry } from '../support/resign.js'

/** What the reader brings along: the newest checkpoint of the honest file, the key of its witness. */
export type Brought = 'kept' | 'witness'

export type CheckpointTwin = {
  readonly name: string
  readonly lines: readonly string[]
  readonly brought: readonly Brought[]
}

/** @param bare the honest export without checkpoints. */
export function checkpointTwins(honest: readonly string[], bare: readonly string[]): CheckpointTwin[] {
  const last = honest.findLast((line) => line.endsWith('"type":"session"}')) ?? ''
  const { session } = JSON.parse(last) as { session: string }
  const [first = [], second = [], third = []] = roundsOf(bare)
  const twin = (name: string, lines: readonly string[], ...brought: Brought[]): CheckpointTwin => ({
    name,
    lines,
    brought,
  })
  return [
    twin('newest_call_taken_away', withoutNewestCall(honest)),
    twin('session_taken_away', withoutSession(honest, session)),
    twin('leaves_exchanged', leavesExchanged(honest)),
    twin('leaf_left_out', withoutLeaf(honest)),
    twin('later_leaf_says_less', recommitted(bare, { rounds: [first, third, second] })),
    twin(
      'subtrees_that_give_another_root',
      withEntry(withCheckpoints(bare, { leftOut: 1 }), 'checkpoint', (entry) => {
        entry.nodes = (entry.nodes ?? []).map((_, index, nodes) => nodes[nodes.length - 1 - index]!)
        entry.nodes[0] = 'A'.repeat(43) + '='
      }),
    ),
    twin(
      'checkpoint_of_another_project',
      withEntry(
        honest,
        'checkpoint',
        (entry) => (entry.note = entry.note.replaceAll('prj_test', 'prj_other')),
      ),
    ),
    twin(
      'checkpoint_that_is_not_signed',
      withEntry(honest, 'checkpoint', (entry) => (entry.note = entry.note.replace(/(— \S+ \S{20})./, '$1A'))),
    ),
    twin('history_rewritten_with_its_checkpoints', recommitted(withoutNewestCall(bare)), 'kept'),
    twin('history_cut_back_to_an_earlier_checkpoint', recommitted(bare, { rounds: [first, second] }), 'kept'),
    twin('checkpoints_taken_away', bare, 'kept'),
    twin('witness_of_another_key', recommitted(bare, { witnessSeed: new Uint8Array(32).fill(4) }), 'witness'),
  ]
}

function leavesExchanged(honest: readonly string[]): string[] {
  return withEntries(honest, (entries) => {
    const [first, second] = entries.filter((entry) => entry.type === 'checkpoint_leaf')
    return entries.map((entry): ExportEntry => {
      if (entry === first) return { ...first, leaf: second!.leaf }
      return entry === second ? { ...second, leaf: first!.leaf } : entry
    })
  })
}

function withoutLeaf(honest: readonly string[]): string[] {
  return withEntries(honest, (entries) => {
    const leaf = entries.filter(({ type }) => type === 'checkpoint_leaf')[3]
    return entries.filter((entry) => entry !== leaf)
  })
}
