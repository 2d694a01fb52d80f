/** A table that scrolls inside itself on narrow screens and carries its caption for screen readers. */
import type { ReactNode } from 'react'

export type Column<Row> = {
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Right-aligned, tabular. */
  readonly number?: boolean
  /** The cell that names the row. */
  readonly header?: boolean
}

export type TableProps<Row> = {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row, index: number) => string
}

export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // Scrolled by keyboard too, hence focusable and named.
    <div className="table-scroll" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col" className={column.number === true ? 'number' : undefined}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row, at)}>
              {columns.map((column, index) =>
                column.header === true ? (
                  <th key={index} scope="row">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={index} className={column.number === true ? 'number' : undefined}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
