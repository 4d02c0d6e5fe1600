import type { Database, Reader } from '#server/db/index.ts'
import { type ReadSettings, readSettings } from '#server/modules/settings/index.ts'
import { AppError, inputError, required } from '#server/platform/app-error.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type { getFreeTimes } from '#shared/contracts/reservations.ts'
import * as rules from '#shared/domain/reservations/reservations.ts'
import { type Stay, seating, type Taken } from '#shared/domain/reservations/seating.ts'
import { businessDayOf, startOfBusinessDay } from '#shared/domain/time/business-day.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { hoursAt } from '#shared/domain/time/opening-hours.ts'
import { allSlots, isOnGrid, isSlot, nearestSlots, slotsOn } from '#shared/domain/time/slots.ts'
import { findReservation, listHolding, listSeats, type ReservationRow } from './repo.ts'

/* Which tables are free, and what a reservation gets of them (docs/product/reservations.md#reservations-tables). */

export interface Moment {
  /** The restaurant's. */
  timeZone: string
  now: Date
}

/** What a reservation is judged by. */
export interface Context extends Moment {
  settings: ReadSettings
}

export async function contextOf(db: Reader, { timeZone, now }: Moment): Promise<Context> {
  return { settings: await readSettings(db), timeZone, now }
}

/** When a stay ends that begins at a moment, if nobody says it: one that is moved keeps its length. */
export function endOf(at: Date, { settings }: Context, before?: Stay): Date {
  const length = before ? before.until.getTime() - before.at.getTime() : settings.reservations.stayMinutes * 60_000
  return new Date(at.getTime() + length)
}

/**
 * Reads which tables are taken within a time. Under the lock of `reservations` it stays so until the commit.
 * @param exceptId the reservation whose own tables count as free
 */
export async function readSeating(db: Reader, context: Context, within: Stay, exceptId?: number) {
  const { now } = context
  const [tables, holding] = await Promise.all([listSeats(db, now), listHolding(db, within, now, exceptId)])
  const inUse = tables
    .filter(({ isTaken }) => isTaken)
    .map(({ id, since }) => {
      const end = since ? endOf(since, context) : now
      const until = new Date(Math.max(end.getTime(), now.getTime() + rules.IN_USE_MS))
      return { tableIds: [id], at: within.at, until }
    })
  // `seating` looks at each day of what is taken.
  const inside = ({ tableIds, at, until }: Taken) => ({
    ...{ tableIds, at: at > within.at ? at : within.at, until: until < within.until ? until : within.until },
  })
  return {
    tables,
    /** As guests get tables: those in use count as taken. */
    forGuests: seating(tables, [...holding, ...inUse].map(inside)),
    /** As the house names them: also where others still sit. */
    named: seating(tables, holding.map(inside)),
  }
}

type Seating = Awaited<ReturnType<typeof readSeating>>

interface Wish {
  at: Date
  party: number
}

/**
 * Returns a function that says which tables a guest's wish gets: none if the house decides, undefined if it is refused.
 * @param before the reservation that is changed: its own tables are free, and are kept where they fit
 */
export function guestTables({ forGuests, named }: Seating, context: Context, before?: ReservationRow) {
  return ({ at, party }: Wish): number[] | undefined => {
    if (rules.asksHouse(context.settings.reservations, party, forGuests.largest))
      return before?.status === 'confirmed' ? undefined : []
    const stay = { at, until: endOf(at, context, before) }
    // Who sits at its own table now is no reason to refuse another party at the same time.
    const seats = at.getTime() === before?.at.getTime() ? named : forGuests
    if (before && seats.suit(before.tableIds, party, stay)) return before.tableIds
    const table = forGuests.choose(party, stay)
    return table && [table.id]
  }
}

/** The refusal of a guest's time, whose nearest free ones are not known yet. */
class TimeGone extends AppError {
  readonly wish: Wish
  readonly before: ReservationRow | undefined

  constructor(wish: Wish, before: ReservationRow | undefined) {
    super('slot_gone')
    this.wish = wish
    this.before = before
  }
}

/**
 * What a guest's reservation becomes: it gets a table, or the house decides. To be called within `namingNearest`.
 * @param before the reservation that is changed
 * @throws TimeGone; AppError `reservations_off`, `party_too_large`, `ask_house`; InputError if it is no slot
 */
export async function placeOfGuest(db: Reader, wish: Wish, context: Context, before?: ReservationRow) {
  const { at, party } = wish
  const { settings, timeZone, now } = context
  const { reservations } = settings
  const stay = { at, until: endOf(at, context, before) }
  const seats = await readSeating(db, context, stay, before?.id)
  const { largest } = seats.forGuests
  if (!rules.isOnline(reservations)) throw new AppError('reservations_off')
  if (party > rules.largestParty(reservations, largest)) throw new AppError('party_too_large')
  const isMoved = at.getTime() !== before?.at.getTime()
  if (isMoved && !isOnGrid(at, reservations.slotMinutes, timeZone)) throw inputError('at', 'validation.reservationSlot')
  if (isMoved && !isSlot(at, slotRulesOf(context), now)) throw new TimeGone(wish, before)
  const asks = rules.asksHouse(reservations, party, largest)
  if (asks && before?.status === 'confirmed') throw new AppError('ask_house')
  const tableIds = guestTables(seats, context, before)(wish)
  if (!tableIds) throw new TimeGone(wish, before)
  return { ...stay, party, status: asks ? ('asked' as const) : ('confirmed' as const), tableIds }
}

