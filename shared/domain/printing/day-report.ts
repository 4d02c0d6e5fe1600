import type { TFunction } from '#shared/i18n/translate.ts'
import type { Day, OpenDay } from '../../contracts/days.ts'
import { type Language, nameIn } from '../language.ts'
import type { Currency } from '../money.ts'
import { formatNumber } from '../numbers.ts'
import { BUSINESS_DAY_START, businessDayOf } from '../time/business-day.ts'
import { localTime } from '../time/local-time.ts'
import { formatLongDay } from '../time/long-day.ts'
import { BLANK, centred, leftAndRight, line, type PrintedRow, roomFor, rule, wrapText } from './columns.ts'
import { amountOnPaper, momentOnPaper, type RestaurantOnPaper } from './paper.ts'
import { restaurantHead } from './receipt.ts'

/** Some figures of a day under one title, on the screen and on paper. Amounts are minor units. */
export interface DaySection {
  title: string
  /** The sum of the rows, where it says something. */
  total?: number
  rows: readonly { label: string; note?: string; amount: number }[]
}

/** A day's end in words of its reader's language. */
export interface DayOnPaper {
  /** The title, the number, and that it is a copy. */
  headings: readonly string[]
  /** Sums with their names. */
  facts: readonly (readonly [string, string])[]
  sections: readonly DaySection[]
  note: string | null
  notFiscal: string
  currency: Currency
}

/** The paper of a day's end (docs/product/payments.md#day-end-paper). */
export function dayReport(day: DayOnPaper, restaurant: RestaurantOnPaper): PrintedRow[] {
  const { headings, facts, sections, note, notFiscal, currency } = day
  return [
    ...restaurantHead(restaurant),
    ...headings.flatMap((heading) => centred(heading)),
    rule(),
    ...facts.flatMap(([name, value]) => leftAndRight(name, value)),
    ...sections.flatMap(({ title, total, rows }) => [
      rule(),
      ...(total === undefined
        ? wrapText(title, roomFor('normal')).map((text) => line(text))
        : leftAndRight(title, amountOnPaper(total, currency))),
      ...rows.flatMap(({ label, note: of, amount }) =>
        leftAndRight(`${label}${of ? ` (${of})` : ''}`, amountOnPaper(amount, currency)),
      ),
    ]),
    rule(),
    ...(note ? [...wrapText(note, roomFor('normal')).map((text) => line(text)), BLANK] : []),
    ...centred(notFiscal),
  ]
}

type Figures = Omit<OpenDay, 'nextNumber' | 'lastEntry'>

