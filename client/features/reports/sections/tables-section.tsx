import { formatMoney } from '#shared/domain/money.ts'
import { BarsChart } from '../parts/bars-chart.tsx'
import { Legend } from '../parts/chart-parts.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { ChartSection, type SectionProps } from '../parts/section.tsx'
import { useReportWords } from '../use-report-words.ts'

const MAX_BARS = 15

/** What was sold by dining option. */
export function DiningSection(props: SectionProps) {
  const { t } = useReportWords()
  const rows = props.part.dining.map(({ diningOption, ...sums }) => ({
    name: t(diningOption === 'takeaway' ? 'orders.takeaway' : 'orders.dineIn'),
    ...sums,
  }))
  return <PlacesSection {...props} of="dining" head={t('reports.columns.diningOption')} rows={rows} />
}

/** What was sold at each table, by the number that it had then. */
export function TablesSection(props: SectionProps) {
  const { t } = useReportWords()
  const rows = props.part.tables.map(({ tableNumber, ...sums }) => ({
    name: tableNumber === null ? t('reports.noTable') : t('common.table', { number: tableNumber }),
    ...sums,
  }))
  return <PlacesSection {...props} of="tables" head={t('reports.columns.table')} rows={rows} />
}

interface PlaceRow {
  name: string
  orders: number
  revenue: number
  ordersBefore: number
  revenueBefore: number
}

interface PlacesSectionProps extends SectionProps {
  of: 'dining' | 'tables'
  head: string
  rows: PlaceRow[]
}

function PlacesSection({ of, head, rows, part: { currency }, period }: PlacesSectionProps) {
  const words = useReportWords()
  const { t } = words
  const money = (minor: number) => formatMoney(minor, currency)
  const byRevenue = [...rows].sort((a, b) => b.revenue - a.revenue)
  const [first] = byRevenue
  return (
    <ChartSection
      of={of}
      period={period}
      note={rows.length > MAX_BARS && t('reports.onlyFirst', { shown: MAX_BARS, all: rows.length })}
      chart={
        first && (
          <>
            <Legend before="bar" />
            <BarsChart
              says={t('reports.says.revenueBy', { by: head, name: first.name, value: money(first.revenue) })}
              bars={byRevenue.slice(0, MAX_BARS).map((row) => ({
                name: row.name,
                now: row.revenue,
                before: row.revenueBefore,
                value: money(row.revenue),
                hint: [
                  [t('reports.columns.revenue'), money(row.revenue)],
                  [t('reports.columns.orders'), words.number(row.orders)],
                  [t('reports.columns.revenueBefore'), money(row.revenueBefore)],
                  [t('reports.columns.ordersBefore'), words.number(row.ordersBefore)],
                ],
              }))}
            />
          </>
        )
      }
      table={
        <DataTable
          caption={t(`reports.sections.${of}`)}
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            { head, cell: ({ name }) => name },
            { head: t('reports.columns.orders'), cell: ({ orders }) => words.number(orders) },
            { head: t('reports.columns.revenue'), cell: ({ revenue }) => money(revenue) },
            { head: t('reports.columns.ordersBefore'), cell: ({ ordersBefore }) => words.number(ordersBefore) },
            { head: t('reports.columns.revenueBefore'), cell: ({ revenueBefore }) => money(revenueBefore) },
          ]}
        />
      }
    />
  )
}
