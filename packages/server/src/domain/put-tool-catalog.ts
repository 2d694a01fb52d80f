/** `PUT /v1/tool-catalog`: the vendor's signed statement of what its tools are. Only a verified one is in force. */
import {
  canonicalCatalog,
  canonicalize,
  catalogHash,
  checkCatalog,
  type CatalogWarning,
  type PutToolCatalogAnswer,
  type PutToolCatalogRequest,
  type ToolCatalogBody,
  verifyReceiptText,
} from '@heron/evidence'
import {
  enforceCatalog,
  findCatalogByHash,
  findCatalogByKey,
  insertCatalog,
} from '../store/queries/catalogs.js'
import { findSettings } from '../store/queries/projects.js'
import type { Schema } from '../store/schema.js'
import { type Step, step } from '../store/store.js'
import { CONFLICT, untilNoConflict } from './conflict-retry.js'
import { requireReference, requireToolName } from './door.js'
import { findingStep } from './findings.js'
import { idempotencyDigest, refuseOtherMeaning } from './idempotency.js'
import type { Parts } from './parts.js'
import { storableSignature } from './redaction/renderings.js'
import { Refusal, type RefusalCode } from './refusal.js'
import type { RequestContext } from './service.js'

type CatalogRow = Schema['tool_catalogs']

type Statement = {
  readonly text: string
  readonly hash: string
  readonly tools: number
  readonly warnings: readonly CatalogWarning[]
  readonly signature: PutToolCatalogRequest['signature']
  readonly signatureValid: boolean
  /** Holds while the vendor's key is in the state that the signature was judged in. */
  readonly guard: Step
}

/** @param request UNTRUSTED, shape-checked. */
export async function putToolCatalog(
  parts: Parts,
  request: PutToolCatalogRequest,
  context: RequestContext,
): Promise<PutToolCatalogAnswer> {
  const digest = idempotencyDigest(context)
  return untilNoConflict(async () => {
    const statement = await readStatement(parts, request, context)
    const earlier = await findEarlier(parts, statement, context, digest)
    if (earlier.row !== null)
      return { ...answerOf(statement, earlier.row.signature_valid === 1), replay: true as const }
    const written = await write(parts, statement, context, earlier.keyIsTaken ? null : digest)
    return written ? answerOf(statement, statement.signatureValid) : CONFLICT
  })
}

/** @throws {Refusal} for a catalogue that is malformed, ambiguous, or carries personal data in a name. */
async function readStatement(
  { vendorKeys, verify }: Parts,
  { signature, ...body }: PutToolCatalogRequest,
  { tenant, receivedAt }: RequestContext,
): Promise<Statement> {
  const { findings, warnings } = checkCatalog(body)
  const [finding] = findings
  if (finding !== undefined)
    throw new Refusal(CATALOG_REFUSALS[finding.code], finding.message, finding.pointer)
  checkNames(body)
  requireReference(signature.kid, '/signature/kid')
  const text = canonicalize(canonicalCatalog(body))
  const { key, guard } = await vendorKeys.find(tenant, signature.kid, receivedAt)
  return {
    ...{ text, warnings, signature, guard },
    hash: catalogHash(body),
    tools: body.tools.length,
    signatureValid: key !== null && (await verifyReceiptText(text, signature.value, key, verify)),
  }
}

const CATALOG_REFUSALS = {
  invalid: 'invalid_request',
  duplicate_name: 'duplicate_tool_name',
  ambiguous: 'ambiguous_catalog',
} as const satisfies Record<string, RefusalCode>

function checkNames({ tools }: ToolCatalogBody): void {
  for (const [index, { name, aliases = [], provider, server }] of tools.entries()) {
    requireToolName(name, `/tools/${index}/name`)
    if (provider !== undefined) requireReference(provider, `/tools/${index}/provider`)
    if (server !== undefined) requireReference(server, `/tools/${index}/server`)
    for (const [position, alias] of aliases.entries()) {
      requireToolName(alias, `/tools/${index}/aliases/${position}`)
    }
  }
}

/**
 * The stored statement that this one repeats. One that did not verify is repeated only while it still does not: after
 * the vendor's key was imported, the same content under the same key is news.
 */
async function findEarlier(
  parts: Parts,
  statement: Statement,
  context: RequestContext,
  digest: string | null,
): Promise<{ readonly row: CatalogRow | null; readonly keyIsTaken: boolean }> {
  const scope = { organization_id: context.tenant.organizationId, project_id: context.tenant.projectId }
  const byKey =
    digest === null
      ? undefined
      : await parts.store.first(findCatalogByKey, { ...scope, idempotency_digest: digest })
  if (byKey !== undefined && digest !== null && byKey.catalog_hash !== statement.hash) {
    return refuseOtherMeaning(parts, context, {
      scope: 'catalog',
      digest,
      holderId: byKey.id,
      meaning: { catalog_hash: statement.hash },
      detail: 'this key was used for a catalogue of other content: use a key for each content',
    })
  }
  const keyIsTaken = byKey !== undefined
  const row = await parts.store.first(findCatalogByHash, { ...scope, catalog_hash: statement.hash })
  if (row === undefined) return { row: null, keyIsTaken }
  if (row.signature_valid === 0) {
    const repeated =
      !statement.signatureValid &&
      (keyIsTaken || row.signature === storableSignature(statement.signature.value))
    return { row: repeated ? row : null, keyIsTaken }
  }
  if (!statement.signatureValid) return { row: keyIsTaken ? row : null, keyIsTaken }
  // Content that another catalogue has replaced since is put in force again.
  const settings = await parts.store.first(findSettings, scope)
  return { row: settings?.catalog_hash === statement.hash ? row : null, keyIsTaken }
}

/** False when another writer went first. */
async function write(
  parts: Parts,
  statement: Statement,
  { tenant, receivedAt }: RequestContext,
  digest: string | null,
): Promise<boolean> {
  const { store, newId } = parts
  const scope = { organization_id: tenant.organizationId, project_id: tenant.projectId }
  const { hash, signature, signatureValid } = statement
  const id = `cat_${newId()}`
  const insertion = step(insertCatalog, {
    ...scope,
    id,
    catalog_hash: hash,
    body_text: statement.text,
    tools: statement.tools,
    kid: signature.kid,
    signature: storableSignature(signature.value),
    signature_valid: signatureValid ? 1 : 0,
    received_at: receivedAt,
    idempotency_digest: digest,
  })
  if (!signatureValid) {
    const finding = findingStep(tenant, `fnd_${newId()}`, receivedAt, {
      kind: 'INVALID_VENDOR_SIGNATURE',
      subject: id,
      catalogHash: hash,
      detail: { kid: signature.kid },
    })
    return (await store.commit([insertion, finding, statement.guard])).ok
  }
  const settings = await store.first(findSettings, scope)
  if (settings === undefined) throw new Error('the project has no settings')
  const enforcement = step(enforceCatalog, {
    ...scope,
    expected_revision: settings.revision,
    revision: settings.revision + 1,
    catalog_id: id,
    catalog_hash: hash,
  })
  const written = await store.commit([insertion, enforcement, statement.guard])
  parts.projects.forget(tenant)
  return written.ok
}

function answerOf(statement: Statement, signatureValid: boolean): PutToolCatalogAnswer {
  const { hash, tools, warnings } = statement
  return {
    ok: true,
    catalog_hash: hash,
    tools,
    signature_valid: signatureValid,
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}
