import { formatMoney } from '#shared/domain/money.ts'
import { Legend } from '../parts/chart-parts.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { HorizontalBarChart } from '../parts/horizontal-bar-chart.tsx'
import { ChartSection, type SectionProps } from '../parts/section.tsx'
import { useReportFormat } from '../use-report-format.ts'

const MAX_BARS = 15

/** Revenue by dining option. */
export function DiningSection(props: SectionProps) {
  const { t } = useReportFormat()
  const rows = props.part.dining.map(({ diningOption, ...sums }) => ({
    name: t(diningOption === 'takeaway' ? 'orders.takeaway' : 'orders.dineIn'),
    ...sums,
  }))
  return <RevenueSection {...props} section="dining" head={t('reports.columns.diningOption')} rows={rows} />
}

/** Revenue by table, with the number that the table had at the time. */
export function TablesSection(props: SectionProps) {
  const { t } = useReportFormat()
  const rows = props.part.tables.map(({ tableNumber, ...sums }) => ({
    name: tableNumber === null ? t('reports.noTable') : t('common.table', { number: tableNumber }),
    ...sums,
  }))
  return <RevenueSection {...props} section="tables" head={t('reports.columns.table')} rows={rows} />
}

interface RevenueRow {
  name: string
  orders: number
  revenue: number
  ordersBefore: number
  revenueBefore: number
}

interface RevenueSectionProps extends SectionProps {
  section: 'dining' | 'tables'
  /** The head of the first column. */
  head: string
  rows: RevenueRow[]
}

function RevenueSection({ section, head, rows, part: { currency }, period }: RevenueSectionProps) {
  const format = useReportFormat()
  const { t } = format
  const formatPrice = (minor: number) => formatMoney(minor, currency)
  const byRevenue = [...rows].sort((a, b) => b.revenue - a.revenue)
  const [first] = byRevenue
  return (
    <ChartSection
      section={section}
      period={period}
      note={rows.length > MAX_BARS && t('reports.onlyFirst', { shown: MAX_BARS, all: rows.length })}
      chart={
        first && (
          <>
            <Legend periodBefore="bar" />
            <HorizontalBarChart
              ariaLabel={t('reports.says.revenueBy', { by: head, name: first.name, value: formatPrice(first.revenue) })}
              bars={byRevenue.slice(0, MAX_BARS).map((row) => ({
                name: row.name,
                current: row.revenue,
                previous: row.revenueBefore,
                valueLabel: formatPrice(row.revenue),
                tooltip: [
                  [t('reports.columns.revenue'), formatPrice(row.revenue)],
                  [t('reports.columns.orders'), format.number(row.orders)],
                  [t('reports.columns.revenueBefore'), formatPrice(row.revenueBefore)],
                  [t('reports.columns.ordersBefore'), format.number(row.ordersBefore)],
                ],
              }))}
            />
          </>
        )
      }
      table={
        <DataTable
          caption={t(`reports.sections.${section}`)}
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            { head, cell: ({ name }) => name },
            { head: t('reports.columns.orders'), cell: ({ orders }) => format.number(orders) },
            { head: t('reports.columns.revenue'), cell: ({ revenue }) => formatPrice(revenue) },
            { head: t('reports.columns.ordersBefore'), cell: ({ ordersBefore }) => format.number(ordersBefore) },
            { head: t('reports.columns.revenueBefore'), cell: ({ revenueBefore }) => formatPrice(revenueBefore) },
          ]}
        />
      }
    />
  )
}
