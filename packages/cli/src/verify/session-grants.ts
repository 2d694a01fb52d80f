/**
 * Delegation chains that an export carries as grant documents: which verify, and which calls fell inside them.
 * Reported beside the verification and no part of its outcome (delegation.md; heron.md §3, `grant`).
 */
import {
  type GrantedCall,
  type GrantTrust,
  checkSessionGrant,
  hs256Key,
  readTrustedJwks,
  type SessionGrantReport,
} from '@heron/delegation'
import { isJsonObject, type JsonObject, type JsonValue, ownMember, readExportEntries } from '@heron/evidence'
import type { CommandArguments } from '../command.js'
import { asUsage, readJsonFile, readProfile, readSecret } from '../token/input.js'

export type SessionGrant = SessionGrantReport & { readonly session: string }

/** What the caller trusts for delegation tokens; null where no key was given. @throws {UsageError} */
export async function readGrantTrust(args: CommandArguments): Promise<GrantTrust | null> {
  const jwks = args.text('delegation-jwks')
  const secret = args.text('delegation-hs256-key')
  if (jwks === undefined && secret === undefined) return null
  return asUsage(async () => {
    const keys = [
      ...(jwks === undefined ? [] : await readTrustedJwks(readJsonFile(jwks))),
      ...(secret === undefined ? [] : [hs256Key(readSecret(secret))]),
    ]
    return { profile: readProfile(args, 'delegation-profile'), keys }
  })
}

/** @param source UNTRUSTED: the export's bytes. */
export async function checkGrants(
  source: AsyncIterable<Uint8Array>,
  trust: GrantTrust | null,
): Promise<SessionGrant[]> {
  const grants: SessionGrant[] = []
  let open: OpenGrant | null = null
  const settle = async (): Promise<void> => {
    if (open === null) return
    const { session, document, startedAt, calls } = open
    open = null
    grants.push({ session, ...(await checkSessionGrant(document, trust, startedAt, calls)) })
  }
  for await (const entry of readExportEntries(source)) {
    const type = isJsonObject(entry) ? ownMember(entry, 'type') : undefined
    if (!isJsonObject(entry)) continue
    if (type === 'session') {
      await settle()
      open = openGrant(entry)
    } else if (type === 'action' && open !== null) {
      open.calls.push(callOf(entry))
    }
  }
  await settle()
  return grants
}

/** One line for people; the tool names and ids in it come from the file. */
export function grantLine({ session, outcome, reason, hop, detail, calls }: SessionGrant): string {
  const subject = `session ${session}: delegation chain`
  switch (outcome) {
    case 'verified': {
      const total = calls.inside + calls.outside
      return `${subject} verified; ${calls.inside.toString()} of ${total.toString()} calls inside (${detail})`
    }
    case 'rejected':
      return `${subject} rejected: ${reason ?? 'unreadable'}${hop === null ? '' : ` at token ${hop.toString()}`} (${detail})`
    case 'not_checked':
      return `${subject} not checked (${detail}; give --delegation-jwks)`
  }
}

type OpenGrant = {
  readonly session: string
  readonly document: JsonValue
  readonly startedAt: string
  readonly calls: GrantedCall[]
}

function openGrant(entry: JsonObject): OpenGrant | null {
  const document = ownMember(entry, 'grant_document')
  if (document === undefined || document === null) return null
  return {
    session: textIn(entry, 'session'),
    document,
    startedAt: textIn(recordOf(entry), 'started_at'),
    calls: [],
  }
}

function callOf(entry: JsonObject): GrantedCall {
  const record = recordOf(entry)
  return {
    action: textIn(record, 'action'),
    tool: textIn(record, 'tool'),
    requestedAt: textIn(record, 'requested_at'),
  }
}

function recordOf(entry: JsonObject): JsonObject {
  const record = ownMember(entry, 'record')
  return isJsonObject(record) ? record : {}
}

function textIn(object: JsonObject, name: string): string {
  const value = ownMember(object, name)
  return typeof value === 'string' ? value : ''
}