const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
const takesMoney = ({ kind }: Figures['methods'][number]) => kind !== 'house'
/** The takings of all methods, without tips. */
export const takenBy = (methods: Figures['methods']) => sumOf(methods.filter(takesMoney))
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The figures of a day in words, without its cash and what is due; a section without rows is left out. */
export function sectionsOf(day: Figures, t: TFunction, language: Language): DaySection[] {
  const { methods, reversals, tips, house, cancelled, takenOff, hours, vat, reductions } = day
  const nameOf = (methodId: number) => {
    const method = methods.find(({ id }) => id === methodId)
    return method ? nameIn(language, method) : ''
  }
  const payments = (count: number) => t('days.payments', { count })
  const paid = methods.filter(takesMoney).map((one) => row(nameIn(language, one), one.amount, payments(one.count)))
  const users = [
    ...cancelled.map(({ user, orders, amount }) => row(user, amount, t('days.cancelled', { count: orders }))),
    ...takenOff.map(({ user, dishes, amount }) => row(user, amount, t('days.takenOff', { count: dishes }))),
  ]
  const takenBack = reversals.map(({ user, methodId, amount, tip, reason }) =>
    row([user, nameOf(methodId)].filter(Boolean).join(' · '), amount + tip, reason),
  )
  const given = house.map(({ user, reason, amount }) => row(user, amount, reason))
  const spans = hours.map(({ hour, amount, count }) =>
    row(`${hourText(hour)}–${hourText((hour + 1) % 24)}`, amount, payments(count)),
  )
  const rateText = (rate: number | null) => (rate === null ? t('days.noRate') : `${formatNumber(rate)} %`)
  const lowered = reductions.map(({ count, amount, ...rule }) =>
    row(nameIn(language, rule), amount, t('common.dishes', { count })),
  )
  const sections: DaySection[] = [
    { title: t('days.methods'), total: sumOf(paid), rows: paid },
    { title: t('days.reversals'), rows: takenBack },
    { title: t('days.tips'), total: sumOf(tips), rows: tips.map(({ user, amount }) => row(user, amount)) },
    { title: t('days.house'), total: sumOf(house), rows: given },
    { title: t('days.reductions'), total: sumOf(lowered), rows: lowered },
    { title: t('days.users'), total: sumOf(users), rows: users },
    { title: t('days.hours'), rows: spans },
    { title: t('days.vat'), rows: vat.map(({ rate, amount }) => row(rateText(rate), amount)) },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}

const row = (label: string, amount: number, note?: string) => ({ label, amount, ...(note !== undefined && { note }) })

/** Cash put into the till and taken out. */
export function tillSection({ till }: Figures, t: TFunction): DaySection {
  const rows = till.map(({ kind, user, reason, amount }) =>
    row(`${t(`days.${kind}`)} · ${user}`, kind === 'in' ? amount : -amount, reason),
  )
  return { title: t('days.till'), rows }
}

/** Names an order in the list of those that owe. */
export function orderName({ orderId, tableNumber }: OpenDay['open'][number], t: TFunction): string {
  return `${tableNumber === null ? t('orders.takeaway') : t('common.table', { number: tableNumber })} #${orderId}`
}

/** Orders that owe something, or whose guests get something back: an open one that is paid is nothing to settle. */
export const owingOf = (day: Pick<Figures, 'open' | 'withoutPayment'>, name: 'open' | 'withoutPayment') =>
  day[name].filter(({ due }) => due !== 0)

export function owingSection(day: Figures, name: 'open' | 'withoutPayment', t: TFunction, timeZone: string) {
  const noteOf = ({ due, placedAt }: OpenDay['open'][number]) =>
    due > 0 ? localTime(new Date(placedAt), timeZone).time : t('days.giveBack')
  const rows = owingOf(day, name).map((order) => row(orderName(order, t), order.due, noteOf(order)))
  return { title: t(`days.${name}`), total: sumOf(rows), rows }
}

/** The cash movements of a day and the cash that should be in the till. */
export function expectedSection({ start, expected, till }: Figures, t: TFunction): DaySection {
  const sumOfKind = (wanted: 'in' | 'out') => sumOf(till.filter(({ kind }) => kind === wanted))
  const [putIn, takenOut] = [sumOfKind('in'), sumOfKind('out')]
  return {
    title: t('days.expected'),
    total: expected,
    rows: [
      { label: t('days.start'), amount: start },
      { label: t('days.cash'), amount: expected - start - putIn + takenOut },
      ...(putIn > 0 ? [{ label: t('days.in'), amount: putIn }] : []),
      ...(takenOut > 0 ? [{ label: t('days.out'), amount: -takenOut }] : []),
    ],
  }
}

/** The number of a report, as it is written everywhere: `0143`. */
export const reportNumber = (number: number) => String(number).padStart(4, '0')

interface Clock {
  timeZone: string
  businessDayStart?: string | undefined
}

const HOUR_MS = 3_600_000

/** The business day of a closed day's last payment: a day is often closed after midnight, a forgotten one in the morning. */
export function dayOfReport(
  { to, hours }: Pick<Day, 'to' | 'hours'>,
  { timeZone, businessDayStart = BUSINESS_DAY_START }: Clock,
): string {
  const closedAt = new Date(to)
  const closedIn = Number.parseInt(localTime(closedAt, timeZone).time, 10)
  const hoursBefore = (closedIn - (hours.at(-1)?.hour ?? closedIn) + 24) % 24
  return businessDayOf(new Date(closedAt.getTime() - hoursBefore * HOUR_MS), businessDayStart, timeZone)
}

interface DayWording extends Clock {
  t: TFunction
  language: Language
  /** Whether this report was printed before. */
  isCopy: boolean
}

/** A closed day, for `dayReport`. */
export function dayOnPaper(day: Day, wording: DayWording): DayOnPaper {
  const { t, language, timeZone, isCopy } = wording
  return {
    headings: [
      t('days.title'),
      t('days.report', { number: reportNumber(day.number) }),
      formatLongDay(dayOfReport(day, wording), language),
      ...(isCopy ? [t('days.copy')] : []),
    ],
    facts: [
      [t('reports.from'), momentOnPaper(day.from, timeZone)],
      [t('reports.to'), momentOnPaper(day.to, timeZone)],
      [t('days.by'), day.by],
      ...(day.fiscal
        ? [[t('settings.tabs.fiscal'), t('days.receiptCounts', { ...day.fiscal, left: day.fiscal.left ?? 0 })] as const]
        : []),
    ],
    sections: reportSections(day, t, language, timeZone),
    note: day.note,
    notFiscal: t('days.notFiscal'),
    currency: day.currency,
  }
}

/** All sections of a closed day, its cash first. */
export function reportSections(day: Day, t: TFunction, language: Language, timeZone: string): DaySection[] {
  const counted = [
    row(t('days.difference'), day.difference),
    row(t('days.left'), day.left),
    row(t('days.takenAway'), day.counted - day.left),
  ]
  const cash = [expectedSection(day, t), { title: t('days.counted'), total: day.counted, rows: counted }]
  const owing = (['open', 'withoutPayment'] as const).map((name) => owingSection(day, name, t, timeZone))
  return [...cash, ...sectionsOf(day, t, language), tillSection(day, t), ...owing].filter(({ rows }) => rows.length > 0)
}
