import { useState } from 'react'
import type { ReportPart } from '#shared/contracts/reports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { BUSINESS_DAY_START } from '#shared/domain/time/business-day.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Switch } from '../../ui/index.ts'
import { groupDays, MAX_DAYS_BY_DAY } from './period-picker.tsx'
import { type BarRow, BarSection, DataTable, ReportSection, type SectionProps, useReportFormat } from './section.tsx'

/** Every business day, also those without orders; long periods by month. */
export function DaysSection(props: SectionProps) {
  const { t, period } = useReportFormat()
  const { part } = props
  return (
    <BarSection
      {...props}
      section="days"
      head={t(`reports.columns.${part.days.length > MAX_DAYS_BY_DAY ? 'month' : 'day'}`)}
      measures={['revenue', 'orders']}
      rows={groupDays(part).map(({ first, last, ...sums }) => ({ name: period({ from: first, to: last }), ...sums }))}
    />
  )
}

/** Orders by the time from being placed to being ready. */
export function ReadySection(props: SectionProps) {
  const { t } = useReportFormat()
  const { ready, figures } = props.part
  const rows = ready.map(({ minutes, ...sums }, index) => {
    const next = ready[index + 1]
    const range = next ? `${minutes}–${next.minutes}` : `${minutes}+`
    return { name: t('orders.minutes', { minutes: range }), ...sums }
  })
  return (
    <BarSection
      {...props}
      section="ready"
      head={t('reports.columns.time')}
      measures={['orders']}
      rows={figures.readyOrders > 0 ? rows : []}
      emptyText={t('reports.noReady')}
    />
  )
}

export function DishesSection(props: SectionProps) {
  const { t, language } = useReportFormat()
  const [isWithoutParts, setWithoutParts] = useState(false)
  const { dishes } = props.part
  const shown = isWithoutParts ? withoutParts(dishes) : dishes
  return (
    <BarSection
      {...props}
      section="dishes"
      head={t('reportHeadings.dish')}
      measures={['quantity', 'revenue']}
      rows={shown.map((dish) => ({ ...dish, name: nameIn(language, dish) }))}
      note={
        dishes.some(({ partQuantity }) => partQuantity > 0) && (
          <Switch label={t('reports.leaveOutParts')} checked={isWithoutParts} onCheckedChange={setWithoutParts} />
        )
      }
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
  const { t, language, number } = useReportFormat()
  if (options.length === 0) return null
  const groupOf = ({ group, groupRo }: (typeof options)[number]) =>
    nameIn(language, { name: group, nameRo: groupRo }) || t('reports.fee')
  return (
    <ReportSection section="options" period={period}>
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
          { head: t('reportHeadings.quantity'), cell: ({ quantity }) => number(quantity) },
          { head: t('reportHeadings.revenue'), cell: ({ revenue }) => formatMoney(revenue, currency) },
        ]}
      />
    </ReportSection>
  )
}

/** What price rules took off, by rule; nothing where there is none. */
export function ReductionsSection({ part: { reductions, currency }, period }: SectionProps) {
  const { t, language, number } = useReportFormat()
  if (reductions.length === 0) return null
  return (
    <ReportSection section="reductions" period={period}>
      <DataTable
        caption={t('reports.sections.reductions')}
        rows={reductions}
        columns={[
          { head: t('reportHeadings.rule'), cell: (rule) => nameIn(language, rule) },
          { head: t('reportHeadings.quantity'), cell: ({ count }) => number(count) },
          { head: t('reportHeadings.reduction'), cell: ({ amount }) => formatMoney(amount, currency) },
        ]}
      />
    </ReportSection>
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

interface RevenueSectionProps extends SectionProps {
  section: 'dining' | 'tables'
  head: string
  rows: BarRow[]
}

function RevenueSection({ rows, ...section }: RevenueSectionProps) {
  const ranked = rows.toSorted((a, b) => (b.revenue ?? 0) - (a.revenue ?? 0))
  return <BarSection {...section} measures={['revenue', 'orders']} rows={ranked} />
}

/** What each user cancelled and took off. */
export function UsersSection({ part: { users, currency }, period }: SectionProps) {
  const { t, number } = useReportFormat()
  // Below each other: five columns do not fit a phone.
  const withAmount = (count: number, minor: number) => (
    <>
      {number(count)} <span className="block text-muted">{formatMoney(minor, currency)}</span>
    </>
  )
  return (
    <ReportSection section="users" period={period} emptyText={t('reports.nothingTakenBack')}>
      {users.length > 0 && (
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
      )}
    </ReportSection>
  )
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
/** The share of the accent behind the busiest hour, in percent: figures on more of it would be hard to read. */
const MOST_HEAT = 55

/** Orders by weekday and hour, the more the darker; from the first hour of the business day with orders to the last. */
export function HoursSection({ part: { hours }, period }: SectionProps) {
  const { t, weekday: weekdayText, number } = useReportFormat()
  const { businessDayStart = BUSINESS_DAY_START } = useSettings()
  const firstHour = Number(businessDayStart.slice(0, 2))
  const worked = hours.map(({ hour }) => (hour - firstHour + 24) % 24)
  const [from, to] = [Math.min(...worked), Math.max(...worked)]
  const most = Math.max(...hours.map(({ orders }) => orders))
  const cell = (weekday: number, hour: number) => {
    const orders = hours.find((one) => one.weekday === weekday && one.hour === hour)?.orders ?? 0
    const heat = (orders / most) * MOST_HEAT
    return (
      <td
        key={weekday}
        className="figures h-7 rounded-chip bg-sunk"
        style={orders > 0 ? { background: `color-mix(in srgb, var(--accent) ${heat}%, var(--card))` } : undefined}
      >
        {orders > 0 && number(orders)}
      </td>
    )
  }
  return (
    <ReportSection section="hours" period={period} note={t('reports.hoursNote')}>
      {hours.length > 0 && (
        <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-xs">
          <caption className="sr-only">{t('reports.sections.hours')}</caption>
          <thead className="text-muted">
            <tr>
              <th scope="col">{t('reportHeadings.hour')}</th>
              {WEEKDAYS.map((weekday) => (
                <th key={weekday} scope="col">
                  {weekdayText(weekday)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: to - from + 1 }, (_, i) => (firstHour + from + i) % 24).map((hour) => (
              <tr key={hour}>
                <th scope="row" className="figures text-muted">
                  {String(hour).padStart(2, '0')}
                </th>
                {WEEKDAYS.map((weekday) => cell(weekday, hour))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ReportSection>
  )
}
