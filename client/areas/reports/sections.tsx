import { type ReactNode, useState } from 'react'
import type { ReportPart } from '#shared/contracts/reports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { Switch } from '../../ui/index.ts'
import { ColumnChart, HorizontalBarChart, Legend } from './charts.tsx'
import { type DayGroup, granularityOf, groupDays } from './period-picker.tsx'
import { ChartSection, type Column, DataTable, type SectionProps, useColumns, useReportFormat } from './section.tsx'

/** Charts of revenue and orders per business day, including days without orders; long periods by week or month. */
export function DaysSection({ part, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  const granularity = granularityOf(part.days.length)
  const groups = groupDays(part)
  const daysWithoutOrders = part.days.filter(({ orders }) => orders === 0).length
  const formatPrice = (minor: number) => formatMoney(minor, part.currency)
  const formatMetric = { revenue: formatPrice, orders: format.number }
  const columns = useColumns(part.currency)
  const orders = {
    head: t('reportHeadings.orders'),
    cell: (group: DayGroup) => (group.orders > 0 ? format.number(group.orders) : t('reports.legend.none')),
  }
  const tooltip = [...columns('revenue'), orders, ...columns('revenueBefore', 'ordersBefore')]
  const chart = (metric: 'revenue' | 'orders') => {
    const highest = groups.reduce((max, group) => (group[metric] > max[metric] ? group : max), groups[0] as DayGroup)
    return (
      <div className="min-w-0">
        <h5 className="text-sm font-semibold">
          {t(`reportHeadings.${metric}`)}
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
            name: format.axisLabel(group, granularity),
            title: titleOf(format.group(group), tooltip, group),
            current: group[metric],
            previous: metric === 'revenue' ? group.revenueBefore : group.ordersBefore,
            isEmpty: group.orders === 0,
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
      className="@wide/page:col-span-2"
      chart={
        <>
          <Legend periodBefore="line" hasEmptyDays={daysWithoutOrders > 0} />
          <div className="grid gap-4 @wide/page:grid-cols-2">
            {chart('revenue')}
            {chart('orders')}
          </div>
        </>
      }
      table={
        <DataTable
          caption={t('reports.sections.days')}
          rows={groups}
          columns={[
            { head: t(`reports.columns.${granularity}`), cell: format.group },
            orders,
            ...columns('revenue', 'ordersBefore', 'revenueBefore'),
          ]}
        />
      }
    />
  )
}

/** Orders by the time from being placed to being ready. */
export function ReadySection({ part: { ready, figures, currency }, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  const rows = ready.map((row, index) => {
    const next = ready[index + 1]
    return { ...row, range: next ? `${row.minutes}–${next.minutes}` : `${row.minutes}+` }
  })
  const columns = useColumns(currency)('orders', 'ordersBefore')
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
                value: t('common.orderCount', { count: mostFrequent.orders }),
              })}
              formatTick={format.axisValue}
              columns={rows.map((row) => ({
                name: row.range,
                title: titleOf(minutes(row.range), columns, row),
                current: row.orders,
                previous: row.ordersBefore,
                isEmpty: row.orders === 0,
              }))}
            />
          </>
        )
      }
      table={
        <DataTable
          caption={t('reports.sections.ready')}
          rows={rows}
          columns={[{ head: t('reports.columns.time'), cell: ({ range }) => minutes(range) }, ...columns]}
        />
      }
    />
  )
}

const EMPTY_ROW = { range: '', orders: 0 }

const MAX_BARS = 15

export function DishesSection(props: SectionProps) {
  const { t, number, language } = useReportFormat()
  const columns = useColumns(props.part.currency)
  const [isWithoutParts, setWithoutParts] = useState(false)
  const { dishes } = props.part
  const shown = isWithoutParts ? withoutParts(dishes) : dishes
  const rows = shown.map((dish) => ({ ...dish, name: nameIn(language, dish) }))
  return (
    <RankedSection
      {...props}
      section="dishes"
      head={t('reportHeadings.dish')}
      rows={rows}
      note={
        dishes.some(({ partQuantity }) => partQuantity > 0) && (
          <Switch label={t('reports.leaveOutParts')} checked={isWithoutParts} onCheckedChange={setWithoutParts} />
        )
      }
      columns={columns('quantity', 'revenue', 'quantityBefore', 'revenueBefore')}
      barOf={({ quantity, quantityBefore }) => ({ current: quantity, previous: quantityBefore })}
      format={number}
      says={({ name, quantity }) => t('reports.says.dishes', { name, count: quantity })}
    />
  )
}

/** The dishes as guests ordered them themselves. */
function withoutParts(dishes: ReportPart['dishes']): ReportPart['dishes'] {
  return dishes
    .map((dish) => ({ ...dish, quantity: dish.quantity - dish.partQuantity, revenue: dish.revenue - dish.partRevenue }))
    .filter(({ quantity }) => quantity > 0)
    .sort((a, b) => b.quantity - a.quantity || b.revenue - a.revenue)
}

