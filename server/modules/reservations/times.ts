import type { Database, Reader } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type PublishedResponse, publishJson } from '#server/platform/published-response.ts'
import type { ReservationTimes } from '#shared/contracts/reservations.ts'
import { asksHouse, isOnline, largestParty, slotRules } from '#shared/domain/reservations/reservations.ts'
import { businessDayOf } from '#shared/domain/time/business-day.ts'
import { slotDates, slotsOn } from '#shared/domain/time/slots.ts'
import type { ReservationRow } from './repo.ts'
import { type Context, endOf, guestTables, readSeating } from './seats.ts'

const NOTHING: ReservationTimes = { maxParty: 0, asks: null, days: [], times: [] }
const DEFAULT_PARTY = 2
const DAY_MS = 24 * 60 * 60_000

export type TimesOn<Times = ReservationTimes> = (date?: string, party?: number) => Times

/** What guests are offered for a while. */
export interface Offered {
  settings: Context['settings']
  timesOn: TimesOn
  /** Whether the house has to agree to so many. */
  asks(party: number): boolean
  published: TimesOn<Promise<PublishedResponse>>
}

/** Reads what guests are offered now. Times are computed when they are first asked for. */
export async function timesNow(db: Database, context: Context): Promise<Offered> {
  const { settings } = context
  const { timesOn, asks } = await timesByDate(db, context)
  const responses = new Map<ReservationTimes, Promise<PublishedResponse>>()
  function published(...asked: Parameters<TimesOn>) {
    const times = timesOn(...asked)
    const response = responses.get(times) ?? publishJson(times)
    responses.set(times, response)
    return response
  }
  return { settings, timesOn, asks, published }
}

async function timesByDate(db: Database, context: Context): Promise<Pick<Offered, 'timesOn' | 'asks'>> {
  const { settings, timeZone, now } = context
  const { reservations } = settings
  const nothing = { timesOn: () => NOTHING, asks: () => false }
  if (!isOnline(reservations)) return nothing
  const far = new Date(now.getTime() + (reservations.daysAhead + 3) * DAY_MS)
  const { forGuests } = await readSeating(db, context, { at: now, until: far })
  const maxParty = largestParty(reservations, forGuests.largest)
  if (maxParty === 0) return nothing
  const rules = slotRules(reservations, { ...settings, timeZone })
  const days = slotDates(rules, now)
  const known = new Map<string, ReservationTimes>()
  const asks = (party: number) => asksHouse(reservations, party, forGuests.largest)
  const timesOn: TimesOn = (wanted = days[0], party = Math.min(DEFAULT_PARTY, maxParty)) => {
    if (party > maxParty) throw new AppError('party_too_large')
    // All dates without slots are answered alike, and so are all parties that get the same tables.
    const date = days.find((day) => day === wanted)
    const key = `${date} ${asks(party) ? 'asks' : forGuests.seatsFor(party)}`
    const before = known.get(key)
    if (before) return before
    const times = (date === undefined ? [] : slotsOn(date, rules, now)).map((at) => ({
      at: at.toISOString(),
      full: !asks(party) && !forGuests.choose(party, { at, until: endOf(at, context) }),
    }))
    const offered = { maxParty, asks: reservations.asksFrom, days, times }
    known.set(key, offered)
    return offered
  }
  return { timesOn, asks }
}

/**
 * The times to which a reservation can be moved, by the rules by which the change is accepted. Its own time counts as
 * free for its own party.
 */
export async function movesOf(db: Reader, mine: ReservationRow, context: Context) {
  const { settings, timeZone, now } = context
  const { reservations } = settings
  const { asksFrom } = reservations
  const far = new Date(now.getTime() + (reservations.daysAhead + 3) * DAY_MS)
  const seats = await readSeating(db, context, { at: now, until: mine.until > far ? mine.until : far }, mine.id)
  const { largest } = seats.forGuests
  const most = isOnline(reservations) ? largestParty(reservations, largest) : 0
  // What is confirmed cannot become what the house would have to confirm.
  const isSettled = mine.status === 'confirmed' && asksFrom !== null
  const maxParty = isSettled ? Math.min(most, asksFrom - 1, largest) : most
  const rules = slotRules(reservations, { ...settings, timeZone })
  const offered = maxParty > 0 ? slotDates(rules, now) : []
  const tablesOf = guestTables(seats, context, mine)
  const isMine = (at: Date) => at.getTime() === mine.at.getTime()
  const ownDate =
    offered.find((day) => slotsOn(day, rules, now).some(isMine)) ??
    businessDayOf(mine.at, settings.businessDayStart, timeZone)
  const days = [...new Set([...offered, ownDate])].sort()
  const timesOn: TimesOn = (date = ownDate, party = mine.party) => {
    if (party > Math.max(maxParty, mine.party)) throw new AppError('party_too_large')
    const slots = offered.includes(date) ? slotsOn(date, rules, now) : []
    if (date === ownDate && !slots.some(isMine)) slots.push(mine.at)
    const isFree = (at: Date) =>
      (isMine(at) && party === mine.party) || (party <= maxParty && tablesOf({ at, party }) !== undefined)
    const times = slots
      .sort((a, b) => a.getTime() - b.getTime())
      .map((at) => ({ at: at.toISOString(), full: !isFree(at) }))
    return { maxParty, asks: maxParty > 0 ? asksFrom : null, days, times }
  }
  return { ownDate, timesOn }
}
