import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { ColumnChart, HorizontalBarChart, Legend } from './charts.tsx'
import { type DayGroup, granularityOf, groupDays } from './period.ts'
import { ChartSection, DataTable, type SectionProps } from './section.tsx'
import { useReportFormat } from './use-report-format.ts'

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

const MAX_BARS = 15

/** The best-selling dishes, named in the restaurant's language as on the Orders tab. */
export function DishesSection({ part: { dishes, currency }, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  const { language } = useSettings()
  const formatPrice = (minor: number) => formatMoney(minor, currency)
  const shownDishes = dishes.slice(0, MAX_BARS)
  const [first] = dishes
  return (
    <ChartSection
      section="dishes"
      period={period}
      note={dishes.length > MAX_BARS && t('reports.onlyFirst', { shown: MAX_BARS, all: dishes.length })}
      chart={
        first && (
          <>
            <Legend periodBefore="bar" />
            <HorizontalBarChart
              ariaLabel={t('reports.says.dishes', {
                name: nameIn(language, first),
                value: format.number(first.quantity),
              })}
              bars={shownDishes.map((dish) => ({
                name: nameIn(language, dish),
                current: dish.quantity,
                previous: dish.quantityBefore,
                valueLabel: format.number(dish.quantity),
                tooltip: [
                  [t('reports.columns.sold'), format.number(dish.quantity)],
                  [t('reports.columns.revenue'), formatPrice(dish.revenue)],
                  [t('reports.columns.soldBefore'), format.number(dish.quantityBefore)],
                  [t('reports.columns.revenueBefore'), formatPrice(dish.revenueBefore)],
                ],
              }))}
            />
          </>
        )
      }
      table={
        <DataTable
          caption={t('reports.sections.dishes')}
          rows={dishes}
          // A dish may have the same name as a deleted one.
          keyOf={(_, index) => index}
          columns={[
            { head: t('reports.columns.dish'), cell: (dish) => nameIn(language, dish) },
            { head: t('reports.columns.sold'), cell: ({ quantity }) => format.number(quantity) },
            { head: t('reports.columns.revenue'), cell: ({ revenue }) => formatPrice(revenue) },
            { head: t('reports.columns.soldBefore'), cell: ({ quantityBefore }) => format.number(quantityBefore) },
            { head: t('reports.columns.revenueBefore'), cell: ({ revenueBefore }) => formatPrice(revenueBefore) },
          ]}
        />
      }
    />
  )
}

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

/** What each user cancelled and took off: a table alone, because few people do it. */
export function UsersSection({ part: { users, currency }, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  // Below each other: five columns do not fit a phone.
  const withAmount = (count: number, minor: number) => (
    <>
      {format.number(count)} <span className="block text-muted">{formatMoney(minor, currency)}</span>
    </>
  )
  return (
    <ChartSection
      section="users"
      period={period}
      emptyText={t('reports.nothingTakenBack')}
      table={
        users.length > 0 && (
          <DataTable
            caption={t('reports.sections.users')}
            rows={users}
            keyOf={({ username }) => username ?? ''}
            columns={[
              { head: t('reports.columns.user'), cell: ({ username }) => username ?? t('reports.noUser') },
              {
                head: t('reports.columns.cancelledOrders'),
                cell: ({ cancelledOrders, cancelledAmount }) => withAmount(cancelledOrders, cancelledAmount),
              },
              {
                head: t('reports.columns.takenOffQuantity'),
                cell: ({ takenOffQuantity, takenOffAmount }) => withAmount(takenOffQuantity, takenOffAmount),
              },
            ]}
          />
        )
      }
    />
  )
}
