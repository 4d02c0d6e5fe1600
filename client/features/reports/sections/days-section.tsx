import { formatMoney } from '#shared/domain/money.ts'
import { type DayGroup, groupDays, stepOf } from '../groups.ts'
import { Legend } from '../parts/chart-parts.tsx'
import { ColumnsChart } from '../parts/columns-chart.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { ChartSection, type SectionProps } from '../parts/section.tsx'
import { useReportWords } from '../use-report-words.ts'

/** Revenue and orders of each business day, days without orders too; of long periods by week or month. */
export function DaysSection({ part, period }: SectionProps) {
  const words = useReportWords()
  const { t } = words
  const step = stepOf(part.days.length)
  const groups = groupDays(part)
  const without = part.days.filter(({ orders }) => orders === 0).length
  const money = (minor: number) => formatMoney(minor, part.currency)
  const figures = { revenue: money, orders: words.number }
  const hint = (group: DayGroup) =>
    [
      [t('reports.columns.revenue'), money(group.revenue)],
      [t('reports.columns.orders'), group.orders > 0 ? words.number(group.orders) : t('reports.legend.none')],
      [t('reports.columns.revenueBefore'), money(group.revenueBefore)],
      [t('reports.columns.ordersBefore'), words.number(group.ordersBefore)],
    ] as const
  const chart = (of: 'revenue' | 'orders') => {
    const highest = groups.reduce((most, group) => (group[of] > most[of] ? group : most), groups[0] as DayGroup)
    return (
      <div className="min-w-0">
        <h5 className="text-sm font-semibold">
          {t(`reports.${of}`)}
          {of === 'revenue' && `, ${part.currency.toUpperCase()}`}
        </h5>
        <ColumnsChart
          says={t(`reports.says.${of}`, {
            period: words.period(period),
            at: words.bar(highest),
            value: figures[of](highest[of]),
          })}
          tick={(value) => words.roughly(of === 'revenue' ? value / 100 : value)}
          columns={groups.map((group) => ({
            label: words.underBar(group, step),
            title: words.bar(group),
            now: group[of],
            before: of === 'revenue' ? group.revenueBefore : group.ordersBefore,
            isNone: group.orders === 0,
            hint: hint(group),
          }))}
        />
      </div>
    )
  }
  const notes = [
    step !== 'day' && t(`reports.groups.${step}`),
    without > 0 && t('reports.daysWithout', { count: without }),
  ].filter(Boolean)
  return (
    <ChartSection
      of="days"
      period={period}
      note={notes.length > 0 && notes.join(' · ')}
      className="lg:col-span-2"
      chart={
        <>
          <Legend before="line" none={without > 0} />
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
            { head: t(`reports.columns.${step}`), cell: words.bar },
            {
              head: t('reports.columns.orders'),
              cell: ({ orders }) => (orders > 0 ? words.number(orders) : t('reports.legend.none')),
            },
            { head: t('reports.columns.revenue'), cell: ({ revenue }) => money(revenue) },
            { head: t('reports.columns.ordersBefore'), cell: ({ ordersBefore }) => words.number(ordersBefore) },
            { head: t('reports.columns.revenueBefore'), cell: ({ revenueBefore }) => money(revenueBefore) },
          ]}
        />
      }
    />
  )
}
