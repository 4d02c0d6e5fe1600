import type { Database, Reader } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type PublishedResponse, publishJson } from '#server/platform/published-response.ts'
import type { ReservationTimes } from '#shared/contracts/reservations.ts'
import { pickupDates, slotsOn } from '#shared/domain/orders/pickup.ts'
import { asksHouse, isOnline, largestParty, slotRules } from '#shared/domain/reservations/reservations.ts'
import { businessDayOf } from '#shared/domain/time/business-day.ts'
import type { ReservationRow } from './repo.ts'
import { type Context, endOf, guestTables, readSeating } from './seats.ts'

const NOTHING: ReservationTimes = { maxParty: 0, asks: null, days: [], times: [] }
const DEFAULT_PARTY = 2
const DAY_MS = 24 * 60 * 60_000

/**
 * Makes the responses about the times that guests reserve, as they are now.
 * @returns the response for a date and a party, which is made when it is first asked for
 */
export async function timesNow(db: Database, context: Context) {
  const { settings, timeZone, now } = context
  const { reservations } = settings
  const nothing = publishJson(NOTHING)
  if (!isOnline(reservations)) return () => nothing
  const far = new Date(now.getTime() + (reservations.daysAhead + 3) * DAY_MS)
  const { forGuests } = await readSeating(db, context, { at: now, until: far })
  const maxParty = largestParty(reservations, forGuests.largest)
  if (maxParty === 0) return () => nothing
  const rules = slotRules(reservations, { ...settings, timeZone })
  const days = pickupDates(rules, now)
  const responses = new Map<string, Promise<PublishedResponse>>()
  return async (wanted = days[0], party = Math.min(DEFAULT_PARTY, maxParty)) => {
    if (party > maxParty) throw new AppError('party_too_large')
    const asks = asksHouse(reservations, party, forGuests.largest)
    // All dates without slots have one response, and so have all parties that get the same tables.
    const date = days.find((day) => day === wanted)
    const key = `${date} ${asks ? 'asks' : forGuests.seatsFor(party)}`
    const known = responses.get(key)
    if (known !== undefined) return known
    const times = (date === undefined ? [] : slotsOn(date, rules, now)).map((at) => ({
      at: at.toISOString(),
      full: !asks && !forGuests.choose(party, { at, until: endOf(at, context) }),
    }))
    const body: ReservationTimes = { maxParty, asks: reservations.asksFrom, days, times }
    const response = publishJson(body)
    responses.set(key, response)
    return response
  }
}

interface Asked {
  date?: string | undefined
  party?: number | undefined
}

/**
 * The times to which a reservation can be moved, by the rules by which the change is accepted.
 * @throws AppError `party_too_large`
 */
export async function timesOfMine(
  db: Reader,
  mine: ReservationRow,
  { date: wanted, party = mine.party }: Asked,
  context: Context,
): Promise<ReservationTimes> {
  const { settings, timeZone, now } = context
  const { reservations } = settings
  const far = new Date(now.getTime() + (reservations.daysAhead + 3) * DAY_MS)
  const seats = await readSeating(db, context, { at: now, until: mine.until > far ? mine.until : far }, mine.id)
  const { largest } = seats.forGuests
  const most = isOnline(reservations) ? largestParty(reservations, largest) : 0
  const { asksFrom } = reservations
  // What is confirmed cannot become what the house would have to confirm.
  const isSettled = mine.status === 'confirmed' && asksFrom !== null
  const maxParty = isSettled ? Math.min(most, asksFrom - 1, largest) : most
  if (party > Math.max(maxParty, mine.party)) throw new AppError('party_too_large')
  const rules = slotRules(reservations, { ...settings, timeZone })
  const offered = maxParty > 0 ? pickupDates(rules, now) : []
  const isMine = (at: Date) => at.getTime() === mine.at.getTime()
  const ownDate =
    offered.find((day) => slotsOn(day, rules, now).some(isMine)) ??
    businessDayOf(mine.at, settings.businessDayStart, timeZone)
  const days = [...new Set([...offered, ownDate])].sort()
  const date = wanted ?? ownDate
  const slots = offered.includes(date) ? slotsOn(date, rules, now) : []
  if (date === ownDate && !slots.some(isMine)) slots.push(mine.at)
  const tablesOf = guestTables(seats, context, mine)
  const isFree = (at: Date) =>
    (isMine(at) && party === mine.party) || (party <= maxParty && tablesOf({ at, party }) !== undefined)
  return {
    ...{ maxParty, asks: maxParty > 0 ? asksFrom : null, days },
    times: slots.sort((a, b) => a.getTime() - b.getTime()).map((at) => ({ at: at.toISOString(), full: !isFree(at) })),
  }
}
