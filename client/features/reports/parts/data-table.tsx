import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  caption: string
  rows: readonly Row[]
  /** The first says what a row is about; all others are figures. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  /** Where two rows may look the same, by their place. */
  keyOf: (row: Row, index: number) => string | number
}

/** The figures behind a chart; long ones scroll in a box that the keyboard reaches. */
export function DataTable<Row>({ caption, rows, columns, keyOf }: DataTableProps<Row>) {
  return (
    // Its section is the landmark of this name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form.
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
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
                className={cx('px-3 py-2 font-semibold', index > 0 ? 'text-right' : 'text-left')}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, place) => (
            <tr key={keyOf(row, place)}>
              {columns.map(({ head, cell }, index) =>
                index === 0 ? (
                  <th key={head} scope="row" className="px-3 py-2 text-left font-medium">
                    <div className="min-w-24 max-w-56 [overflow-wrap:anywhere]">{cell(row)}</div>
                  </th>
                ) : (
                  <td key={head} className="figures px-3 py-2 text-right whitespace-nowrap">
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
