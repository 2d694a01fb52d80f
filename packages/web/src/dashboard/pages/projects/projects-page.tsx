/** Projects of the organization: each has its own policy, keys, evidence page and log. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { Field } from '../../../design/field.js'
import { SecretOnce } from '../../../design/secret-once.js'
import { Table } from '../../../design/table.js'
import { Time } from '../../../design/time.js'
import type { Items } from '../../api/keys.js'
import type { CreatedProject, ProjectRow } from '../../api/members.js'
import { useAct, useAnswer } from '../../api/use-answer.js'
import { FormDialog } from '../../parts/form-dialog.js'
import { Link, useGo } from '../../parts/link.js'
import { Only } from '../../parts/me.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Answered } from '../../parts/states.js'

export function ProjectsPage() {
  const answer = useAnswer<Items<ProjectRow>>('/projects')
  const [creating, setCreating] = useState(false)
  return (
    <PageFrame
      title="Projects"
      lead="A project owns its policy, keys, evidence page and operator log. Nothing of one is seen from another."
      actions={
        <Only role="admin">
          <Button
            kind="primary"
            onClick={() => {
              setCreating(true)
            }}
          >
            Create a project …
          </Button>
        </Only>
      }
    >
      <Answered answer={answer}>
        {({ items }) => (
          <Table
            caption="Projects"
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Name',
                header: true,
                cell: ({ id, name }) => (
                  <Link row to={projectPlace(id, 'overview')}>
                    {name}
                  </Link>
                ),
              },
              { head: 'Id', cell: ({ id }) => <code className="wrap">{id}</code> },
              { head: 'Created', cell: ({ created_at }) => <Time at={created_at} day /> },
            ]}
          />
        )}
      </Answered>
      {creating ? (
        <CreateDialog
          onClose={() => {
            setCreating(false)
          }}
        />
      ) : null}
    </PageFrame>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const go = useGo()
  const create = useAct<undefined, CreatedProject>(() => ({ path: '/projects', body: { name: name.trim() } }))
  const { data } = create
  if (data !== undefined)
    return (
      <SecretOnce
        title={`${data.name} is there`}
        secrets={[
          { label: 'API key, live', value: data.api_key },
          { label: 'Your link to its evidence page', value: data.evidence.url },
        ]}
        onClose={() => {
          onClose()
          go(projectPlace(data.id, 'getting-started'))
        }}
      />
    )
  return (
    <FormDialog
      title="Create a project"
      confirm="Create it"
      ready={name.trim() !== ''}
      onClose={onClose}
      onSubmit={() => create.mutateAsync(undefined)}
    >
      <Field
        label="Name"
        required
        maxLength={120}
        value={name}
        hint="Reviewers read it on the evidence page."
        onChange={({ target }) => {
          setName(target.value)
        }}
      />
    </FormDialog>
  )
}

function projectPlace(id: string, page: string) {
  return { to: `/p/${encodeURIComponent(id)}/${page}`, search: {} }
}
