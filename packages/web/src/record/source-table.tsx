/** How each dimension was known: a stacked bar and its figures. */
import type { Dimension, Source } from '@heron/evidence'
import { Table } from '../design/table.js'
import { count, share } from '../words/figures.js'
import { DIMENSION_NAMES, SOURCE_NAMES, sourceWords } from './dimensions.js'

export type SourceCounts = { readonly [name in Dimension]: { readonly [source in Source]: number } }

export function SourceTable({ dimensions }: { dimensions: SourceCounts }) {
  return (
    <Table
      caption="Sources of each dimension"
      rows={DIMENSION_NAMES}
      keyOf={(name) => name}
      columns={[
        { head: 'Dimension', header: true, cell: (name: Dimension) => name.replace('_', ' ') },
        { head: 'Shares', cell: (name: Dimension) => <Bar counts={dimensions[name]} of={name} /> },
        ...SOURCE_NAMES.map((source, index) => ({
          head: (
            <span title={sourceWords(source)} className="legend">
              <svg width="10" height="10" aria-hidden="true">
                <rect width="10" height="10" className={`scale-${(index + 1).toString()}`} />
              </svg>
              {source}
            </span>
          ),
          number: true,
          cell: (name: Dimension) => count(dimensions[name][source]),
        })),
      ]}
    />
  )
}

/** A stacked bar; the figures beside it say the same in numbers. */
function Bar({ counts, of }: { counts: Readonly<Record<Source, number>>; of: string }) {
  const total = SOURCE_NAMES.reduce((sum, source) => sum + counts[source], 0)
  const parts: { readonly source: Source; readonly from: number; readonly width: number }[] = []
  for (const source of SOURCE_NAMES) {
    const last = parts.at(-1)
    const from = last === undefined ? 0 : last.from + last.width
    parts.push({ source, from, width: total === 0 ? 0 : (100 * counts[source]) / total })
  }
  const words = SOURCE_NAMES.map((source) => `${share(counts[source], total)} ${source}`).join(', ')
  return (
    <svg
      className="source-bar"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${of}: ${words}`}
    >
      {parts.map(({ source, from, width }, index) => (
        <rect key={source} x={from} width={width} height="10" className={`scale-${(index + 1).toString()}`} />
      ))}
    </svg>
  )
}
