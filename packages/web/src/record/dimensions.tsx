/** A classification in small: five chips, each with its value and where that came from. */
import type { Dimension, Source } from '@heron/evidence'

export const DIMENSION_NAMES: readonly Dimension[] = [
  'operation',
  'data_class',
  'destination',
  'magnitude',
  'reversibility',
]

export const SOURCE_NAMES: readonly Source[] = ['declared', 'catalogued', 'inferred', 'derived', 'unknown']

/** A letter a source, since a chip is small; the word is its title and read out. */
const LETTERS: Record<Source, string> = {
  declared: 'D',
  catalogued: 'C',
  inferred: 'I',
  derived: 'N',
  unknown: '?',
}
const WORDS: Record<Source, string> = {
  declared: 'declared for this call',
  catalogued: 'from the signed catalogue',
  inferred: 'a model’s answer',
  derived: 'derived from the tool’s name',
  unknown: 'unknown',
}

export type Dimensions = { readonly [name in Dimension]: { readonly value: string; readonly source: Source } }

export function DimensionChips({ dimensions }: { dimensions: Dimensions }) {
  return (
    <ul className="chips">
      {DIMENSION_NAMES.map((name) => {
        const { value, source } = dimensions[name]
        return (
          <li key={name} className="chip" title={`${name}: ${value}, ${WORDS[source]}`}>
            <span className="visually-hidden">{name}: </span>
            {value}
            <span className="source" aria-hidden="true">
              {LETTERS[source]}
            </span>
            <span className="visually-hidden">, {WORDS[source]}</span>
          </li>
        )
      })}
    </ul>
  )
}

export function sourceWords(source: Source): string {
  return WORDS[source]
}
