/** Shares of a whole over time as stacked areas, and the same numbers as a table for whoever cannot see them. */
import type { ReactNode } from 'react'
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { count } from '../../words/figures.js'
import { Table } from '../table.js'

export type Series = {
  readonly id: string
  readonly label: string
  /** A place of the scale in tokens.css. */
  readonly scale: 1 | 2 | 3 | 4 | 5
  /** Shown in the legend instead of the label, e.g. a link to the list with that filter. */
  readonly legend?: ReactNode
}

export type StackedAreaProps = {
  readonly title: string
  readonly series: readonly Series[]
  /** The oldest first; a number for each series. */
  readonly points: readonly { readonly at: string; readonly [series: string]: string | number }[]
  /** A moment in words, as short as the span allows. */
  readonly timeWords: (at: string) => string
}

const HEIGHT = 220

export function StackedArea({ title, series, points, timeWords }: StackedAreaProps) {
  return (
    <figure className="chart">
      <figcaption className="row">
        <span className="visually-hidden">{title}: </span>
        {series.map(({ id, label, scale, legend }) => (
          <span key={id} className="legend small">
            <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" className={`scale-${scale}`} />
            </svg>
            {legend ?? label}
          </span>
        ))}
      </figcaption>
      <div aria-hidden="true">
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <AreaChart
            data={[...points]}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="at"
              tickFormatter={timeWords}
              tick={{ fill: 'var(--ink-soft)', fontSize: 12 }}
              stroke="var(--line-strong)"
              tickLine={false}
              minTickGap={48}
            />
            <YAxis
              width={44}
              allowDecimals={false}
              tickFormatter={(value: number) => count(value)}
              tick={{ fill: 'var(--ink-soft)', fontSize: 12 }}
              axisLine={false}
              tickLine={false}
            />
            <Tooltip
              isAnimationActive={false}
              content={({ active, label, payload }) =>
                active ? <Hover at={timeWords(String(label))} series={series} values={payload} /> : null
              }
            />
            {series.map(({ id, scale }) => (
              <Area
                key={id}
                dataKey={id}
                stackId="all"
                type="monotone"
                stroke={`var(--scale-${scale})`}
                strokeWidth={1}
                fill={`var(--scale-${scale})`}
                fillOpacity={0.9}
                isAnimationActive={false}
              />
            ))}
          </AreaChart>
        </ResponsiveContainer>
      </div>
      <details className="small">
        <summary>The same as a table</summary>
        <Table
          caption={title}
          rows={points}
          keyOf={({ at }) => at}
          columns={[
            { head: 'From', header: true, cell: ({ at }) => timeWords(at) },
            ...series.map(({ id, label }) => ({
              head: label,
              number: true,
              cell: (point: (typeof points)[number]) => count(Number(point[id] ?? 0)),
            })),
          ]}
        />
      </details>
    </figure>
  )
}

function Hover({
  at,
  series,
  values,
}: {
  at: string
  series: readonly Series[]
  values: readonly { readonly dataKey?: unknown; readonly value?: unknown }[]
}) {
  return (
    <div className="chart-hover">
      <strong>{at}</strong>
      <dl>
        {series.map(({ id, label, scale }) => {
          const value = Number(values.find(({ dataKey }) => dataKey === id)?.value ?? 0)
          return value === 0 ? null : (
            <div key={id}>
              <dt className="legend">
                <svg width="10" height="10" viewBox="0 0 10 10">
                  <rect width="10" height="10" rx="2" className={`scale-${scale}`} />
                </svg>
                {label}
              </dt>
              <dd className="number">{count(value)}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
