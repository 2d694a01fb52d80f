/** What lists can be filtered by, for menus: the names there are, a bounded number of each. */
import { listAgents, listRuleCalls, listToolCalls } from '../../store/queries/session-lists.js'
import type { Reader } from '../../store/store.js'
import { scopeOfProject } from './project-scope.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names; each sorted by name. Tools and rules are those with the most calls, where there are more. */
export type Facets = {
  readonly agents: readonly string[]
  readonly tools: readonly string[]
  readonly rules: readonly string[]
}

const MAX_NAMES = 200

export async function readFacets(reader: Reader, project: ProjectKey): Promise<Facets> {
  const asked = { ...scopeOfProject(project), limit: MAX_NAMES }
  const [agents, tools, rules] = await Promise.all([
    reader.all(listAgents, asked),
    reader.all(listToolCalls, asked),
    reader.all(listRuleCalls, asked),
  ])
  return {
    agents: agents.map(({ agent }) => agent),
    tools: tools.map(({ name }) => name).sort(),
    rules: rules.map(({ name }) => name).sort(),
  }
}
