import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { getReport, type ReportFile, type ReportPart } from '#shared/contracts/reports.ts'
import type { Language } from '#shared/domain/language.ts'
import { addressOf, callApi } from '../../lib/api/api.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { buttonClass, Card, cx, MoreMenu, useTranslation } from '../../ui/index.ts'
import type { Period } from './period.ts'

/** With the time of its fetching; while one loads, the former stays (docs/product/reports.md#reports-refresh). */
export function useReport({ from, to }: Period) {
  return useQuery({
    queryKey: [getReport.path, from, to],
    queryFn: async ({ signal }) => {
      const report = await callApi(getReport, { query: { from, to }, signal })
      return { report, fetchedAt: serverNow() }
    },
    // Fetched each time it is opened; while it is open, new orders do not change it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

const fileAddress = ({ from, to }: Period, part: ReportFile, lang: Language): string =>
  addressOf(getReport, { query: { from, to, as: 'csv', part, lang } })

/** A link that downloads one part of the report, in all currencies, as a CSV file. */
export function CsvLink({ part, period }: { part: ReportFile; period: Period }) {
  const { t, language } = useTranslation()
  return (
    <a href={fileAddress(period, part, language)} download className={buttonClass({ variant: 'quiet', size: 'small' })}>
      <Download aria-hidden="true" className="size-4" />
      {t('reports.csv')}
      <span className="sr-only">{t(`reports.sections.${part}`)}</span>
    </a>
  )
}

export interface SectionProps {
  part: ReportPart
  period: Period
}

interface ChartSectionProps {
  section: Exclude<ReportFile, 'figures'>
  period: Period
  note?: ReactNode
  /** The chart, with its own name for screen readers; falsy if there is no data. Missing where there is only a table. */
  chart?: ReactNode
  table: ReactNode
  emptyText?: string
  className?: string
}

/** A card with a chart, and a menu with the same figures as a table and as a CSV file. */
export function ChartSection({ section, period, note, chart, table, emptyText, className }: ChartSectionProps) {
  const { t, language } = useTranslation()
  const [asTable, setAsTable] = useState(false)
  const heading = useId()
  const shown = chart === undefined || (chart && asTable) ? table : chart
  const name = t(`reports.sections.${section}`)
  const toggle = { label: t(asTable ? 'reports.asChart' : 'reports.asTable'), onChoose: () => setAsTable(!asTable) }
  return (
    <Card className={cx('min-w-0 p-4', className)}>
      <section aria-labelledby={heading}>
        <div className="flex items-start justify-between gap-2">
          <h4 id={heading} className="display text-lg leading-tight">
            {name}
          </h4>
          <MoreMenu
            label={t('reports.actions', { name })}
            className="-mt-2.5 -mr-2.5 -mb-2 text-muted"
            actions={[
              ...(chart ? [toggle] : []),
              { label: t('reports.csv'), file: fileAddress(period, section, language) },
            ]}
          />
        </div>
        {note && <div className="mt-1 text-sm text-muted">{note}</div>}
        <div className="mt-3">{shown || <p className="py-6 text-muted">{emptyText ?? t('reports.nothing')}</p>}</div>
      </section>
    </Card>
  )
}

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  caption: string
  rows: readonly Row[]
  /** The first column contains the row headers; all others contain figures. */
  columns: readonly Column<Row>[]
}

/** The figures of a chart as a table. A long one scrolls in a box that is focusable for keyboard users. */
export function DataTable<Row>({ caption, rows, columns }: DataTableProps<Row>) {
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a dish may have the same name as a deleted one.
            <tr key={rowIndex}>
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
