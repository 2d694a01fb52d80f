/** A draft as typed, read at once in the page, and checked by the service a moment after the last key. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Rule } from '@heron/evidence'
import type { RuleCheck } from '../../../api/policy.js'
import { type ApiProblem, ask } from '../../../api/request.js'
import { projectPath } from '../../../api/use-answer.js'
import { useProject } from '../../../parts/project.js'
import { type DraftProblem, type DraftReading, readDraft } from './draft.js'
import { locate } from './locate.js'

/** Long enough that nobody is told about a word half written. */
const SETTLE_MS = 400

export type CheckedDraft = DraftReading & {
  /** The rule once nothing is wrong with it, in the page's eyes and in the service's. */
  readonly ready: Rule | null
  readonly checking: boolean
}

/** @param others ids that are taken. */
export function useCheckedDraft(text: string, others: readonly string[]): CheckedDraft {
  const project = useProject()
  const reading = withTaken(readDraft(text), text, others)
  const settled = useSettled(reading.problems.length === 0 ? text : null)
  const { rule } = reading
  const check = useQuery<RuleCheck, ApiProblem>({
    queryKey: ['rule-check', project, settled],
    queryFn: ({ signal }) =>
      ask<RuleCheck>(projectPath(project, '/policy/check'), {
        method: 'POST',
        body: { rule: settled === null ? null : (JSON.parse(settled) as unknown) },
        signal,
      }),
    enabled: settled !== null,
    staleTime: Infinity,
  })
  const judged = settled === text ? check.data : undefined
  const problems: readonly DraftProblem[] =
    judged?.problems.map((problem) => ({ ...problem, place: locate(text, problem.pointer) })) ?? []
  return {
    ...reading,
    problems: [...reading.problems, ...problems],
    ready: judged?.ok === true ? rule : null,
    checking: rule !== null && judged === undefined && check.error === null,
  }
}

function withTaken(reading: DraftReading, text: string, others: readonly string[]): DraftReading {
  const { rule } = reading
  if (rule === null || !others.includes(rule.id)) return reading
  const message = `\`${rule.id}\` is another rule: choose a name that is free`
  return { ...reading, rule: null, problems: [{ pointer: '/id', message, place: locate(text, '/id') }] }
}

/** The value once it has stood still for a moment. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value)
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [value])
  return settled
}
