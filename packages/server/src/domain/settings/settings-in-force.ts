/** The settings and the policy that an edit is built on. */
import { parseJson, type PolicyBundle } from '@heron/evidence'
import { findPolicy, findSettings } from '../../store/queries/projects.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { scopeOf } from '../operator-keys.js'
import { Refusal } from '../refusal.js'
import type { ProjectKey } from '../tenant.js'

export type SettingsInForce = {
  readonly row: Schema['project_settings']
  readonly bundle: PolicyBundle
}

/** @throws {Refusal} not_found */
export async function readSettingsInForce(reader: Reader, project: ProjectKey): Promise<SettingsInForce> {
  const scope = scopeOf({ project })
  const row = await reader.first(findSettings, scope)
  if (row === undefined) throw new Refusal('not_found', 'there is no such project')
  const policy = await reader.first(findPolicy, { ...scope, policy_hash: row.policy_hash })
  if (policy === undefined) throw new Error('the policy in force is not stored')
  return { row, bundle: parseJson(policy.bundle_text) as unknown as PolicyBundle }
}
