/** Reviewers' links: one for each reviewer, shown once, revoked singly. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { Field } from '../../../design/field.js'
import { SecretOnce } from '../../../design/secret-once.js'
import { type Column, Table } from '../../../design/table.js'
import { Time } from '../../../design/time.js'
import { useToast } from '../../../design/toast.js'
import { counted } from '../../../words/figures.js'
import type { Items } from '../../api/keys.js'
import type { IssuedLink, ReviewerLink } from '../../api/reviewers.js'
import { useProjectAct, useProjectAnswer } from '../../api/use-answer.js'
import { FormDialog } from '../../parts/form-dialog.js'
import { Only, useMay } from '../../parts/me.js'
import { ReasonDialog } from '../../parts/reason-dialog.js'
import { ReasonField, troubleWith } from '../../parts/reason-field.js'
import { Section } from '../../parts/section.js'
import { Answered, Empty } from '../../parts/states.js'
import { KeyState } from '../keys/api-keys.js'

export function Links() {
  const answer = useProjectAnswer<Items<ReviewerLink>>('/reviewer-links', ['settings'])
  const [issuing, setIssuing] = useState(false)
  const [revoking, setRevoking] = useState<ReviewerLink | null>(null)
  const may = useMay('admin')
  const issue = (
    <Only role="admin">
      <Button
        onClick={() => {
          setIssuing(true)
        }}
      >
        Issue a link …
      </Button>
    </Only>
  )
  const acts: Column<ReviewerLink> = {
    head: <span className="visually-hidden">Acts</span>,
    cell: (link) =>
      link.revoked_at !== null ? null : (
        <Button
          kind="quiet"
          onClick={() => {
            setRevoking(link)
          }}
        >
          Revoke<span className="visually-hidden"> {link.label}</span>
        </Button>
      ),
  }
  return (
    <Section title="Links" action={issue}>
      <Answered answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No link yet" action={issue}>
              <p>Issue one for each reviewer: then each can be revoked without the others noticing.</p>
            </Empty>
          ) : (
            <Table
              caption="Reviewers’ links"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'For', header: true, cell: ({ label }) => <span className="wrap">{label}</span> },
                {
                  head: 'Reaches back',
                  cell: ({ window_days }) =>
                    window_days === null ? 'as far as the page' : counted(window_days, 'day'),
                },
                { head: 'Issued', cell: ({ created_at }) => <Time at={created_at} day /> },
                {
                  head: 'Last used',
                  cell: ({ last_used_at }) =>
                    last_used_at === null ? <span className="soft">never</span> : <Time at={last_used_at} />,
                },
                { head: 'State', cell: ({ revoked_at }) => <KeyState revokedAt={revoked_at} /> },
                ...(may ? [acts] : []),
              ]}
            />
          )
        }
      </Answered>
      {issuing ? (
        <IssueDialog
          onClose={() => {
            setIssuing(false)
          }}
        />
      ) : null}
      {revoking === null ? null : (
        <RevokeDialog
          link={revoking}
          onClose={() => {
            setRevoking(null)
          }}
        />
      )}
    </Section>
  )
}

/** @param label what stands in the field first. */
export function IssueDialog({ label: first = '', onClose }: { label?: string; onClose: () => void }) {
  const [label, setLabel] = useState(first)
  const [days, setDays] = useState('')
  const [reason, setReason] = useState('')
  const trouble = troubleWith(reason)
  const issue = useProjectAct<undefined, IssuedLink>(() => ({
    path: '/reviewer-links',
    body: {
      ...{ label: label.trim(), reason: reason.trim() },
      ...(days === '' ? {} : { window_days: Number(days) }),
    },
  }))
  if (issue.data !== undefined)
    return (
      <SecretOnce
        title={`The link for ${label.trim()}`}
        secrets={[{ label: 'Link', value: issue.data.url }]}
        onClose={onClose}
      >
        <p className="small">
          Whoever has it sees the record. Send it to this one reviewer, by a way that you trust.
        </p>
      </SecretOnce>
    )
  return (
    <FormDialog
      title="Issue a link"
      confirm="Issue it"
      ready={label.trim() !== '' && reason.trim() !== '' && trouble === null}
      onClose={onClose}
      onSubmit={() => issue.mutateAsync(undefined)}
    >
      <Field
        label="For whom"
        value={label}
        required
        maxLength={120}
        hint="For your own list, published nowhere."
        onChange={({ target }) => {
          setLabel(target.value)
        }}
      />
      <Field
        label="Days that it reaches back"
        type="number"
        min={1}
        max={3650}
        value={days}
        placeholder="as far as the page"
        hint="More than the page, never less."
        onChange={({ target }) => {
          setDays(target.value)
        }}
      />
      <ReasonField
        entry={{
          act: 'reviewer_link.issued',
          subject: 'the new link’s id, without the name',
          change: `reaches back: ${days === '' ? 'as far as the page' : counted(Number(days), 'day')}`,
        }}
        reason={reason}
        error={trouble}
        onChange={setReason}
      />
    </FormDialog>
  )
}

function RevokeDialog({ link, onClose }: { link: ReviewerLink; onClose: () => void }) {
  const toast = useToast()
  const revoke = useProjectAct<string>((reason) => ({
    path: `/reviewer-links/${encodeURIComponent(link.id)}`,
    method: 'DELETE',
    body: { reason },
  }))
  return (
    <ReasonDialog
      title={`Revoke the link for ${link.label}`}
      entry={{ act: 'reviewer_link.revoked', subject: `reviewer_link:${link.id}` }}
      confirm="Revoke it"
      danger
      onClose={onClose}
      onConfirm={async (reason) => {
        await revoke.mutateAsync(reason)
        toast(`The link for ${link.label} opens nothing any more.`)
      }}
    >
      <p>
        The link opens nothing any more, at once. What the reviewer exported stays with them, and still
        verifies. The other links go on working.
      </p>
    </ReasonDialog>
  )
}
