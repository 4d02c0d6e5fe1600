import { type Database, onlyOf, type Reader } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { GuestReservation, Reservation } from '#shared/contracts/reservations.ts'
import type { Promised, Table } from '#shared/contracts/tables.ts'
import { isRecord, pick } from '#shared/domain/objects.ts'
import {
  isDeclined,
  type ReservationRules,
  type ReservationStatus,
  statusAt,
} from '#shared/domain/reservations/reservations.ts'
import { problemOf } from '#shared/domain/reservations/seating.ts'
import { nextBusinessDayStart } from '#shared/domain/time/business-day.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { type OpeningHours, openingsOf } from '#shared/domain/time/opening-hours.ts'
import { translator } from '#shared/i18n/words/index.ts'
import { listComing, listNear, listSeats, type NearReservation, type ReservationRow } from './repo.ts'

/** A reservation as the guest who made it sees it. */
export function guestView(row: ReservationRow, now: Date): GuestReservation {
  return {
    ...pick(row, ['id', 'party', 'name', 'phoneNumber', 'notes', 'language', 'version']),
    status: statusAt(row, now),
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
    const view = guestView(row, context.now)
    const { tableIds, source } = row
    // The column allows any JSON.
    const history = [row.history].flat().filter(isRecord)
    const isConfirmed = view.status === 'confirmed'
    return {
      ...{ ...view, tableIds, source },
      seenAt: row.seenAt?.toISOString() ?? null,
      seatedAt: (view.status === 'seated' && row.seatedAt?.toISOString()) || null,
      problem: isConfirmed ? problemOf(row, tables, isOpenAt(row.at, context)) : null,
      ...(isDeclined(history) && { declined: true }),
    }
  })
}

export const houseView = (db: Reader, row: ReservationRow, context: ViewContext): Promise<Reservation> =>
  onlyOf(houseViews(db, [row], context))

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

const isRead = (status: ReservationStatus, now: Date) => (one: NearReservation) => statusAt(one, now) === status

/** Tables as they are answered: with who sits and who comes next; an available one that is held for them is reserved. */
export async function withReservations<Shown extends Pick<Table, 'id' | 'status'>>(
  db: Reader,
  tables: readonly Shown[],
  { now, timeZone, forStaff }: TableContext,
): Promise<(Shown & Pick<Table, 'reservation' | 'seated'>)[]> {
  const { rules, startsAt, near } = await listNear(db, now)
  const heldUntil = new Date(now.getTime() + rules.heldMinutes * 60_000)
  const dayEnd = nextBusinessDayStart(now, startsAt, timeZone)
  const shown = near.filter(isRead('confirmed', now)).filter(({ at }) => at < dayEnd || at <= heldUntil)
  const seated = near.filter(isRead('seated', now)).sort((a, b) => Number(b.seatedAt) - Number(a.seatedAt))
  return tables.map((table) => {
    const isHere = ({ tableIds }: NearReservation) => tableIds.includes(table.id)
    const isFree = table.status === 'available'
    const next = shown.find(isHere)
    const sits = isFree ? undefined : seated.find(isHere)
    const isHeld = isFree && next !== undefined && next.at <= heldUntil
    const whoIsWho = { reservation: atTable(next, next?.at), seated: atTable(sits, sits?.seatedAt) }
    return { ...table, ...(isHeld && { status: 'reserved' as const }), ...(forStaff && whoIsWho) }
  })
}

const atTable = (one: NearReservation | undefined, at: Date | null | undefined) =>
  one && at ? { ...pick(one, ['id', 'name', 'party']), at: at.toISOString() } : null

/** What is told to who seats, moves or orders at tables that are promised within the stay; empty if they are not. */
export async function promisedAt(db: Reader, ids: readonly number[], now: Date, exceptId?: number) {
  const { rules, near } = await listNear(db, now)
  const stayEnd = new Date(now.getTime() + rules.stayMinutes * 60_000)
  const isThere = (tableIds: readonly number[]) => tableIds.some((id) => ids.includes(id))
  const next = near
    .filter(isRead('confirmed', now))
    .find(({ id, at, tableIds }) => id !== exceptId && at < stayEnd && isThere(tableIds))
  if (!next) return {}
  const { at, party, name } = next
  return { promised: { at: at.toISOString(), party, name } satisfies Promised }
}

/** A reservation as an .ics file; each change of it has the same UID. */
export async function calendarOf(db: Database, row: ReservationRow): Promise<string> {
  // Loaded when it is first needed: few guests ask for it.
  const { default: ical } = await import('ical-generator')
  const { restaurantName, restaurantAddress, restaurantPhone } = await readSettings(db)
  const t = translator(row.language)
  const calendar = ical({ prodId: { company: 'Masa', product: 'Masa' } })
  calendar.createEvent({
    ...{ id: `${row.createdAt.getTime()}-${row.id}@masa`, sequence: row.version, stamp: row.createdAt },
    ...{ start: row.at, end: row.until },
    summary: t('reservationFile.title', { name: restaurantName ?? 'Masa', number: row.party }),
    ...(restaurantAddress && { location: restaurantAddress }),
    ...(restaurantPhone && { description: restaurantPhone }),
  })
  // The library leaves out the end of the last line.
  return `${calendar.toString()}\r\n`
}
