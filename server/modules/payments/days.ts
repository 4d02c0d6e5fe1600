import { type Database, inTransaction, type Reader, type Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { lockDay, readSettings } from '#server/modules/settings/index.ts'
import { AppError, inputError } from '#server/platform/app-error.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import { type closeDay, DAYS_PER_PAGE, type Day, type OpenDay } from '#shared/contracts/days.ts'
import { expectedCash } from '#shared/domain/payments/cash.ts'
import { salesByRate } from '#shared/domain/payments/vat.ts'
import { businessDayOf, businessDayStart } from '#shared/domain/time/business-day.ts'
import * as dayRepo from './day-repo.ts'
import { emptyReasons } from './repo.ts'
import { type EntryContext, once } from './service.ts'

/* The day's end (docs/product/payments.md#day-end). A closed day is stored as the JSON that it is sent as. */

/** The open day, while nobody can add to it. @returns undefined for the last entry if there is none */
async function readOpen(tx: Tx, now: Date) {
  const [lastDay, { last, firstAt }] = await Promise.all([dayRepo.readLastDay(tx), dayRepo.readOpenEntries(tx)])
  const from = lastDay?.endsAt ?? firstAt ?? now
  // A clock that was set back does not make a day end before it began.
  return { lastDay, last, from, to: now > from ? now : from }
}
type Open = Awaited<ReturnType<typeof readOpen>>

async function figuresOf(db: Reader, { lastDay, last, from, to }: Open, timeZone: string) {
  const { currency } = await readSettings(db)
  const after = lastDay?.lastEntry ?? 0
  const { sales, ...figures } = await dayRepo.readFigures(db, {
    after,
    upTo: last ?? after,
    from,
    to,
    currency,
    timeZone,
  })
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
  }
}

export async function readOpenDay(db: Database, now: Date, timeZone: string): Promise<OpenDay> {
  // Held for a moment: an entry that is still being written would have a lower id than the last one.
  const open = await inTransaction(db, async (tx) => {
    await lockDay(tx, 'alone')
    return readOpen(tx, now)
  })
  const figures = await figuresOf(db, open, timeZone)
  return { ...figures, nextNumber: (open.lastDay?.number ?? 0) + 1, lastEntry: open.last }
}

/** @throws AppError `nothing_to_close`; `day_changed` if the last entry is not the one that the caller saw; InputError */
export function storeDay(
  db: Database,
  { counted, left, seen, note }: Received<typeof closeDay>['body'],
  context: EntryContext & { timeZone: string },
): Promise<string> {
  const { by, now, timeZone } = context
  return once(db, context, 'alone', async (tx) => {
    if (left > counted) throw inputError('left', `validation.atMost ${counted}`)
    const open = await readOpen(tx, now)
    if (open.last === null) throw new AppError('nothing_to_close')
    if (open.last !== seen) throw new AppError('day_changed', { lastEntry: open.last })
    const number = (open.lastDay?.number ?? 0) + 1
    const figures = await figuresOf(tx, open, timeZone)
    const difference = counted - figures.expected
    const day: Day = { number, by: by.username, counted, difference, left, note, ...figures }
    const report = JSON.stringify(day)
    await dayRepo.addDay(tx, { number, closedAt: now, endsAt: open.to, lastEntry: open.last, leftInTill: left, report })
    await noteInJournal(tx, by, 'day_closed', { day: number }, now)
    return day
  })
}

export async function readDays(db: Reader, before: number | undefined): Promise<string> {
  const reports = await dayRepo.readReports(db, before, DAYS_PER_PAGE)
  return `[${reports.map(({ report }) => report).join(',')}]`
}

/** A closed day as JSON. @throws AppError `not_found` */
export async function readDay(db: Reader, number: number): Promise<string> {
  const report = await dayRepo.readReportOf(db, number)
  if (report === undefined) throw new AppError('not_found')
  return report
}

/** The business day of the oldest entry of no closed day, YYYY-MM-DD; null if it is not over, or there is none. */
export async function findForgottenDay(db: Reader, now: Date, timeZone: string): Promise<string | null> {
  const { businessDayStart: startsAt } = await readSettings(db)
  const { firstAt } = await dayRepo.readOpenEntries(db)
  if (!firstAt || firstAt >= businessDayStart(now, startsAt, timeZone)) return null
  return businessDayOf(firstAt, startsAt, timeZone)
}

/** Empties the reasons and notes of what was recorded, and of days that ended, before a moment. */
export async function eraseReasons(db: Database, before: Date): Promise<void> {
  await emptyReasons(db, before)
  await inTransaction(db, (tx) => dayRepo.emptyReasonsOfDays(tx, before, withoutReasons))
}

function withoutReasons(report: string): string {
  const day = JSON.parse(report) as Day
  const emptied = <Row extends { reason: string }>(rows: Row[]) => rows.map((row) => ({ ...row, reason: '' }))
  const { reversals, house, till } = day
  const figures = { reversals: emptied(reversals), house: emptied(house), till: emptied(till) }
  return JSON.stringify({ ...day, note: null, ...figures })
}
