/** Reviewers: the evidence page, who may open it, who asks to, and what was noted of it. */
import { useState } from 'react'
import { CopyButton } from '../../../design/copy-button.js'
import { Switch } from '../../../design/switch.js'
import { useToast } from '../../../design/toast.js'
import { counted } from '../../../words/figures.js'
import type { Settings } from '../../api/settings.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { Only } from '../../parts/me.js'
import { PageFrame } from '../../parts/page-frame.js'
import { ReasonDialog } from '../../parts/reason-dialog.js'
import { Section } from '../../parts/section.js'
import { Answered } from '../../parts/states.js'
import { useProjectEdit } from '../../parts/use-project-edit.js'
import { Links } from './links.js'
import { Requests } from './requests.js'
import { Snapshots } from './snapshots.js'

export function ReviewersPage() {
  const settings = useProjectAnswer<Settings>('/settings', ['settings'])
  return (
    <PageFrame
      title="Reviewers"
      lead="A reviewer opens the evidence page with a link of their own, without an account, and verifies everything in their browser."
    >
      <Answered answer={settings} lines={2}>
        {(value) => <EvidencePage settings={value} />}
      </Answered>
      <Links />
      <Only role="admin">
        <Requests />
      </Only>
      <Snapshots />
    </PageFrame>
  )
}

function EvidencePage({ settings }: { settings: Settings }) {
  const { evidence, window_days, public_overview } = settings
  const [switching, setSwitching] = useState<boolean | null>(null)
  return (
    <Section title="The evidence page">
      <dl className="facts card">
        <dt>Address</dt>
        <dd>
          <a href={evidence.url} target="_blank" rel="noreferrer">
            {evidence.url}
          </a>{' '}
          <CopyButton text={evidence.url} of="address" />
        </dd>
        <dt>Reaches back</dt>
        <dd>{counted(window_days, 'day')}; a link may reach further.</dd>
        <dt>Public overview</dt>
        <dd>
          <Only role="admin" otherwise={public_overview ? 'open' : 'closed'}>
            <Switch
              label="Public overview"
              on={public_overview}
              words={['open to everybody with the address', 'closed: without a link nothing is shown']}
              onChange={setSwitching}
            />
          </Only>
        </dd>
      </dl>
      {switching === null ? null : (
        <OverviewDialog
          open={switching}
          revision={settings.revision}
          onClose={() => {
            setSwitching(null)
          }}
        />
      )}
    </Section>
  )
}

function OverviewDialog({
  open,
  revision,
  onClose,
}: {
  open: boolean
  revision: number
  onClose: () => void
}) {
  const toast = useToast()
  const edit = useProjectEdit(revision)
  return (
    <ReasonDialog
      title={open ? 'Open the public overview' : 'Close the public overview'}
      entry={{ act: 'public_overview.switched', subject: 'evidence_page:overview' }}
      confirm={open ? 'Open it' : 'Close it'}
      onClose={onClose}
      onConfirm={async (reason) => {
        await edit({ path: '/settings', method: 'PATCH', body: { public_overview: open, reason } })
        toast(open ? 'The overview is open.' : 'The overview is closed.')
      }}
    >
      <p>
        {open
          ? 'Everybody who has the address sees the posture, the controls in force and counts, and can ask for a link. No run, call or receipt is shown.'
          : 'Without a link nothing is shown any more, and nobody can ask for one on the page. Links go on working.'}
      </p>
    </ReasonDialog>
  )
}
