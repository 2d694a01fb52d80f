/**
 * A change of settings or policy: it names the revision that its author saw. When somebody else was quicker the service
 * refuses (`changed_meanwhile`) and says who did what; the author, told so, may confirm again on top of that.
 */
import { useState } from 'react'
import { ApiProblem, type RequestOptions } from '../api/request.js'
import { useProjectAct } from '../api/use-answer.js'

export type ProjectEdit = {
  /** Below `/projects/{project}`. */
  readonly path: string
  readonly method?: RequestOptions['method']
  /** Everything but the revision. */
  readonly body: object
}

/**
 * @param revision the newest known; the one of the first rendering counts until a refusal.
 * @returns sends the change. @throws {ApiProblem}
 */
export function useProjectEdit(revision: number): (edit: ProjectEdit) => Promise<void> {
  const [seen, setSeen] = useState<number | null>(revision)
  const send = useProjectAct<ProjectEdit>(({ path, method = 'POST', body }) => ({
    path,
    method,
    body: { ...body, revision: seen ?? revision },
  }))
  return async (edit) => {
    try {
      await send.mutateAsync(edit)
      setSeen(null)
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'changed_meanwhile') setSeen(null)
      throw error
    }
  }
}
