/** Turning a rule off or on, or removing one: what that would have changed, the reason, and how it is published. */
import type { Rule } from '@heron/evidence'
import { useToast } from '../../../design/toast.js'
import type { PolicyChange } from '../../api/policy.js'
import { ReasonDialog } from '../../parts/reason-dialog.js'
import { useProjectEdit } from '../../parts/use-project-edit.js'
import { DryRunPanel } from './dry-run-panel.js'

export type RuleAct = { readonly kind: 'disable' | 'enable' | 'remove'; readonly rule: Rule }

type Words = {
  readonly title: string
  readonly means: string
  readonly entry: string
  readonly confirm: string
  readonly done: string
  readonly method: 'POST' | 'DELETE'
  readonly path: string
  readonly change: PolicyChange
}

export function RuleActDialog({
  act,
  revision,
  onClose,
}: {
  act: RuleAct
  revision: number
  onClose: () => void
}) {
  const toast = useToast()
  const { title, means, entry, confirm, done, method, path, change } = wordsOf(act)
  const edit = useProjectEdit(revision)
  return (
    <ReasonDialog
      title={title}
      entry={{ act: entry, subject: `rule:${act.rule.id}` }}
      confirm={confirm}
      danger={act.kind !== 'enable'}
      onClose={onClose}
      onConfirm={async (reason) => {
        await edit({ path, method, body: { reason } })
        toast(done)
      }}
    >
      <p>{means}</p>
      <DryRunPanel change={change} />
    </ReasonDialog>
  )
}

function wordsOf({ kind, rule }: RuleAct): Words {
  const { id, title } = rule
  const at = `/policy/rules/${encodeURIComponent(id)}`
  switch (kind) {
    case 'disable':
      return {
        title: `Turn off “${title}”`,
        means:
          'From the next call on the rule decides nothing. What it decided stays, under the bundle of its day; the evidence page shows the rule as turned off, with your reason beside it.',
        ...{ entry: 'rule.disabled', confirm: 'Turn it off', done: `“${title}” is off.` },
        ...{ method: 'POST', path: `${at}/disable`, change: { disable: [id] } },
      }
    case 'enable':
      return {
        title: `Turn on “${title}”`,
        means: 'From the next call on the rule decides again.',
        ...{ entry: 'rule.enabled', confirm: 'Turn it on', done: `“${title}” is on.` },
        ...{ method: 'POST', path: `${at}/enable`, change: { enable: [id] } },
      }
    case 'remove':
      return {
        title: `Remove “${title}”`,
        means:
          'From the next call on the rule decides nothing. It stays in every past bundle, and on every receipt that names it.',
        ...{ entry: 'rule.removed', confirm: 'Remove it', done: `“${title}” was removed.` },
        ...{ method: 'DELETE', path: at, change: { remove: [id] } },
      }
  }
}
