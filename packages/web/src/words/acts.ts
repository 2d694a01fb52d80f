/** Acts of the operator logs in words: what somebody did, as a sentence goes on after their name. */
const WORDS: Readonly<Record<string, string>> = {
  'api_key.minted': 'made an API key',
  'api_key.revoked': 'revoked an API key',
  'approval.declined': 'declined a call',
  'approval.granted': 'approved a call',
  'break_glass.declared': 'suspended enforcement (break-glass)',
  'break_glass.ended': 'ended break-glass',
  'checkpoint_witness.added': 'named a witness of checkpoints',
  'finding.reopened': 'reopened a finding',
  'finding.resolved': 'resolved a finding',
  'invitation.accepted': 'accepted an invitation',
  'invitation.issued': 'invited somebody',
  'invitation.revoked': 'withdrew an invitation',
  'member.added': 'joined',
  'member.removed': 'removed a member',
  'project.created': 'made the project',
  'public_overview.switched': 'switched the public overview',
  'retention.changed': 'changed how long redacted text is kept',
  'reviewer_link.issued': 'issued a reviewer’s link',
  'reviewer_link.revoked': 'revoked a reviewer’s link',
  'role.changed': 'changed a role',
  'shadow_window.declared': 'declared a shadow window',
  'shadow_window.ended': 'ended the shadow window',
  'vendor_key.imported': 'imported a vendor key',
  'vendor_key.revoked': 'revoked a vendor key',
  'window.changed': 'changed the observation window',
}

/** An act that has no words yet is shown as it is written. */
export function actWords(act: string): string {
  return WORDS[act] ?? act.replace(/[._]/g, ' ')
}
