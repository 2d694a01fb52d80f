/** What `heron demo --json` prints (cli contract). */
import type { VerificationReport } from '@heron/evidence'
import type { DemoDecision } from './decisions.js'
import type { DemoFinding } from './findings.js'
import type { Alteration } from './tampered-copy.js'

export type DemoResult = {
  readonly evidence_url: string
  readonly dashboard_url: string
  /** Opens the dashboard, as long as the demo serves it. */
  readonly admin: { readonly email: string; readonly password: string }
  readonly decisions: readonly DemoDecision[]
  readonly findings: readonly DemoFinding[]
  /** The untouched export, Heron's keys pinned. */
  readonly verify: VerificationReport
  /** The copy with one altered character. */
  readonly tampered_verify: VerificationReport
  readonly alteration: Alteration
}
