import { formatMoney } from '#shared/domain/money.ts'
import { type DayGroup, granularityOf, groupDays } from '../groups.ts'
import { Legend } from '../parts/chart-parts.tsx'
import { ColumnChart } from '../parts/column-chart.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { ChartSection, type SectionProps } from '../parts/section.tsx'
import { useReportFormat } from '../use-report-format.ts'

/** Charts of revenue and orders per business day, including days without orders; long periods by week or month. */
export function DaysSection({ part, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  const granularity = granularityOf(part.days.length)
  const groups = groupDays(part)
  const daysWithoutOrders = part.days.filter(({ orders }) => orders === 0).length
  const formatPrice = (minor: number) => formatMoney(minor, part.currency)
  const formatMetric = { revenue: formatPrice, orders: format.number }
  const tooltipRows = (group: DayGroup) =>
    [
      [t('reports.columns.revenue'), formatPrice(group.revenue)],
      [t('reports.columns.orders'), group.orders > 0 ? format.number(group.orders) : t('reports.legend.none')],
      [t('reports.columns.revenueBefore'), formatPrice(group.revenueBefore)],
      [t('reports.columns.ordersBefore'), format.number(group.ordersBefore)],
    ] as const
  const chart = (metric: 'revenue' | 'orders') => {
    const highest = groups.reduce((max, group) => (group[metric] > max[metric] ? group : max), groups[0] as DayGroup)
    return (
      <div className="min-w-0">
        <h5 className="text-sm font-semibold">
          {t(`reports.${metric}`)}
          {metric === 'revenue' && `, ${part.currency.toUpperCase()}`}
        </h5>
        <ColumnChart
          ariaLabel={t(`reports.says.${metric}`, {
            period: format.period(period),
            at: format.group(highest),
            value: formatMetric[metric](highest[metric]),
          })}
          formatTick={(value) => format.axisValue(metric === 'revenue' ? value / 100 : value)}
          columns={groups.map((group) => ({
            label: format.axisLabel(group, granularity),
            title: format.group(group),
            current: group[metric],
            previous: metric === 'revenue' ? group.revenueBefore : group.ordersBefore,
            isEmpty: group.orders === 0,
            tooltip: tooltipRows(group),
          }))}
        />
      </div>
    )
  }
  const notes = [
    granularity !== 'day' && t(`reports.groups.${granularity}`),
    daysWithoutOrders > 0 && t('reports.daysWithout', { count: daysWithoutOrders }),
  ].filter(Boolean)
  return (
    <ChartSection
      section="days"
      period={period}
      note={notes.length > 0 && notes.join(' · ')}
      className="lg:col-span-2"
      chart={
        <>
          <Legend periodBefore="line" hasEmptyDays={daysWithoutOrders > 0} />
          <div className="grid gap-4 lg:grid-cols-2">
            {chart('revenue')}
            {chart('orders')}
          </div>
        </>
      }
      table={
        <DataTable
          caption={t('reports.sections.days')}
          rows={groups}
          keyOf={({ first }) => first}
          columns={[
            { head: t(`reports.columns.${granularity}`), cell: format.group },
            {
              head: t('reports.columns.orders'),
              cell: ({ orders }) => (orders > 0 ? format.number(orders) : t('reports.legend.none')),
            },
            { head: t('reports.columns.revenue'), cell: ({ revenue }) => formatPrice(revenue) },
            { head: t('reports.columns.ordersBefore'), cell: ({ ordersBefore }) => format.number(ordersBefore) },
            { head: t('reports.columns.revenueBefore'), cell: ({ revenueBefore }) => formatPrice(revenueBefore) },
          ]}
        />
      }
    />
  )
}
