/** Plain tables for people: columns as wide as their content, figures to the right. */

export type Column = { readonly heading: string; readonly align?: 'right' }

/** One line a row below a heading and a rule; no trailing spaces. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const widths = columns.map(({ heading }, index) =>
    Math.max(heading.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, index) => {
        const [cell, width] = [cells[index] ?? '', widths[index] ?? 0]
        return align === 'right' ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [
    line(columns.map(({ heading }) => heading)),
    line(widths.map((width) => '─'.repeat(width))),
    ...rows.map(line),
  ]
}
