/** Which project is on screen, and the environment that narrows it: both from the address. */
import { usePathParams, useQueryParams } from './address.js'

/** @throws outside the pages of a project: a page asked for what it has not. */
export function useProject(): string {
  const project = useProjectOrNone()
  if (project === null) throw new Error('this page belongs to no project')
  return project
}

/** Null on the pages of the organization. */
export function useProjectOrNone(): string | null {
  return usePathParams()['project'] ?? null
}

/** `live`, `test`, or null for both. */
export function useEnvironment(): string | null {
  return useQueryParams()['environment'] ?? null
}
