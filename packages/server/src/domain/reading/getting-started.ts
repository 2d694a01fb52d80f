/** Five steps that tick themselves when the service sees them happen (pages.md, "Getting started"). */
import {
  findFirstAction,
  findFirstApiKey,
  findFirstEvidence,
  findFirstSession,
  findFirstVendorKey,
} from '../../store/queries/beginnings.js'
import type { Reader } from '../../store/store.js'
import { scopeOfProject } from './project-scope.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names. */
export type GettingStarted = {
  readonly steps: readonly {
    readonly id: 'api_key' | 'vendor_key' | 'session' | 'decision' | 'evidence'
    readonly done: boolean
    readonly at: string | null
  }[]
  /** The first call that was announced: where to look. */
  readonly first_action: string | null
}

/** Statements looked at for the first one that verified: who sends more of the others has another problem. */
const STATEMENTS_LOOKED_AT = 1000

export async function readGettingStarted(reader: Reader, project: ProjectKey): Promise<GettingStarted> {
  const scope = scopeOfProject(project)
  const [apiKey, vendorKey, session, action, evidence] = await Promise.all([
    reader.first(findFirstApiKey, scope),
    reader.first(findFirstVendorKey, scope),
    reader.first(findFirstSession, scope),
    reader.first(findFirstAction, scope),
    reader.first(findFirstEvidence, { ...scope, limit: STATEMENTS_LOOKED_AT }),
  ])
  const stepOf = (id: GettingStarted['steps'][number]['id'], found: { at: string | null } | undefined) => {
    const at = found?.at ?? null
    return { id, done: at !== null, at }
  }
  return {
    steps: [
      stepOf('api_key', apiKey),
      stepOf('vendor_key', vendorKey),
      stepOf('session', session),
      stepOf('decision', action),
      stepOf('evidence', evidence),
    ],
    first_action: action?.id ?? null,
  }
}
