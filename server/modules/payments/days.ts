import { type Database, inLocked, inTransaction, lock, type Reader, type Tx } from '#server/db/index.ts'
import { claimReceipts, countReceipts, eraseReceipts, readLeft } from '#server/modules/fiscal/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, inputError, required } from '#server/platform/app-error.ts'
import { csvText } from '#server/platform/csv.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { bodyOf } from '#server/platform/idempotency.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import { type closeDay, DAYS_PER_PAGE, type Day, daySchema, type OpenDay } from '#shared/contracts/days.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { plainFigure } from '#shared/domain/money.ts'
import { salesByRate } from '#shared/domain/payments/due.ts'
import { expectedCash } from '#shared/domain/payments/methods.ts'
import { owingOf } from '#shared/domain/printing/day-report.ts'
import { businessDayOf, businessDayStart } from '#shared/domain/time/business-day.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { translator } from '#shared/i18n/words/index.ts'
import * as dayRepo from './repo.ts'

/* The day's end (docs/product/payments.md#day-end). A closed day is stored as the JSON that is sent. */

/** The sender and time of a request that adds an entry. */
export interface EntryContext {
  by: Viewer
  now: Date
}

/** Locks the open day, which the transaction adds to or closes. */
export async function enterDay(tx: Tx, how: 'shared' | 'alone'): Promise<void> {
  await lock(tx, 'day', how)
  await announceArea(tx, 'days')
}

/** Reads the open day, while nobody can add to it. @returns undefined for the last entry if there is none */
async function readOpen(tx: Tx, now: Date) {
  const [lastDay, { last, firstAt }] = await Promise.all([dayRepo.readLastDay(tx), dayRepo.readOpenEntries(tx)])
  const from = lastDay?.endsAt ?? firstAt ?? now
  // After the clock was set back, a day still does not end before it began.
  return { lastDay, last, from, to: now > from ? now : from }
}
type Open = Awaited<ReturnType<typeof readOpen>>

async function figuresOf(db: Reader, { lastDay, last, from, to }: Open, timeZone: string) {
  const { currency, fiscal: isFiscal } = await readSettings(db)
  const receipts = { ...(await countReceipts(db)), left: (await readLeft(db)).length }
  const hasReceipts = isFiscal || Object.values(receipts).some((count) => count > 0)
  const after = lastDay?.lastEntry ?? 0
  const range = { after, upTo: last ?? after, from, to, currency, timeZone }
  const { sales, ...figures } = await dayRepo.readFigures(db, range)
  const start = lastDay?.leftInTill ?? 0
  const payments = figures.methods
    .filter(({ kind }) => kind === 'cash')
    .reduce((sum, { amount, tip, rounding }) => sum + amount + tip + rounding, 0)
  const ofTill = (kind: 'in' | 'out') =>
    figures.till.reduce((sum, entry) => (entry.kind === kind ? sum + entry.amount : sum), 0)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    currency,
    start,
    expected: expectedCash({ start, payments, tillIn: ofTill('in'), tillOut: ofTill('out') }),
    ...figures,
    vat: salesByRate(sales),
    fiscal: hasReceipts ? receipts : null,
  }
}

export async function readOpenDay(db: Database, now: Date, timeZone: string): Promise<OpenDay> {
  // Locked for a moment: an entry that is still being written would have a lower id than the last one.
  const open = await inLocked(db, 'day', (tx) => readOpen(tx, now))
  const figures = await figuresOf(db, open, timeZone)
  return { ...figures, nextNumber: (open.lastDay?.number ?? 0) + 1, lastEntry: open.last }
}

/** Requires that no entry waits for the day's end, and locks out new ones. */
export async function requireClosedDay(tx: Tx): Promise<void> {
  await lock(tx, 'day')
  if (await dayRepo.isDayOpen(tx)) throw new AppError('day_open')
}

/**
 * @throws AppError `nothing_to_close`; `day_changed` if there are entries that the caller did not see; `fiscal_open`;
 *   InputError
 */
export async function storeDay(
  tx: Tx,
  { counted, left, seen, note, withoutReceipts }: Received<typeof closeDay>['body'],
  { by, now, timeZone }: EntryContext & { timeZone: string },
): Promise<Day> {
  await enterDay(tx, 'alone')
  if (left > counted) throw inputError('left', `validation.atMost ${counted}`)
  const open = await readOpen(tx, now)
  if (open.last === null) throw new AppError('nothing_to_close')
  if (open.last !== seen) throw new AppError('day_changed', { lastEntry: open.last })
  const number = (open.lastDay?.number ?? 0) + 1
  await lock(tx, 'fiscal')
  const figures = await figuresOf(tx, open, timeZone)
  if (figures.fiscal && figures.fiscal.open + figures.fiscal.left > 0 && !withoutReceipts)
    throw new AppError('fiscal_open')
  await claimReceipts(tx, number)
  const difference = counted - figures.expected
  const day: Day = { number, by: by.username, counted, difference, left, note, ...figures }
  const report = bodyOf(daySchema, day)
  await dayRepo.addDay(tx, { number, closedAt: now, endsAt: open.to, lastEntry: open.last, leftInTill: left, report })
  await noteInJournal(tx, by, 'day_closed', { day: number }, now)
  return day
}

export async function readDays(db: Reader, before: number | undefined): Promise<string> {
  const reports = await dayRepo.readReports(db, before, DAYS_PER_PAGE)
  return `[${reports.map(({ report }) => report).join(',')}]`
}

/** Returns a closed day as JSON. */
export async function readDay(db: Reader, number: number): Promise<string> {
  return required(await dayRepo.readReportOf(db, number))
}

