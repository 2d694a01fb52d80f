/** A file that says which chain to mint: the authority of each hop and who holds it. Written by hand, read for `mintChain`. */
import { childPointer, isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'
import { type ProfileName, PROFILES } from '../authority/profile.js'
import { readAuthority } from '../authority/read.js'
import type { MintHop, MintOptions } from './mint.js'

/** Everything but the signer and the time. */
export type MintPlan = Omit<MintOptions, 'signer' | 'iat'>

export type MintPlanResult =
  | { readonly ok: true; readonly plan: MintPlan }
  | { readonly ok: false; readonly pointer: string; readonly message: string }

const PLAN_MEMBERS = ['iss', 'aud', 'principal', 'max_depth', 'hops', 'parents']
const HOP_MEMBERS = ['id', 'agent', 'authority', 'cnf', 'iat', 'nbf', 'aud', 'status', 'max_depth']

/** The guard's own default (delegation.md §3.1). */
const DEFAULT_MAX_DEPTH = 6

/**
 * Reads `{iss, aud, principal?, max_depth?, parents?, hops: [{id, agent, authority, cnf?, iat?, nbf?, aud?, status?, max_depth?}]}`.
 */
export function readMintPlan(value: JsonValue, profile: ProfileName): MintPlanResult {
  try {
    return { ok: true, plan: readPlan(value, profile) }
  } catch (error) {
    if (error instanceof PlanProblem) return { ok: false, pointer: error.pointer, message: error.message }
    throw error
  }
}

/** Never leaves this file. */
class PlanProblem extends Error {
  readonly pointer: string

  constructor(pointer: string, message: string) {
    super(message)
    this.pointer = pointer
  }
}

function readPlan(value: JsonValue, profile: ProfileName): MintPlan {
  const plan = objectOf(value, '', PLAN_MEMBERS)
  const hops = listOf(plan, 'hops', '')
  if (hops.length === 0) throw new PlanProblem('/hops', 'one hop or more is needed')
  const principal = optionalText(plan, 'principal', '')
  return {
    profile,
    iss: text(plan, 'iss', ''),
    aud: audience(plan, '') ?? null,
    maxDepth: optionalNumber(plan, 'max_depth', '') ?? DEFAULT_MAX_DEPTH,
    hops: hops.map((hop, index) => readHop(hop, childPointer('/hops', index), profile)),
    ...(principal === undefined ? {} : { principal }),
    ...(Object.hasOwn(plan, 'parents') ? { parents: textsOf(plan, 'parents') } : {}),
  }
}

function readHop(value: JsonValue, pointer: string, profile: ProfileName): MintHop {
  const hop = objectOf(value, pointer, HOP_MEMBERS)
  const authority = readAuthority(ownMember(hop, 'authority'), PROFILES[profile])
  if (!authority.ok) throw new PlanProblem(`${pointer}/authority${authority.pointer}`, authority.message)
  const cnf = optionalObject(hop, 'cnf', pointer)
  const status = optionalObject(hop, 'status', pointer)
  const iat = optionalNumber(hop, 'iat', pointer)
  const nbf = optionalNumber(hop, 'nbf', pointer)
  const aud = audience(hop, pointer)
  const maxDepth = optionalNumber(hop, 'max_depth', pointer)
  return {
    id: text(hop, 'id', pointer),
    agent: text(hop, 'agent', pointer),
    authority: authority.authority,
    ...(cnf === undefined ? {} : { cnf }),
    ...(status === undefined ? {} : { status }),
    ...(iat === undefined ? {} : { iat }),
    ...(nbf === undefined ? {} : { nbf }),
    ...(aud === undefined ? {} : { aud }),
    ...(maxDepth === undefined ? {} : { maxDepth }),
  }
}

function objectOf(value: JsonValue | undefined, pointer: string, members: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw new PlanProblem(pointer, 'must be an object')
  const foreign = Object.keys(value).find((name) => !members.includes(name))
  if (foreign !== undefined) throw new PlanProblem(childPointer(pointer, foreign), 'no such member')
  return value
}

function optionalObject(parent: JsonObject, name: string, pointer: string): JsonObject | undefined {
  const value = ownMember(parent, name)
  if (value === undefined || isJsonObject(value)) return value
  throw new PlanProblem(childPointer(pointer, name), 'must be an object')
}

function listOf(parent: JsonObject, name: string, pointer: string): readonly JsonValue[] {
  const value = ownMember(parent, name)
  if (Array.isArray(value)) return value as readonly JsonValue[]
  throw new PlanProblem(childPointer(pointer, name), 'must be a list')
}

function textsOf(parent: JsonObject, name: string): readonly string[] {
  const list = listOf(parent, name, '')
  if (list.every((member) => typeof member === 'string')) return list
  throw new PlanProblem(childPointer('', name), 'must be a list of texts')
}

function text(parent: JsonObject, name: string, pointer: string): string {
  const value = optionalText(parent, name, pointer)
  if (value === undefined) throw new PlanProblem(childPointer(pointer, name), 'must be given')
  return value
}

function optionalText(parent: JsonObject, name: string, pointer: string): string | undefined {
  const value = ownMember(parent, name)
  if (value === undefined || typeof value === 'string') return value
  throw new PlanProblem(childPointer(pointer, name), 'must be a text')
}

function optionalNumber(parent: JsonObject, name: string, pointer: string): number | undefined {
  const value = ownMember(parent, name)
  if (value === undefined || typeof value === 'number') return value
  throw new PlanProblem(childPointer(pointer, name), 'must be a number')
}

function audience(parent: JsonObject, pointer: string): string | readonly string[] | undefined {
  const value = ownMember(parent, 'aud') ?? undefined
  if (value === undefined || typeof value === 'string') return value
  if (Array.isArray(value)) return textsOf(parent, 'aud')
  throw new PlanProblem(childPointer(pointer, 'aud'), 'must be a text or a list of texts')
}
