import { onlyOf, type Reader } from '#server/db/index.ts'
import type { GuestReservation, Reservation } from '#shared/contracts/reservations.ts'
import type { Promised, Table } from '#shared/contracts/tables.ts'
import { pick } from '#shared/domain/objects.ts'
import type { ReservationRules } from '#shared/domain/reservations/reservations.ts'
import { problemOf, type Seats } from '#shared/domain/reservations/seating.ts'
import { nextBusinessDayStart } from '#shared/domain/time/business-day.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { type OpeningHours, openingsOf } from '#shared/domain/time/opening-hours.ts'
import { listComing, listSeats, type ReservationRow, readSoon } from './repo.ts'

/** A reservation as the guest who made it sees it. */
export function guestView(row: ReservationRow): GuestReservation {
  return {
    ...pick(row, ['id', 'party', 'name', 'phoneNumber', 'notes', 'language', 'status', 'version']),
    at: row.at.toISOString(),
    until: row.until.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }
}

interface ViewContext {
  settings: { openingHours: OpeningHours | null; reservations: Pick<ReservationRules, 'lastSeatingMinutes'> }
  timeZone: string
  now: Date
}

/** Reservations as the house sees them, with what is wrong with those to come. */
export async function houseViews(db: Reader, rows: readonly ReservationRow[], context: ViewContext) {
  const tables = rows.length > 0 ? await listSeats(db, context.now) : []
  return rows.map((row): Reservation => {
    const { tableIds, source, seenAt } = row
    const problem = problemNow(row, tables, context)
    return { ...guestView(row), tableIds, source, seenAt: seenAt?.toISOString() ?? null, problem }
  })
}

export const houseView = (db: Reader, row: ReservationRow, context: ViewContext): Promise<Reservation> =>
  onlyOf(houseViews(db, [row], context))

function problemNow(row: ReservationRow, tables: readonly Seats[], context: ViewContext) {
  if (row.status !== 'confirmed' || row.until <= context.now) return null
  return problemOf({ ...row, isGuests: row.source === 'guest' }, tables, isOpenAt(row.at, context))
}

/** Whether guests may come at a moment: at closing too, if that is the last seating. */
function isOpenAt(at: Date, { settings: { openingHours, reservations }, timeZone }: ViewContext): boolean {
  if (!openingHours) return true
  const { day } = localTime(at, timeZone)
  const isLast = (to: Date) => reservations.lastSeatingMinutes === 0 && to.getTime() === at.getTime()
  return [addDays(day, -1), day]
    .flatMap((date) => openingsOf(openingHours, date, timeZone))
    .some(({ from, to }) => from <= at && (at < to || isLast(to)))
}

/** Counts for Before service: those that wait for the house, and those that cannot be kept as they are. */
export async function readReservationFacts(db: Reader, context: ViewContext) {
  const views = await houseViews(db, await listComing(db, context.now), context)
  const asked = views.filter(({ status }) => status === 'asked').length
  return { asked, problems: views.filter(({ problem }) => problem !== null).length }
}

interface TableContext {
  now: Date
  /** The restaurant's. */
  timeZone: string
  /** Guests read no name. */
  forStaff: boolean
}

/** Tables as they are answered: an available one that is held for a reservation is reserved. */
export async function withReservations<Shown extends Pick<Table, 'id' | 'status'>>(
  db: Reader,
  tables: readonly Shown[],
  { now, timeZone, forStaff }: TableContext,
): Promise<(Shown & Pick<Table, 'reservation'>)[]> {
  const { rules, startsAt, confirmed } = await readSoon(db, now)
  const heldUntil = new Date(now.getTime() + rules.heldMinutes * 60_000)
  const dayEnd = nextBusinessDayStart(now, startsAt, timeZone)
  const shown = confirmed.filter(({ at }) => at < dayEnd || at <= heldUntil)
  return tables.map((table) => {
    const next = shown.find(({ tableIds }) => tableIds.includes(table.id))
    const isHeld = table.status === 'available' && next !== undefined && next.at <= heldUntil
    const reservation = next ? { id: next.id, at: next.at.toISOString(), name: next.name, party: next.party } : null
    return { ...table, ...(isHeld && { status: 'reserved' as const }), ...(forStaff && { reservation }) }
  })
}

/** What is told to who seats, moves or orders at tables that are promised within the stay; empty if they are not. */
export async function promisedAt(db: Reader, ids: readonly number[], now: Date, exceptId?: number) {
  const { rules, confirmed } = await readSoon(db, now)
  const stayEnd = new Date(now.getTime() + rules.stayMinutes * 60_000)
  const isThere = (tableIds: readonly number[]) => tableIds.some((id) => ids.includes(id))
  const next = confirmed.find(({ id, at, tableIds }) => id !== exceptId && at < stayEnd && isThere(tableIds))
  if (!next) return {}
  const { at, party, name } = next
  return { promised: { at: at.toISOString(), party, name } satisfies Promised }
}
