import { Legend } from '../parts/chart-parts.tsx'
import { ColumnsChart } from '../parts/columns-chart.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { ChartSection, type SectionProps } from '../parts/section.tsx'
import { useReportWords } from '../use-report-words.ts'

/** How long guests waited: orders by their time from placing to ready. */
export function ReadySection({ part: { ready, figures }, period }: SectionProps) {
  const words = useReportWords()
  const { t } = words
  const rows = ready.map((row, index) => {
    const next = ready[index + 1]
    return { ...row, range: next ? `${row.minutes}–${next.minutes}` : `${row.minutes}+` }
  })
  const most = rows.reduce((found, row) => (row.orders > found.orders ? row : found), rows[0] ?? NONE)
  const minutes = (range: string) => t('orders.minutes', { minutes: range })
  return (
    <ChartSection
      of="ready"
      period={period}
      nothing={t('reports.noReady')}
      chart={
        figures.readyOrders > 0 && (
          <>
            <Legend before="line" />
            <ColumnsChart
              says={t('reports.says.ready', {
                time: minutes(most.range),
                value: t('reports.orderCount', { count: most.orders }),
              })}
              tick={words.roughly}
              columns={rows.map(({ range, orders, ordersBefore }) => ({
                label: range,
                title: minutes(range),
                now: orders,
                before: ordersBefore,
                isNone: orders === 0,
                hint: [
                  [t('reports.columns.orders'), words.number(orders)],
                  [t('reports.columns.ordersBefore'), words.number(ordersBefore)],
                ],
              }))}
            />
          </>
        )
      }
      table={
        <DataTable
          caption={t('reports.sections.ready')}
          rows={rows}
          keyOf={({ range }) => range}
          columns={[
            { head: t('reports.columns.time'), cell: ({ range }) => minutes(range) },
            { head: t('reports.columns.orders'), cell: ({ orders }) => words.number(orders) },
            { head: t('reports.columns.ordersBefore'), cell: ({ ordersBefore }) => words.number(ordersBefore) },
          ]}
        />
      }
    />
  )
}

const NONE = { range: '', orders: 0 }
