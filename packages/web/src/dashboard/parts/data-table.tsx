/**
 * A long list as a table: pages are fetched as the reader scrolls, only the rows in view exist, and the arrow keys (or
 * j and k) walk from row to row. On narrow screens the lesser columns make room; nothing scrolls sideways.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../design/button.js'
import { count } from '../../words/figures.js'
import { itemsOf, type Pages } from '../api/use-answer.js'
import { Empty, Failed, Loading } from './states.js'

export type DataColumn<Row> = {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Right-aligned, tabular. */
  readonly number?: boolean
  /** The cell that names the row; holds its link (`<Link row>`). */
  readonly header?: boolean
  /** CSS width; one column without takes what is left. */
  readonly width?: string
  /** The narrowest list in which the column is shown; always where absent. */
  readonly from?: 'medium' | 'wide' | 'widest'
}

export type DataTableProps<Row> = {
  readonly caption: string
  readonly columns: readonly DataColumn<Row>[]
  readonly pages: Pages<Row>
  readonly keyOf: (row: Row) => string
  /** Shown where no row matches. */
  readonly empty: ReactNode
}

const ROW_HEIGHT = 45

export function DataTable<Row>({ caption, columns, pages, keyOf, empty }: DataTableProps<Row>) {
  if (pages.data === undefined)
    return pages.error === null ? (
      <Loading lines={8} />
    ) : (
      <Failed problem={pages.error} again={() => void pages.refetch()} />
    )
  const rows = itemsOf(pages)
  if (rows.length === 0 && !pages.hasNextPage) return empty
  if (rows.length === 0) return <SearchOn pages={pages} />
  return (
    <>
      <Rows caption={caption} columns={columns} rows={rows} keyOf={keyOf} pages={pages} />
      <p className="row small soft list-end">
        <span>
          {count(rows.length)} {pages.hasNextPage ? 'shown, and there are more' : 'shown, which is all'}
        </span>
        {pages.hasNextPage ? (
          <Button kind="quiet" onClick={() => void pages.fetchNextPage()} disabled={pages.isFetchingNextPage}>
            {pages.isFetchingNextPage ? 'Loading …' : 'Show more'}
          </Button>
        ) : null}
        {pages.isFetchNextPageError ? <span role="alert">{pages.error.message}</span> : null}
      </p>
    </>
  )
}

/** A page of a search may be empty although there are older rows to look through. */
function SearchOn<Row>({ pages }: { pages: Pages<Row> }) {
  return (
    <Empty
      title="Nothing among the newest"
      action={
        <Button onClick={() => void pages.fetchNextPage()} disabled={pages.isFetchingNextPage}>
          {pages.isFetchingNextPage ? 'Searching …' : 'Search further back'}
        </Button>
      }
    >
      <p>What was looked through so far does not match. There are older rows.</p>
    </Empty>
  )
}

function Rows<Row>({
  caption,
  columns,
  rows,
  keyOf,
  pages,
}: Omit<DataTableProps<Row>, 'empty'> & { rows: readonly Row[] }) {
  const ref = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    setOffset(ref.current?.offsetTop ?? 0)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
    scrollMargin: offset,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
  })
  const shown = virtualizer.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  useEffect(() => {
    const near = last > rows.length - 10 && window.scrollY > 0
    if (near && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [last, rows.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const above = (shown[0]?.start ?? offset) - offset
  const below = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? offset) - offset)
  return (
    <div ref={ref} className="data-table" onKeyDown={walk}>
      <table aria-rowcount={pages.hasNextPage ? -1 : rows.length + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                className={classOf(column)}
                style={column.width === undefined ? undefined : { width: column.width }}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} />
          {shown.map(({ index, key }) => {
            const row = rows[index]
            return row === undefined ? null : (
              <tr
                key={String(key)}
                data-index={index}
                ref={virtualizer.measureElement}
                aria-rowindex={index + 2}
              >
                {columns.map((column) =>
                  column.header === true ? (
                    <th key={column.head} scope="row" className={classOf(column)}>
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.head} className={classOf(column)}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
              </tr>
            )
          })}
          <Spacer height={below} />
        </tbody>
      </table>
    </div>
  )
}

/** One cell: it must not make a column that narrow screens have not. */
function Spacer({ height }: { height: number }) {
  return height <= 0 ? null : (
    <tr className="spacer" aria-hidden="true">
      <td style={{ height }} />
    </tr>
  )
}

function classOf<Row>({ number, from }: DataColumn<Row>): string | undefined {
  const names = [number === true ? 'number' : '', from === undefined ? '' : `from-${from}`].filter(
    (name) => name !== '',
  )
  return names.length === 0 ? undefined : names.join(' ')
}

/** Arrow keys and j/k move between the links that stand for the rows. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const row = document.activeElement?.closest('tr') ?? null
  const at = links.findIndex((link) => row?.contains(link) === true)
  const next = links[at === -1 ? 0 : at + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}
