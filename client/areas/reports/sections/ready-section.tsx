import { Legend } from '../parts/chart-parts.tsx'
import { ColumnChart } from '../parts/column-chart.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { ChartSection, type SectionProps } from '../parts/section.tsx'
import { useReportFormat } from '../use-report-format.ts'

/** Orders by the time from being placed to being ready. */
export function ReadySection({ part: { ready, figures }, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  const rows = ready.map((row, index) => {
    const next = ready[index + 1]
    return { ...row, range: next ? `${row.minutes}–${next.minutes}` : `${row.minutes}+` }
  })
  const mostFrequent = rows.reduce((max, row) => (row.orders > max.orders ? row : max), rows[0] ?? EMPTY_ROW)
  const minutes = (range: string) => t('orders.minutes', { minutes: range })
  return (
    <ChartSection
      section="ready"
      period={period}
      emptyText={t('reports.noReady')}
      chart={
        figures.readyOrders > 0 && (
          <>
            <Legend periodBefore="line" />
            <ColumnChart
              ariaLabel={t('reports.says.ready', {
                time: minutes(mostFrequent.range),
                value: t('reports.orderCount', { count: mostFrequent.orders }),
              })}
              formatTick={format.axisValue}
              columns={rows.map(({ range, orders, ordersBefore }) => ({
                label: range,
                title: minutes(range),
                current: orders,
                previous: ordersBefore,
                isEmpty: orders === 0,
                tooltip: [
                  [t('reports.columns.orders'), format.number(orders)],
                  [t('reports.columns.ordersBefore'), format.number(ordersBefore)],
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
            { head: t('reports.columns.orders'), cell: ({ orders }) => format.number(orders) },
            { head: t('reports.columns.ordersBefore'), cell: ({ ordersBefore }) => format.number(ordersBefore) },
          ]}
        />
      }
    />
  )
}

const EMPTY_ROW = { range: '', orders: 0 }
