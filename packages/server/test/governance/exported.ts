/** What a reviewer holds: the export of a project, and what the offline verifier says of it. */
import {
  type AuditRecord,
  detectSignatureVerifier,
  type ExportEntry,
  type VerificationReport,
  verifyExport,
} from '@heron/evidence'
import { exportProject } from '../../src/domain/export-project.js'
import type { Heron } from '../support/heron.js'

/** The lines of the whole project's export. */
export async function exportLines({ data, operation, clock }: Heron): Promise<string[]> {
  const { store, signer, keyRing } = data
  const parts = { store, signer, publishedKeys: keyRing.published, now: clock.now }
  const lines: string[] = []
  const request = { project: operation.project, since: null, until: null }
  for await (const line of exportProject(parts, request)) lines.push(line)
  return lines
}

export async function verifyLines(lines: readonly string[]): Promise<VerificationReport> {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
  return verifyExport(
    (async function* () {
      yield await Promise.resolve(bytes)
    })(),
    { tools: { verifySignature: await detectSignatureVerifier() } },
  )
}

/** What fails, as `check CODE`. */
export function failuresOf(report: VerificationReport): string[] {
  return report.checks.flatMap(({ id, findings }) =>
    findings.filter(({ outcome }) => outcome === 'fail').map(({ code }) => `${id} ${code}`),
  )
}

/** The operator log of an export, from its first entry. */
export function logOf(lines: readonly string[]): AuditRecord[] {
  return lines
    .map((line) => JSON.parse(line) as ExportEntry)
    .flatMap((entry) => (entry.type === 'log' ? [entry.record] : []))
}
