/** *Try to break it*: the reader edits a record and watches, at every keystroke, which check fails and why. */
import { useEffect, useState } from 'react'
import {
  canonicalize,
  CHECKS,
  decodeJson,
  hashCanonicalText,
  type JsonValue,
  type Material,
  type PageAction,
} from '@heron/evidence'
import { Button } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { MessageText } from '../../design/message-text.js'
import { StatusMark } from '../../design/status-mark.js'
import { type Route, tabHref } from '../route.js'
import { checkEntry, entryOf, type EntryVerdict, loadMaterial } from '../record/entry-check.js'
import { Answered } from '../source/answered.js'
import { useAnswer } from '../source/use-answer.js'
import type { PageSource } from '../source/page-source.js'

type Loaded = { readonly action: PageAction; readonly material: Material }

const TITLES = new Map<string, string>(CHECKS.map(({ id, title }) => [id, title]))

export function BreakTab({ route }: { route: Route }) {
  const wanted = route.filter.get('call')
  const answer = useAnswer(`break ${wanted ?? ''}`, async (source): Promise<Loaded | null> => {
    const id = wanted ?? (await firstCall(source))
    if (id === null) return null
    const action = await source.action(id)
    return { action, material: await loadMaterial(source, action) }
  })
  return (
    <div className="stack">
      <p>
        Here is one record as it stands in the export. Change any character, as somebody with the database
        could, and see which check notices. Nothing leaves this browser.
      </p>
      <Answered answer={answer}>
        {(loaded) =>
          loaded === null ? (
            <EmptyState>There is no call in this window to try it on.</EmptyState>
          ) : (
            <Breaker key={loaded.action.record.action} {...loaded} />
          )
        }
      </Answered>
    </div>
  )
}

async function firstCall(source: PageSource): Promise<string | null> {
  const { items } = await source.runs({}, null)
  for (const run of items) {
    if (run.actions === 0) continue
    const calls = await source.calls(run.session, null)
    const first = calls.items.at(0)
    if (first !== undefined) return first.action
  }
  return null
}

function Breaker({ action, material }: Loaded) {
  const original = JSON.stringify(entryOf(action), null, 2)
  const [text, setText] = useState(original)
  const read = decodeJson(text)
  const verdicts = useVerdicts(read.ok ? read.value : null, material)
  const changed = read.ok && canonicalize(read.value) !== canonicalize(entryOf(action))
  const failed = verdicts?.filter(({ findings }) => findings.some(({ outcome }) => outcome === 'fail')) ?? []
  return (
    <div className="columns breaker">
      <div className="stack">
        <label className="field">
          {`Record ${action.record.action}`}
          <textarea
            rows={26}
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
            }}
          />
        </label>
        <div className="row pick">
          <Button
            disabled={text === original}
            onClick={() => {
              setText(original)
            }}
          >
            Reset
          </Button>
          <Picker current={action.record.action} />
        </div>
      </div>
      <section className="stack" aria-label="What the checks say" aria-live="polite">
        <h3>
          {!read.ok ? (
            <StatusMark status="fail" word="not a record any more" />
          ) : failed.length > 0 || changed ? (
            <StatusMark
              status="fail"
              word={`${(failed.length + (changed ? 1 : 0)).toString()} checks notice`}
            />
          ) : (
            <StatusMark status="pass" word="as it was signed" />
          )}
        </h3>
        {read.ok ? null : (
          <p>The text is no JSON: {read.error.message}. The check format would refuse the line.</p>
        )}
        <ul className="stack">
          {(verdicts ?? []).map(({ check, findings }) => (
            <li key={check} className={findings.length > 0 ? 'card stack' : 'verdict-line'}>
              <StatusMark status={statusOf(findings)} word={check} />
              <span className="soft small">{TITLES.get(check)}</span>
              {findings.map((finding, index) => (
                <p key={index} className="small">
                  <strong>
                    <MessageText text={finding.message} />
                  </strong>{' '}
                  <code>{finding.pointer}</code>
                </p>
              ))}
            </li>
          ))}
          {read.ok ? <DigestLine changed={changed} entry={read.value} /> : null}
        </ul>
      </section>
    </div>
  )
}

function DigestLine({ changed, entry }: { changed: boolean; entry: JsonValue }) {
  return (
    <li className={changed ? 'card stack' : 'verdict-line'}>
      <StatusMark status={changed ? 'fail' : 'pass'} word="manifest.digest" />
      <span className="soft small">{TITLES.get('manifest.digest')}</span>
      {changed ? (
        <p className="small">
          <strong>The line now hashes to</strong>{' '}
          <code className="wrap">{hashCanonicalText(canonicalize(entry))}</code>, which is not what the signed
          manifest covers.
        </p>
      ) : null}
    </li>
  )
}

function Picker({ current }: { current: string }) {
  const [id, setId] = useState(current)
  return (
    <form
      className="row pick"
      onSubmit={(event) => {
        event.preventDefault()
        window.location.hash = tabHref('break', { call: id.trim() })
      }}
    >
      <label className="field inline">
        Another call, by its id
        <input
          value={id}
          onChange={(event) => {
            setId(event.target.value)
          }}
        />
      </label>
      <Button type="submit">Take this one</Button>
    </form>
  )
}

/** The newest text's verdicts; an older check that ends later is dropped. */
function useVerdicts(entry: JsonValue | null, material: Material): readonly EntryVerdict[] | null {
  const [verdicts, setVerdicts] = useState<readonly EntryVerdict[] | null>(null)
  const key = entry === null ? null : canonicalize(entry)
  useEffect(() => {
    let current = true
    if (entry === null) setVerdicts(null)
    else {
      void checkEntry(entry, material).then((found) => {
        if (current) setVerdicts(found)
      })
    }
    return () => {
      current = false
    }
    // The canonical text names the entry; the object is new on every render.
  }, [key, material])
  return verdicts
}

function statusOf(findings: EntryVerdict['findings']) {
  if (findings.some(({ outcome }) => outcome === 'fail')) return 'fail' as const
  return findings.length > 0 ? ('not_checked' as const) : ('pass' as const)
}