/** Returns the business day of the oldest unclosed entry, YYYY-MM-DD; null if there is none, or it is not over. */
export async function findForgottenDay(db: Reader, now: Date, timeZone: string): Promise<string | null> {
  const { businessDayStart: startsAt } = await readSettings(db)
  const { firstAt } = await dayRepo.readOpenEntries(db)
  if (!firstAt || firstAt >= businessDayStart(now, startsAt, timeZone)) return null
  return businessDayOf(firstAt, startsAt, timeZone)
}

/** Clears the names, reasons and notes of entries and of closed days from before a moment. */
export async function eraseReasons(db: Database, before: Date): Promise<void> {
  await dayRepo.emptyWords(db, before)
  await eraseReceipts(db, before)
  const emptied = (day: Day) => {
    const till = day.till.map((row) => ({ ...row, reason: '' }))
    return { ...withoutReasons(day, () => true), till, note: null }
  }
  await inTransaction(db, (tx) => dayRepo.rewriteReports(tx, dayRepo.endedBefore(before), emptied))
}

/** Clears the names and reasons of payments of locked orders and of their reversals, in closed days too. */
export async function erasePayers(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const entries = (await dayRepo.emptyWordsOf(tx, orderIds)).filter(({ reason }) => reason !== null)
  if (entries.length === 0) return
  // A day has one sum for each user and reason, so the reason is cleared for the whole sum.
  const isTheirs = ({ user, reason }: Reasoned) =>
    entries.some((entry) => entry.username === user && entry.reason === reason)
  const which = dayRepo.withEntries(entries.map(({ id }) => id))
  await dayRepo.rewriteReports(tx, which, (day) => withoutReasons(day, isTheirs))
}

type Reasoned = Record<'user' | 'reason', string>

function withoutReasons(day: Day, isErased: (row: Reasoned) => boolean): Day {
  const emptied = <Row extends Reasoned>(rows: Row[]) =>
    rows.map((row) => (isErased(row) ? { ...row, reason: '' } : row))
  return { ...day, reversals: emptied(day.reversals), house: emptied(day.house) }
}

/** A line's part, name, reason, number of things, amount, and tip; amounts in minor units. */
type Line = [part: TextKey, name?: string, reason?: string, count?: number, amount?: number, tip?: number]

const DAY_FILE_COLUMNS = [
  'dayFile.part',
  'customers.name',
  'payments.reason',
  'tables.number',
  'payments.amount',
  'payments.tip',
  'reportHeadings.currency',
] as const

/** Formats a closed day as a CSV in one language, separated and written like reports. */
export function dayFile(day: Day, language: Language, timeZone: string): string {
  const t = translator(language)
  const moment = (at: string) => {
    const { day: date, time } = localTime(new Date(at), timeZone)
    return `${date} ${time}`
  }
  const figure = (minor: number | undefined) => {
    if (minor === undefined) return ''
    const text = plainFigure(minor)
    return language === 'ro' ? text.replace('.', ',') : text
  }
  const order = ({ orderId }: { orderId: number }) => `#${orderId}`
  const nameOf = new Map(day.methods.map((method) => [method.id, nameIn(language, method)]))
  const lines: Line[] = [
    ['dayFile.number', String(day.number)],
    ['reports.from', moment(day.from)],
    ['reports.to', moment(day.to)],
    ['days.by', day.by],
    ['days.start', '', '', undefined, day.start],
    ['days.expected', '', '', undefined, day.expected],
    ['days.counted', '', '', undefined, day.counted],
    ['days.difference', '', day.note ?? '', undefined, day.difference],
    ['days.left', '', '', undefined, day.left],
    ...day.methods.map((one): Line => ['days.methods', nameIn(language, one), '', one.count, one.amount, one.tip]),
    ...day.reversals.map((one): Line => {
      const by = `${one.user} · ${nameOf.get(one.methodId) ?? ''}`
      return ['dayFile.reversal', by, one.reason, undefined, one.amount, one.tip]
    }),
    ...day.tips.map(({ user, amount }): Line => ['days.tips', user, '', undefined, undefined, amount]),
    ...day.house.map(({ user, reason, amount }): Line => ['days.house', user, reason, undefined, amount]),
    ...day.cancelled.map(
      ({ user, orders, amount }): Line => ['reportHeadings.cancelledOrders', user, '', orders, amount],
    ),
    ...day.takenOff.map(
      ({ user, dishes, amount }): Line => ['reportHeadings.takenOffQuantity', user, '', dishes, amount],
    ),
    ...day.hours.map(({ hour, amount, count }): Line => ['days.hours', String(hour), '', count, amount]),
    ...day.vat.map(({ rate, amount }): Line => ['days.vat', rate === null ? '' : `${rate} %`, '', undefined, amount]),
    ...(day.reductions ?? []).map((one): Line => ['days.reductions', nameIn(language, one), '', one.count, one.amount]),
    ...day.till.map(({ kind, user, reason, amount }): Line => [`days.${kind}`, user, reason, undefined, amount]),
    ...owingOf(day, 'open').map((one): Line => ['days.open', order(one), '', undefined, one.due]),
    ...day.withoutPayment.map((one): Line => ['days.withoutPayment', order(one), '', undefined, one.due]),
  ]
  const rows = lines.map(([part, name = '', reason = '', count, amount, tip]) => {
    const cells = [t(part), name, reason, String(count ?? '')]
    return [...cells, figure(amount), figure(tip), day.currency]
  })
  return csvText([[t('dayFile.title')], DAY_FILE_COLUMNS.map((key) => t(key)), ...rows], language === 'ro' ? ';' : ',')
}
