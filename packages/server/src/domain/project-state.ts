/**
 * What is in force in a project: policy, catalogue, settings. Kept in memory by revision; every decision is written
 * only if the revision that it read is still the one in force, so a stale copy costs a second look, never a decision.
 */
import {
  type CatalogIndex,
  indexCatalog,
  isJsonObject,
  parseJson,
  type PolicyBundle,
  type ToolCatalogBody,
} from '@heron/evidence'
import { findCatalog } from '../store/queries/catalogs.js'
import { findPolicy, findSettings } from '../store/queries/projects.js'
import type { Reader } from '../store/store.js'
import { type DeclaredEnforcement, readDeclared } from './enforcement/enforcement-at.js'
import { type Timings, timingsOf } from './reconcile/timings.js'
import type { ProjectKey } from './tenant.js'

export type ProjectState = {
  readonly revision: number
  readonly policyHash: string
  /** Null when it could not be loaded in time: everything is then denied. */
  readonly bundle: PolicyBundle | null
  /** The verified catalogue in force. */
  readonly catalog: { readonly hash: string; readonly index: CatalogIndex } | null
  readonly allowlist: ReadonlySet<string>
  readonly timings: Timings
  /** A shadow window or break-glass; compared with each decision's own clock. */
  readonly declared: DeclaredEnforcement | null
}

/** Where bundles come from; the store, unless a test says otherwise. */
export type PolicySource = (tenant: ProjectKey, policyHash: string) => Promise<PolicyBundle>

/** Reads a bundle by its hash. */
export function policySourceOf(reader: Reader): PolicySource {
  return async ({ organizationId, projectId }, policyHash) => {
    const row = await reader.first(findPolicy, {
      organization_id: organizationId,
      project_id: projectId,
      policy_hash: policyHash,
    })
    if (row === undefined) throw new Error('the policy in force is not stored')
    return parseJson(row.bundle_text) as unknown as PolicyBundle
  }
}

/** Bundles kept in memory; most projects share a few. */
const MAX_BUNDLES = 1000

export class ProjectStates {
  readonly #reader: Reader
  readonly #policies: PolicySource
  readonly #policyTimeoutMs: number
  readonly #timings: Timings
  readonly #states = new Map<string, Promise<ProjectState>>()
  readonly #rechecking = new Set<string>()
  readonly #bundles = new Map<string, PolicyBundle>()

  /** @param timings for what a project does not set itself. */
  constructor(reader: Reader, policies: PolicySource, policyTimeoutMs: number, timings: Timings) {
    this.#reader = reader
    this.#policies = policies
    this.#policyTimeoutMs = policyTimeoutMs
    this.#timings = timings
  }

  load(project: ProjectKey): Promise<ProjectState> {
    const key = keyOf(project)
    const known = this.#states.get(key)
    if (known !== undefined) return known
    const loading = this.#read(project)
    this.#keepState(key, loading)
    return loading
  }

  /** For whoever met another state than the one it planned on, which need not be the project's: reads what tells. */
  recheck(project: ProjectKey): void {
    const key = keyOf(project)
    const known = this.#states.get(key)
    if (known === undefined || this.#rechecking.has(key)) return
    this.#rechecking.add(key)
    const rechecked = this.#readIfMoved(project, known).finally(() => {
      this.#rechecking.delete(key)
    })
    this.#keepState(key, rechecked)
  }

  /** @param project null where any of them may have moved. */
  forget(project: ProjectKey | null): void {
    if (project === null) this.#states.clear()
    else this.#states.delete(keyOf(project))
  }

  #keepState(key: string, loading: Promise<ProjectState>): void {
    this.#states.set(key, loading)
    const forget = (): void => {
      if (this.#states.get(key) === loading) this.#states.delete(key)
    }
    // A policy that was not there in time may be there for the next call.
    loading.then((state) => {
      if (state.bundle === null) forget()
    }, forget)
  }

  async #readIfMoved(project: ProjectKey, known: Promise<ProjectState>): Promise<ProjectState> {
    const [settings, state] = await Promise.all([
      this.#reader.first(findSettings, {
        organization_id: project.organizationId,
        project_id: project.projectId,
      }),
      known.catch(() => null),
    ])
    return settings?.revision === state?.revision && state !== null ? state : this.#read(project)
  }

  async #read(project: ProjectKey): Promise<ProjectState> {
    const scope = { organization_id: project.organizationId, project_id: project.projectId }
    const settings = await this.#reader.first(findSettings, scope)
    if (settings === undefined) throw new Error('the project has no settings')
    const bundle = await this.#loadBundle(project, settings.policy_hash)
    const catalog =
      settings.catalog_id === null
        ? undefined
        : await this.#reader.first(findCatalog, { ...scope, id: settings.catalog_id })
    return {
      revision: settings.revision,
      policyHash: settings.policy_hash,
      bundle,
      catalog:
        catalog === undefined
          ? null
          : { hash: catalog.catalog_hash, index: indexCatalog(readCatalogBody(catalog.body_text)) },
      allowlist: new Set(parseJson(settings.allowlist_text) as readonly string[]),
      timings: timingsOf(settings, this.#timings),
      declared: await readDeclared(this.#reader, project),
    }
  }

  /** Null when it takes longer than a waiting client can be kept, or cannot be read at all. */
  async #loadBundle(project: ProjectKey, policyHash: string): Promise<PolicyBundle | null> {
    const known = this.#bundles.get(policyHash)
    if (known !== undefined) return known
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, this.#policyTimeoutMs, null)
    })
    try {
      const bundle = await Promise.race([this.#policies(project, policyHash), tooLate])
      if (bundle !== null) this.#keep(policyHash, bundle)
      return bundle
    } catch {
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  /** A bundle never changes under its hash; keeping the object keeps what the engine prepared from it. */
  #keep(policyHash: string, bundle: PolicyBundle): void {
    if (this.#bundles.size >= MAX_BUNDLES) this.#bundles.clear()
    this.#bundles.set(policyHash, bundle)
  }
}

/** Reads a stored catalogue. */
export function readCatalogBody(text: string): ToolCatalogBody {
  const body = parseJson(text)
  if (!isJsonObject(body)) throw new TypeError('a stored catalogue is no object')
  return body as unknown as ToolCatalogBody
}

function keyOf({ organizationId, projectId }: ProjectKey): string {
  return `${organizationId}/${projectId}`
}
