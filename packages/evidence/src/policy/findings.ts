/** What is wrong with a rule or a bundle, and where: the data that `./check-*.ts` answers with. */
import type { JsonPointer } from '../json/value.js'

export type PolicyFindingCode =
  | 'wrong_type'
  | 'missing'
  | 'unknown_member'
  | 'not_in_vocabulary'
  | 'out_of_range'
  | 'duplicate'
  | 'not_allowed'

export type PolicyFinding = {
  readonly code: PolicyFindingCode
  readonly pointer: JsonPointer
  readonly message: string
}

/** Collects findings during one check. */
export type Report = (code: PolicyFindingCode, pointer: JsonPointer, message: string) => void