/** The chosen options and the fees by count and sum; nothing where there are none. */
export function OptionsSection({ part: { options, currency }, period }: SectionProps) {
  const format = useReportFormat()
  const { t, language } = format
  if (options.length === 0) return null
  const groupOf = ({ group, groupRo }: (typeof options)[number]) =>
    nameIn(language, { name: group, nameRo: groupRo }) || t('reports.fee')
  return (
    <ChartSection
      section="options"
      period={period}
      table={
        <DataTable
          caption={t('reports.sections.options')}
          rows={options}
          columns={[
            {
              head: t('reportHeadings.option'),
              cell: (option) => (
                <>
                  {nameIn(language, option)} <span className="block text-muted">{groupOf(option)}</span>
                </>
              ),
            },
            { head: t('reportHeadings.quantity'), cell: ({ quantity }) => format.number(quantity) },
            { head: t('reportHeadings.revenue'), cell: ({ revenue }) => formatMoney(revenue, currency) },
          ]}
        />
      }
    />
  )
}

export function DiningSection(props: SectionProps) {
  const { t } = useReportFormat()
  const rows = props.part.dining.map(({ diningOption, ...sums }) => ({
    name: t(diningOption === 'takeaway' ? 'orders.takeaway' : 'orders.dineIn'),
    ...sums,
  }))
  return <RevenueSection {...props} section="dining" head={t('reportHeadings.dining')} rows={rows} />
}

/** Revenue by table, with the number that the table had at the time. */
export function TablesSection(props: SectionProps) {
  const { t } = useReportFormat()
  const rows = props.part.tables.map(({ tableNumber, ...sums }) => ({
    name: tableNumber === null ? t('common.noTable') : t('common.table', { number: tableNumber }),
    ...sums,
  }))
  return <RevenueSection {...props} section="tables" head={t('reportHeadings.table')} rows={rows} />
}

interface RankedProps<Row> extends SectionProps {
  section: 'dishes' | 'dining' | 'tables'
  head: string
  rows: Row[]
}

type RevenueRow = Record<'orders' | 'revenue' | 'ordersBefore' | 'revenueBefore', number> & { name: string }

function RevenueSection(props: RankedProps<RevenueRow>) {
  const { t } = useReportFormat()
  const { currency } = props.part
  const columns = useColumns(currency)
  const formatPrice = (minor: number) => formatMoney(minor, currency)
  return (
    <RankedSection
      {...props}
      columns={columns('orders', 'revenue', 'ordersBefore', 'revenueBefore')}
      barOf={({ revenue, revenueBefore }) => ({ current: revenue, previous: revenueBefore })}
      format={formatPrice}
      says={({ name, revenue }) => t('reports.says.revenueBy', { by: props.head, name, value: formatPrice(revenue) })}
    />
  )
}

interface RankedSectionProps<Row> extends RankedProps<Row> {
  /** What stands above the chart beside how many bars it has. */
  note?: ReactNode
  columns: Column<Row>[]
  /** The figure by which the bars are sorted, and that of the period before. */
  barOf: (row: Row) => { current: number; previous: number }
  format: (value: number) => string
  /** The chart in one sentence. @param first the row with the longest bar */
  says: (first: Row) => string
}

/** Named rows as bars, longest first. */
function RankedSection<Row extends { name: string }>(props: RankedSectionProps<Row>) {
  const { section, period, head, rows, note, columns, barOf, format, says } = props
  const { t } = useReportFormat()
  const ranked = [...rows].sort((a, b) => barOf(b).current - barOf(a).current)
  const [first] = ranked
  return (
    <ChartSection
      section={section}
      period={period}
      note={
        (note || rows.length > MAX_BARS) && (
          <>
            {rows.length > MAX_BARS && t('reports.onlyFirst', { shown: MAX_BARS, all: rows.length })}
            {note}
          </>
        )
      }
      chart={
        first && (
          <HorizontalBarChart
            ariaLabel={says(first)}
            format={format}
            bars={ranked.slice(0, MAX_BARS).map((row) => ({
              name: row.name,
              title: titleOf(row.name, columns, row),
              ...barOf(row),
            }))}
          />
        )
      }
      table={
        <DataTable
          caption={t(`reports.sections.${section}`)}
          rows={rows}
          columns={[{ head, cell: ({ name }) => name }, ...columns]}
        />
      }
    />
  )
}

function titleOf<Row>(name: string, columns: readonly Column<Row>[], row: Row): string {
  return [name, ...columns.map(({ head, cell }) => `${head}: ${String(cell(row))}`)].join('\n')
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
            columns={[
              { head: t('reportHeadings.user'), cell: ({ username }) => username ?? t('reportHeadings.noUser') },
              {
                head: t('reportHeadings.cancelledOrders'),
                cell: ({ cancelledOrders, cancelledAmount }) => withAmount(cancelledOrders, cancelledAmount),
              },
              {
                head: t('reportHeadings.takenOffQuantity'),
                cell: ({ takenOffQuantity, takenOffAmount }) => withAmount(takenOffQuantity, takenOffAmount),
              },
            ]}
          />
        )
      }
    />
  )
}
