import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  caption: string
  rows: readonly Row[]
  /** The first column contains the row headers; all others contain figures. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  /** The React key of a row; use the index if two rows may be equal. */
  keyOf: (row: Row, index: number) => string | number
}

/** The figures of a chart as a table. A long one scrolls in a box that is focusable for keyboard users. */
export function DataTable<Row>({ caption, rows, columns, keyOf }: DataTableProps<Row>) {
  return (
    // The surrounding section is already a landmark with this name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      className="relative max-h-96 overflow-auto rounded-[12px] border border-line"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunk text-muted">
          <tr>
            {columns.map(({ head }, index) => (
              <th
                key={head}
                scope="col"
                className={cx('px-2 py-2 font-semibold sm:px-3', index > 0 ? 'text-right' : 'text-left')}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, rowIndex) => (
            <tr key={keyOf(row, rowIndex)}>
              {columns.map(({ head, cell }, index) =>
                index === 0 ? (
                  <th key={head} scope="row" className="px-2 py-2 text-left font-medium sm:px-3">
                    <div className="min-w-20 max-w-56 [overflow-wrap:anywhere]">{cell(row)}</div>
                  </th>
                ) : (
                  <td key={head} className="figures px-2 py-2 text-right sm:px-3 whitespace-nowrap">
                    {cell(row)}
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
