/** The editor: form and JSON of one draft, its condition in words, the dry run, and saving with a reason. */
import { useState } from 'react'
import type { Rule } from '@heron/evidence'
import { Button } from '../../../../design/button.js'
import { StatusMark } from '../../../../design/status-mark.js'
import { useToast } from '../../../../design/toast.js'
import { conditionWords } from '../../../../policy/condition-words.js'
import { type ProjectEdit, useProjectEdit } from '../../../parts/use-project-edit.js'
import { useGo, usePlaces } from '../../../parts/link.js'
import { ReasonDialog } from '../../../parts/reason-dialog.js'
import { LeaveGuard } from '../../../parts/leave-guard.js'
import { DryRunPanel } from '../dry-run-panel.js'
import { DRY_RUN_CALLS } from '../use-dry-run.js'
import { draftText, OWN_PREFIX } from './draft.js'
import { JsonEditor } from './json-editor.js'
import { LanguageHelp } from './language-help.js'
import { RuleForm } from './rule-form.js'
import { type CheckedDraft, useCheckedDraft } from './use-checked-draft.js'
import { count, counted } from '../../../../words/figures.js'

export type RuleEditorProps = {
  readonly initial: string
  /** Id of the rule that is changed; null for a new one. */
  readonly existing: string | null
  readonly others: readonly string[]
  readonly revision: number
}

export function RuleEditor({ initial, existing, others, revision }: RuleEditorProps) {
  const [text, setText] = useState(initial)
  const [view, setView] = useState<'form' | 'json'>('form')
  const [saved, setSaved] = useState(false)
  const draft = useCheckedDraft(text, others)
  const edit = useProjectEdit(revision)
  return (
    <div className="editor">
      <LeaveGuard dirty={text !== initial && !saved} what="the rule as you wrote it" />
      <section className="stack" aria-label="The rule">
        <ViewSwitch view={view} onChange={setView} />
        {view === 'form' ? (
          draft.members === null ? (
            <p role="alert">
              The JSON cannot be read at the moment, so there is no form to show. Mend it under JSON.
            </p>
          ) : (
            <RuleForm
              members={draft.members}
              problems={draft.problems}
              fixedId={existing !== null}
              onChange={(members) => {
                setText(draftText(members))
              }}
            />
          )
        ) : (
          <>
            <JsonEditor label="The rule as JSON" text={text} problems={draft.problems} onChange={setText} />
            <LanguageHelp />
          </>
        )}
      </section>
      <Aside draft={draft} text={text}>
        {draft.ready === null ? null : (
          <Save
            rule={draft.ready}
            existing={existing}
            edit={edit}
            onSaved={() => {
              setSaved(true)
            }}
          />
        )}
      </Aside>
    </div>
  )
}

function ViewSwitch({
  view,
  onChange,
}: {
  view: 'form' | 'json'
  onChange: (view: 'form' | 'json') => void
}) {
  return (
    <div className="segments" role="group" aria-label="How to edit">
      {(['form', 'json'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={each === view ? 'segment chosen' : 'segment'}
          aria-pressed={each === view}
          onClick={() => {
            onChange(each)
          }}
        >
          {each === 'form' ? 'Form' : 'JSON'}
        </button>
      ))}
    </div>
  )
}

/** What the draft amounts to: its state, its meaning, its effect on recorded calls. */
function Aside({ draft, text, children }: { draft: CheckedDraft; text: string; children: React.ReactNode }) {
  const { rule, ready, problems, checking } = draft
  const [tried, setTried] = useState<{ rule: Rule; text: string } | null>(null)
  return (
    <aside className="editor-aside" aria-label="What it amounts to">
      <p role="status">
        {problems.length > 0 ? (
          <StatusMark status="not_checked" word="not a rule yet" />
        ) : checking ? (
          <StatusMark status="not_checked" word="being checked …" />
        ) : (
          <StatusMark
            status={ready === null ? 'fail' : 'pass'}
            word={ready === null ? 'not checked by the service' : 'a rule'}
          />
        )}
      </p>
      <Missing draft={draft} />
      {rule === null ? null : (
        <p>
          <span className="verdict">{rule.effect}</span> when {conditionWords(rule.when)}.
        </p>
      )}
      <div className="stack">
        <Button
          disabled={ready === null}
          onClick={() => {
            if (ready !== null) setTried({ rule: ready, text })
          }}
        >
          Try it on the last {count(DRY_RUN_CALLS)} calls
        </Button>
        {tried === null ? null : (
          <>
            {tried.text === text ? null : (
              <p className="small soft">The rule was edited since: this is about how it was.</p>
            )}
            <DryRunPanel change={{ put: [tried.rule] }} examples />
          </>
        )}
      </div>
      {children}
    </aside>
  )
}

const FIELDS: Readonly<Record<string, string>> = { '/title': 'title', '/id': 'name', '/text': 'text' }

/** Fields that nobody is told off for while they are empty are named here. */
function Missing({ draft: { members, problems } }: { draft: CheckedDraft }) {
  const missing = Object.entries(FIELDS).flatMap(([pointer, name]) => {
    const value = members?.[pointer.slice(1)]
    const empty = value === '' || value === OWN_PREFIX
    return empty && problems.some((problem) => problem.pointer === pointer) ? [name] : []
  })
  const others = problems.length - missing.length
  if (problems.length === 0) return null
  return (
    <p className="soft small">
      {missing.length === 0 ? '' : `Still to write: ${missing.join(', ')}. `}
      {others === 0 ? '' : `${counted(others, 'problem')}, shown where it stands.`}
    </p>
  )
}

type SaveProps = {
  readonly rule: Rule
  readonly existing: string | null
  readonly edit: (edit: ProjectEdit) => Promise<void>
  readonly onSaved: () => void
}

function Save({ rule, existing, edit, onSaved }: SaveProps) {
  const [asking, setAsking] = useState(false)
  const toast = useToast()
  const go = useGo()
  const places = usePlaces()
  const words = existing === null ? 'Put in force' : 'Put the change in force'
  return (
    <>
      <Button
        kind="primary"
        onClick={() => {
          setAsking(true)
        }}
      >
        {words} …
      </Button>
      {asking ? (
        <ReasonDialog
          title={`${words}: “${rule.title}”`}
          entry={{ act: existing === null ? 'rule.added' : 'rule.changed', subject: `rule:${rule.id}` }}
          confirm={words}
          onClose={() => {
            setAsking(false)
          }}
          onConfirm={async (reason) => {
            await edit({
              path: `/policy/rules/${encodeURIComponent(rule.id)}`,
              method: 'PUT',
              body: { reason, rule },
            })
            onSaved()
            toast(`“${rule.title}” is in force from the next call on.`)
            // Behind the guard, which has to hear first that everything is saved.
            setTimeout(() => {
              go(places.at('policy'))
            })
          }}
        >
          <p>
            The rule is published in full, as yours, with your reason beside it. From the next call on it
            decides with the others.
          </p>
        </ReasonDialog>
      ) : null}
    </>
  )
}