const slotRulesOf = ({ settings, timeZone }: Context) =>
  rules.slotRules(settings.reservations, { ...settings, timeZone })

/**
 * Makes or changes a guest's reservation. Where its time is gone, the nearest free ones are named. They are of up to
 * half a year, and computed after the lock is released.
 */
export async function namingNearest<Made>(db: Database, moment: Moment, make: () => Promise<Made>): Promise<Made> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof TimeGone)) throw error
    throw new AppError('slot_gone', { nearest: await nearestOf(db, error, await contextOf(db, moment)) })
  }
}

async function nearestOf(db: Reader, { wish: { at, party }, before }: TimeGone, context: Context): Promise<string[]> {
  const { settings, timeZone, now } = context
  const slots = allSlots(slotRulesOf(context), now)
  const last = slots.at(-1) ?? now
  const seats = await readSeating(db, context, { at: now, until: endOf(last, context, before) }, before?.id)
  const tablesOf = guestTables(seats, context, before)
  const day = businessDayOf(at, settings.businessDayStart, timeZone)
  const startOf = (date: string) => startOfBusinessDay(date, settings.businessDayStart, timeZone)
  const today = { at: startOf(day), until: startOf(addDays(day, 1)) }
  const nearest = nearestSlots(at, slots, (slot) => tablesOf({ at: slot, party }) !== undefined, today)
  return nearest.map((slot) => slot.toISOString())
}

interface HouseWish extends Stay {
  party: number
  status: rules.ReservationStatus
  /** The tables that the house names; undefined leaves the choice. */
  named: readonly number[] | undefined
}

/**
 * The tables of the house's reservation: those that it names; else its own, where they are free and large enough; else
 * one as guests get it. Who sits keeps the tables, and a step back takes them again.
 * @returns undefined if none is free; those that are kept or named may be taken
 */
function chosenByHouse(seats: Seating, wish: HouseWish, before: ReservationRow | undefined) {
  const { status, party, named } = wish
  const own = before?.tableIds ?? []
  const isNew = !before || before.status === 'asked'
  const mayMove = before?.status === 'confirmed' && status === 'confirmed'
  // Fewer guests, or as many, sit where the house put them, also at a small table.
  const least = before && party > before.party ? party : 0
  const isKept = !isNew && (!mayMove || seats.named.suit(own, least, wish))
  if (named ?? isKept) return named ?? own
  const table = seats.forGuests.choose(party, wish)
  return table && [table.id]
}

export async function tablesOfHouse(db: Reader, wish: HouseWish, context: Context, before?: ReservationRow) {
  // An asked one has no tables; one that is over keeps them, so that its last step can be taken back.
  if (wish.status === 'asked') return []
  if (wish.status !== 'confirmed' && wish.status !== 'seated') return before?.tableIds ?? []
  const seats = await readSeating(db, context, wish, before?.id)
  const ids = chosenByHouse(seats, wish, before)
  if (!ids) throw new AppError('no_table')
  const wanted = new Set(ids)
  for (const id of wanted) {
    const table = seats.tables.find((one) => one.id === id)
    if (!table) throw new AppError('table_not_found')
    if (!seats.named.isFree(id, wish))
      throw new AppError('table_taken', { tableNumber: table.number }, undefined, 'table_promised')
  }
  return [...wanted]
}

type FreeQuery = Received<typeof getFreeTimes>['query']

const QUARTER_MS = 15 * 60_000

/** The times of a date that the house is offered: those of guests, and while it is open the next quarter of an hour. */
function houseTimes(date: string, { settings, timeZone, now }: Context): Date[] {
  const { openingHours, businessDayStart } = settings
  const reservations = { ...settings.reservations, ...rules.HOUSE_TIMES }
  const slots = slotsOn(date, rules.slotRules(reservations, { ...settings, timeZone }), now)
  const next = new Date(Math.ceil(now.getTime() / QUARTER_MS) * QUARTER_MS)
  const isOffered =
    hoursAt(openingHours, 0, now, timeZone).open && businessDayOf(next, businessDayStart, timeZone) === date
  const isKnown = slots.some((at) => at.getTime() === next.getTime())
  return isOffered && !isKnown ? [...slots, next].sort((a, b) => a.getTime() - b.getTime()) : slots
}

/** The times of a date, each with the tables that a reservation of the house would get; null if none is free. */
export async function freeTimes(db: Reader, { date, party, except }: FreeQuery, moment: Moment) {
  const context = await contextOf(db, moment)
  const before = except === undefined ? undefined : required(await findReservation(db, except))
  const stays = houseTimes(date, context).map((at) => ({ at, until: endOf(at, context, before) }))
  const [first, last] = [stays[0], stays.at(-1)]
  if (!first || !last) return []
  const seats = await readSeating(db, context, { at: first.at, until: last.until }, before?.id)
  const status = before?.status === 'seated' ? before.status : 'confirmed'
  return stays.map((stay) => {
    const ids = chosenByHouse(seats, { ...stay, party, status, named: undefined }, before)
    const isFree = ids?.every((id) => seats.named.isFree(id, stay))
    return { at: stay.at.toISOString(), tableIds: ids && isFree ? [...ids] : null }
  })
}
