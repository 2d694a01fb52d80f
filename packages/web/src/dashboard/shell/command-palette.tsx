/** Search and go: pages by name, runs and calls by what is typed. Opened by `/` or Ctrl-K. */
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Autocomplete, Header, Input, Menu, MenuItem, MenuSection, SearchField } from 'react-aria-components'
import { useQuery } from '@tanstack/react-query'
import type { Paged } from '@heron/evidence'
import { ask } from '../api/request.js'
import { outranks } from '../api/people.js'
import { projectPath } from '../api/use-answer.js'
import { type Place, useGo } from '../parts/link.js'
import { useMe } from '../parts/me.js'
import { useProjectOrNone } from '../parts/project.js'
import { PAGES } from '../registry/pages.js'

type Entry = {
  readonly id: string
  readonly label: string
  readonly note: string | null
  readonly place: Place
}

const FOUND = 6

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  const project = useProjectOrNone()
  const [typed, setTyped] = useState('')
  const go = useGo()
  const pages = usePageEntries(project, typed)
  const found = useFound(project, useDeferredValue(typed.trim()))
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  const sections = [
    { id: 'pages', title: 'Pages', entries: pages },
    { id: 'runs', title: 'Runs', entries: found.runs },
    { id: 'calls', title: 'Calls', entries: found.calls },
  ].filter(({ entries }) => entries.length > 0)
  const choose = (id: string) => {
    const entry = sections.flatMap(({ entries }) => entries).find((each) => each.id === id)
    onClose()
    if (entry !== undefined) go(entry.place)
  }
  /** Enter comes before the first entry is marked where somebody types fast: it is the one that is meant. */
  const chooseFirst = () => {
    const isMarked = ref.current?.querySelector('input')?.hasAttribute('aria-activedescendant')
    const [first] = sections.flatMap(({ entries }) => entries)
    if (isMarked !== true && first !== undefined) choose(first.id)
  }
  return (
    <dialog
      ref={ref}
      className="palette"
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-label="Search or go to" autoFocus className="palette-field" onSubmit={chooseFirst}>
          <Input placeholder="A page, a run, a tool …" />
        </SearchField>
        <Menu
          className="menu palette-list"
          aria-label="What was found"
          onAction={(key) => {
            choose(String(key))
          }}
          renderEmptyState={() => <p className="soft palette-empty">Nothing of that name.</p>}
        >
          {sections.map(({ id, title, entries }) => (
            <MenuSection key={id} id={id}>
              <Header className="palette-head">{title}</Header>
              {entries.map((entry) => (
                <MenuItem
                  key={entry.id}
                  id={entry.id}
                  textValue={entry.label}
                  className="menu-item palette-item"
                >
                  <span>{entry.label}</span>
                  {entry.note === null ? null : <span className="soft small">{entry.note}</span>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </dialog>
  )
}

function usePageEntries(project: string | null, typed: string): readonly Entry[] {
  const { role } = useMe()
  return useMemo(() => {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
    return PAGES.filter(
      ({ path, scope, palette, title, needs = 'viewer' }) =>
        !path.includes('$') &&
        (scope === 'organization' || project !== null) &&
        outranks(role, needs) &&
        words.every((word) => `${title} ${palette ?? ''}`.toLowerCase().includes(word)),
    ).map(({ path, scope, title }) => ({
      id: `page ${path}`,
      label: title,
      note: null,
      place: {
        to: scope === 'project' ? `/p/${encodeURIComponent(project ?? '')}/${path}` : `/${path}`,
        search: {},
      },
    }))
  }, [project, typed, role])
}

type FoundRun = { readonly session: string; readonly external_id: string; readonly agent: string }
type FoundCall = {
  readonly action: string
  readonly tool: string
  readonly verdict: string
  readonly session_external_id: string
}

function useFound(
  project: string | null,
  typed: string,
): { runs: readonly Entry[]; calls: readonly Entry[] } {
  const enabled = project !== null && typed.length > 1
  const base = project ?? ''
  const runs = useQuery({
    queryKey: ['project', base, 'palette runs', typed],
    queryFn: ({ signal }) =>
      ask<Paged<FoundRun>>(projectPath(base, '/sessions'), { query: { q: typed, limit: FOUND }, signal }),
    enabled,
  })
  const calls = useQuery({
    queryKey: ['project', base, 'palette calls', typed],
    queryFn: ({ signal }) =>
      ask<Paged<FoundCall>>(projectPath(base, '/actions'), { query: { q: typed, limit: FOUND }, signal }),
    enabled,
  })
  const place = (path: string, id: string): Place => ({
    to: `/p/${encodeURIComponent(base)}/${path}/${encodeURIComponent(id)}`,
    search: {},
  })
  return {
    runs: (enabled ? (runs.data?.items ?? []) : []).map(({ session, external_id, agent }) => ({
      id: `run ${session}`,
      label: external_id,
      note: agent,
      place: place('runs', session),
    })),
    calls: (enabled ? (calls.data?.items ?? []) : []).map(
      ({ action, tool, verdict, session_external_id }) => ({
        id: `call ${action}`,
        label: tool,
        note: `${verdict}, in ${session_external_id}`,
        place: place('calls', action),
      }),
    ),
  }
}
