/** A change of the policy, tried on recorded calls: the service judges their signed classifications again. */
import { useQuery } from '@tanstack/react-query'
import type { DryRun, PolicyChange } from '../../api/policy.js'
import { type ApiProblem, ask } from '../../api/request.js'
import { type Answer, projectPath } from '../../api/use-answer.js'
import { useProject } from '../../parts/project.js'

/** As many as the service takes. */
export const DRY_RUN_CALLS = 10_000

/** @param change null: nothing to try yet. */
export function useDryRun(change: PolicyChange | null): Answer<DryRun> {
  const project = useProject()
  return useQuery<DryRun, ApiProblem>({
    queryKey: ['dry-run', project, change],
    queryFn: ({ signal }) =>
      ask<DryRun>(projectPath(project, '/policy/dry-run'), {
        method: 'POST',
        body: { change, last: DRY_RUN_CALLS },
        signal,
      }),
    enabled: change !== null,
    // The same change gives the same answer for a while; judging ten thousand calls is not free.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
}
