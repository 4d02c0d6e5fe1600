import type { Database, Reader } from '#server/db/index.ts'
import { inputError, required } from '#server/platform/app-error.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import * as contract from '#shared/contracts/reservations.ts'
import { phonePart } from '#shared/domain/customers/stored-phone.ts'
import { searchExpression, searchedText } from '#shared/domain/search.ts'
import { businessDayOf, startOfBusinessDay } from '#shared/domain/time/business-day.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import {
  countBefore,
  findReservation,
  listAlike,
  listBetween,
  listCancelled,
  listComing,
  listWaiting,
  type ReservationRow,
} from './repo.ts'
import { type Context, contextOf, type Moment } from './seats.ts'
import { houseViews } from './view.ts'

type Query = Received<typeof contract.listReservations>['query']

/** Lists those of some business days, by default today; or those to come that match, cancelled ones last, or wait for the house. */
export async function listBook(db: Database, query: Query, moment: Moment): Promise<contract.ListedReservation[]> {
  const context = await contextOf(db, moment)
  const rows = query.waiting
    ? listWaiting(db, context.now)
    : query.q
      ? search(db, query.q, context)
      : listDays(db, query, context)
  return listedViews(db, await rows, context)
}

async function search(db: Database, q: string, { now }: Context): Promise<ReservationRow[]> {
  const [expression, part] = [searchExpression(q), phonePart(q)]
  const isMatch = ({ name, phoneNumber }: ReservationRow) =>
    expression.test(searchedText(name)) || (part !== undefined && phoneNumber.includes(part))
  const rows = [...(await listComing(db, now)), ...(await listCancelled(db, now))]
  return rows.filter(isMatch).slice(0, contract.RESERVATIONS_FOUND)
}

async function listDays(db: Database, { from, to }: Query, { settings, timeZone, now }: Context) {
  const startsAt = settings.businessDayStart
  const first = from ?? to ?? businessDayOf(now, startsAt, timeZone)
  const last = to ?? first
  if (last < first || last >= addDays(first, contract.MAX_RESERVATION_DAYS)) throw inputError('to', 'validation.wrong')
  const startOf = (day: string) => startOfBusinessDay(day, startsAt, timeZone)
  return listBetween(db, startOf(first), startOf(addDays(last, 1)))
}

async function listedViews(db: Reader, rows: readonly ReservationRow[], context: Context) {
  const numbers = rows.map(({ phoneNumber }) => phoneNumber)
  const before = await countBefore(db, numbers, context.now)
  const views = await houseViews(db, rows, context)
  return views.map((view) => ({ ...view, before: before.get(view.phoneNumber) ?? { visits: 0, noShows: 0 } }))
}

export async function reservationWithHistory(db: Database, id: number, moment: Moment) {
  const row = required(await findReservation(db, id))
  const [view] = await listedViews(db, [row], await contextOf(db, moment))
  const alike = await listAlike(db, row, 'address', moment.now)
  return { ...required(view), history: row.history, fromAddress: alike.length }
}
