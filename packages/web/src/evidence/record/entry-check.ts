/**
 * Checks one call's line in this browser with the verifier's own inspection, against keys, bundles and catalogue as the
 * page was given them. What needs the lines around it, or the signed manifest, is said beside it.
 */
import {
  type ActionEntry,
  type BatchInspection,
  type CheckFinding,
  type CheckId,
  decodeBase64url,
  detectSignatureVerifier,
  importPublicKey,
  inspectBatch,
  type JsonValue,
  type Material,
  type PageAction,
  type PageKeys,
  type PagePolicy,
  type PageSignals,
} from '@heron/evidence'
import type { PageSource } from '../source/page-source.js'

export type EntryVerdict = { readonly check: CheckId; readonly findings: readonly CheckFinding[] }

/** The export's line for a call. */
export function entryOf(action: PageAction): ActionEntry {
  const { record, prev_hash, record_hash, decision, evaluation, statements } = action
  return { type: 'action', record, prev_hash, record_hash, decision, evaluation, statements }
}

export async function loadMaterial(source: PageSource, action: PageAction): Promise<Material> {
  const [keys, policy, signals] = await Promise.all([source.keys(), source.policy(), source.signals()])
  return materialOf(action, keys, policy, signals)
}

function materialOf(
  { decision }: PageAction,
  keys: PageKeys,
  policy: PagePolicy,
  { catalog }: PageSignals,
): Material {
  const heronKeys = new Map<string, NonNullable<ReturnType<typeof importPublicKey>>>()
  for (const { jwk } of keys.heron) {
    const key = importPublicKey(jwk.x)
    if (key !== null) heronKeys.set(jwk.kid, key)
  }
  const vendorKeys = new Map<
    string,
    { key: NonNullable<ReturnType<typeof importPublicKey>>; importedAt: string; revokedAt: string | null }
  >()
  for (const { kid, x, imported_at, revoked_at } of keys.vendor) {
    const key = decodeBase64url(x) === null ? null : importPublicKey(x)
    if (key !== null) vendorKeys.set(kid, { key, importedAt: imported_at, revokedAt: revoked_at })
  }
  return {
    scope: { organization: decision.payload.org, project: decision.payload.project },
    heronKeys,
    vendorKeys,
    bundles: new Map(policy.bundles.map(({ policy_hash, bundle }) => [policy_hash, bundle])),
    catalogs: new Map(
      catalog === null
        ? []
        : [[catalog.catalog_hash, { body: catalog.body, verified: catalog.signature_valid }]],
    ),
    witnesses: [],
  }
}

/** @param entry UNTRUSTED: also what a reader typed. */
export async function checkEntry(entry: JsonValue, material: Material): Promise<readonly EntryVerdict[]> {
  const verifySignature = await detectSignatureVerifier()
  const batch = { firstLine: 1, lines: { form: 'plain' as const, entries: [entry] } }
  return verdictsOf(await inspectBatch(batch, material, { verifySignature }))
}

function verdictsOf({ counts, findings }: BatchInspection): EntryVerdict[] {
  const checks = new Set([...counts.keys(), ...findings.map(({ check }) => check)])
  return [...checks].map((check) => ({
    check,
    findings: findings.filter((each) => each.check === check).map(({ finding }) => finding),
  }))
}
