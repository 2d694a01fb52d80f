/** How many of a vector file's cases this build reproduces: what `heron conformance` prints. */
import { isJsonObject, type JsonObject, type JsonValue, ownMember, parseJson } from '@heron/evidence'
import { CallerError } from './caller-error.js'

export type VectorScore = {
  readonly name: string
  readonly passed: number
  readonly total: number
  readonly failed: readonly VectorMiss[]
}

export type VectorMiss = { readonly name: string; readonly expected: JsonValue; readonly got: JsonValue }

/** Answers null for a reproduced case, otherwise what was expected and what came out. */
export type CaseScorer = (
  vector: JsonObject,
) => { readonly expected: JsonValue; readonly got: JsonValue } | null

/**
 * Scores a file of the form `{version, cases[{name, …}]}`. Cases are only ever appended, so any number is scored.
 *
 * @throws {CallerError} `bad_option` when the text is no such file.
 * @throws {JsonTextError} when it is no JSON text.
 */
export function scoreCases(suite: string, version: string, text: string, scorer: CaseScorer): VectorScore {
  const file = parseJson(text, { unencodable: 'keep' })
  const cases = isJsonObject(file) ? ownMember(file, 'cases') : undefined
  if (!isJsonObject(file) || ownMember(file, 'version') !== version || !Array.isArray(cases)) {
    throw new CallerError('bad_option', `not a ${version} file`)
  }
  const failed: VectorMiss[] = []
  for (const [index, vector] of cases.entries()) {
    const name = isJsonObject(vector) ? ownMember(vector, 'name') : undefined
    if (!isJsonObject(vector) || typeof name !== 'string') {
      throw new CallerError('bad_option', `case ${index} of the ${version} file has no name`)
    }
    const miss = scorer(vector)
    if (miss !== null) failed.push({ name, ...miss })
  }
  return { name: suite, passed: cases.length - failed.length, total: cases.length, failed }
}
