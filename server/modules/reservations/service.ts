import { type Database, inLocked, inTransaction, lock, OvertakenError, type Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { freeIfUnused, lockTables, occupy } from '#server/modules/occupancy/index.ts'
import type { Origin } from '#server/modules/orders/index.ts'
import { AppError, inputError, required } from '#server/platform/app-error.ts'
import { differing, refuseStale } from '#server/platform/change.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { type Attempt, respondOnce } from '#server/platform/idempotency.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import type { Received, ResponseInput } from '#shared/contracts/base/endpoint.ts'
import type * as contract from '#shared/contracts/reservations.ts'
import { callableDigits } from '#shared/domain/customers/phone.ts'
import {
  endOfReservation,
  HOUSE_TIMES,
  LATE_MINUTES,
  NEXT_MINUTES,
  nextStatuses,
  type ReservationStatus,
  STEP_BACK_MS,
  statusAt,
  timeOfStep,
} from '#shared/domain/reservations/reservations.ts'
import type { Stay } from '#shared/domain/reservations/seating.ts'
import { businessDayOf, nextBusinessDayStart } from '#shared/domain/time/business-day.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { eraseReservationRow } from './erase-repo.ts'
import * as repo from './repo.ts'
import { type Context, contextOf, endOf, type Moment, namingNearest, placeOfGuest, tablesOfHouse } from './seats.ts'
import { guestView, houseView, promisedAt } from './view.ts'

/* Every change of a reservation. Those that may take tables run one after another, under the lock of `reservations`. */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const RETRY_AFTER_S = 600
/** A look that is later than this follows a clock that was set, or a machine that slept. */
const JUMP_MS = 5 * MINUTE_MS
/** The most steps that are kept of one reservation. */
const MAX_HISTORY = 200

type Row = repo.ReservationRow
type Input = Received<typeof contract.makeReservation>['body']

interface Making extends Moment {
  input: Input
  /** Somebody of the house; null for a guest. */
  by: Pick<Viewer, 'username'> | null
  origin: Pick<Origin, 'keys' | 'times'>
  attempt: Attempt<ResponseInput<typeof contract.makeReservation>>
}

/** Makes a reservation, once for each key. @returns the body of the 201 */
export function makeReservationOnce(db: Database, { input, by, origin, attempt, timeZone, now }: Making) {
  const make = async (tx: Tx) => {
    await lock(tx, 'reservations')
    const context = await contextOf(tx, { timeZone, now })
    const token = newToken(16)
    const { party, name, notes = null, language = context.settings.language } = input
    const placed = by ? await ofHouse(tx, input, context) : await ofGuest(tx, input, origin, context)
    const row = await repo.insertReservation(tx, {
      ...{ ...placed, party, name, notes, language, source: by ? 'house' : 'guest' },
      ...{ tokenHash: tokenHash(token), seenAt: by ? now : null, isKnown: by !== null, createdAt: now },
      history: [repo.stepOf(now, by?.username ?? null, [], placed.status)],
    })
    await repo.announceReservations(tx)
    return { reservation: by ? await houseView(tx, row, context) : guestView(row, now), link: `/reserve/${token}` }
  }
  return namingNearest(db, { timeZone, now }, () => respondOnce(db, { attempt, now }, make))
}

async function ofGuest(
  tx: Tx,
  { at, party, phoneNumber: typed }: Input,
  { keys, times }: Making['origin'],
  context: Context,
) {
  const phoneNumber = numberOf(typed)
  await refuseMost(tx, { phoneNumber, keys, times }, context)
  return { ...(await placeOfGuest(tx, { at: new Date(at), party }, context)), phoneNumber, origin: keys }
}

async function refuseMost(tx: Tx, holder: Parameters<typeof repo.holdsMostReservations>[1], { now }: Context) {
  if (await repo.holdsMostReservations(tx, holder, now))
    throw new AppError('too_many_requests', {}, RETRY_AFTER_S, 'reservations_held')
}

async function ofHouse(tx: Tx, { at, until, party, phoneNumber, tableIds: named }: Input, context: Context) {
  if (!context.settings.reservations.on) throw new AppError('reservations_off')
  const status: ReservationStatus = 'confirmed'
  const stay = stayOfHouse(new Date(at), until, context)
  const tableIds = await tablesOfHouse(tx, { ...stay, party, status, named }, context)
  return { ...stay, tableIds, status, phoneNumber: phoneNumber ? numberOf(phoneNumber) : '' }
}

function numberOf(typed = ''): string {
  const digits = callableDigits(typed)
  if (digits === undefined) throw inputError('phoneNumber', NO_NUMBER)
  return digits
}

/** Why a number is refused. */
export const NO_NUMBER = 'validation.reservationPhone'

function stayOfHouse(at: Date, sent: string | undefined, context: Context, before?: Row): Stay {
  const ahead = at.getTime() - context.now.getTime()
  const isMoved = at.getTime() !== before?.at.getTime()
  const isTooEarly = ahead < HOUSE_TIMES.leadMinutes * MINUTE_MS
  if (isMoved && (isTooEarly || ahead > (HOUSE_TIMES.daysAhead + 1) * DAY_MS))
    throw inputError('at', 'validation.reservationTime')
  const until = sent === undefined ? endOf(at, context, before) : new Date(sent)
  if (until <= at || until.getTime() > at.getTime() + DAY_MS) throw inputError('until', 'validation.reservationUntil')
  return { at, until }
}

/**
 * Writes what differs, with a line in the history. A guest's change is new for the house.
 * @param by null for the guest @param hasRead whether the house has read this version @returns undefined if nothing differs
 */
async function writeChange(tx: Tx, before: Row, next: Partial<Row>, by: string | null, now: Date, hasRead = true) {
  const { status, seatedAt: _, dayEnd: __, ...others } = next
  const fields = Object.keys(differing(before, others) ?? {})
  const to = status === before.status ? undefined : status
  if (fields.length === 0 && !to) return undefined
  const was = {
    ...(fields.includes('at') && { at: before.at.toISOString() }),
    ...(fields.includes('party') && { party: before.party }),
    ...(fields.includes('tableIds') && { tableIds: before.tableIds }),
  }
  const step = { ...repo.stepOf(now, by, fields, to), ...(Object.keys(was).length > 0 && { was }) }
  const history = [...before.history, step].slice(-MAX_HISTORY)
  const seen = by === null ? { seenAt: null } : { seenAt: before.seenAt ?? (hasRead ? now : null), isKnown: true }
  const after = await repo.updateReservation(tx, before, { ...next, history, ...seen })
  await repo.announceReservations(tx)
  return after
}

/* The guest's own page (docs/product/reservations.md#reservations-mine). */

async function lockedMine(tx: Tx, token: string): Promise<Row> {
  await lock(tx, 'reservations')
  return required(await repo.findByToken(tx, token))
}

/** A guest changes what is to come. */
export function refuseOver(row: Row, now: Date): void {
  if (!nextStatuses(statusAt(row, now)).includes('cancelled') || row.at <= now) throw new AppError('reservation_over')
}

type MyChange = Received<typeof contract.changeMyReservation>['body']

export function changeMine(db: Database, token: string, sent: MyChange, moment: Moment) {
  const change = async (tx: Tx) => {
    const before = await lockedMine(tx, token)
    refuseOver(before, moment.now)
    const { at, party, phoneNumber: typed, ...texts } = sent
    const context = await contextOf(tx, moment)
    const phoneNumber = typed === undefined ? before.phoneNumber : numberOf(typed)
    if (phoneNumber !== before.phoneNumber) await refuseMost(tx, { phoneNumber, keys: [], times: [] }, context)
    const wanted = { at: at ? new Date(at) : before.at, party: party ?? before.party }
    const isSame = wanted.at.getTime() === before.at.getTime() && wanted.party === before.party
    const place = isSame ? {} : await placeOfGuest(tx, wanted, context, before)
    return guestView(
      (await writeChange(tx, before, { ...place, ...texts, phoneNumber }, null, moment.now)) ?? before,
      moment.now,
    )
  }
  return namingNearest(db, moment, () => inTransaction(db, change))
}

/** A repetition changes nothing. */
export function cancelMine(db: Database, token: string, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await lockedMine(tx, token)
    if (statusAt(before, now) === 'cancelled') return
    refuseOver(before, now)
    await writeChange(tx, before, { status: 'cancelled' }, null, now)
  })
}

/* The house's book (docs/product/reservations.md#reservations-book). */

type Change = Received<typeof contract.changeReservation>['body']

interface HouseChange extends Moment {
  id: number
  change: Change
  expectedVersion: number | undefined
  by: Pick<Viewer, 'username'>
}

export function changeByHouse(db: Database, { id, change, expectedVersion, by, ...moment }: HouseChange) {
  return inTransaction(db, async (tx) => {
    const known = required(await repo.findReservation(tx, id))
    // Tables are locked before the reservations.
    if (change.status === 'seated' || known.status === 'seated')
      await lockTables(tx, [...known.tableIds, ...(change.tableIds ?? [])])
    await lock(tx, 'reservations')
    const before = required(await repo.findReservation(tx, id))
    if (before.version !== known.version) throw new OvertakenError()
    // What is typed after erasing would never be erased again.
    if (before.erasedAt) throw new AppError('reservation_over')
    const context = await contextOf(tx, moment)
    if (!isRepeated(before, change, moment.now)) await refuseChanged(tx, before, expectedVersion, context)
    const next = await nextByHouse(tx, before, change, context)
    // Who answers has read it.
    const hasRead = expectedVersion !== undefined || change.status !== undefined
    const after = await writeChange(tx, before, next, by.username, moment.now, hasRead)
    if (!after) return houseView(tx, before, context)
    await followSeats(tx, before, after, moment.now)
    const promised = after.status === 'seated' ? await promisedAt(tx, after.tableIds, moment.now, id) : {}
    return { ...(await houseView(tx, after, context)), ...promised }
  })
}

async function refuseChanged(tx: Tx, row: Row, expectedVersion: number | undefined, context: Context): Promise<void> {
  const details = async () => ({ reservation: await houseView(tx, row, context) })
  await refuseStale(expectedVersion, row, 'reservation_changed', details)
}

/** Whether a change leaves all as it is: it may be the repetition of one whose response was lost. */
function isRepeated(before: Row, { status, at, until, phoneNumber, ...fields }: Change, now: Date): boolean {
  const stay = { at: at ? new Date(at) : before.at, until: until ? new Date(until) : before.until }
  const number = phoneNumber ? numberOf(phoneNumber) : (phoneNumber ?? before.phoneNumber)
  return (
    !differing(before, { ...fields, ...stay, phoneNumber: number }) &&
    (status === undefined || status === statusAt(before, now))
  )
}

async function nextByHouse(tx: Tx, before: Row, change: Change, context: Context): Promise<Partial<Row>> {
  const { status: to, at, until, tableIds: named, phoneNumber, ...fields } = change
  const isStep = to !== undefined && to !== statusAt(before, context.now)
  if (isStep) refuseStep(before, to, context)
  const status = isStep ? to : before.status
  const stay = stayOfHouse(at ? new Date(at) : before.at, until, context, before)
  const party = fields.party ?? before.party
  const next = { ...stay, status, ...seatingOf(status, stay.at, context, before) }
  return {
    ...{ ...fields, ...next },
    phoneNumber: phoneNumber ? numberOf(phoneNumber) : phoneNumber,
    tableIds: await tablesOfHouse(tx, { ...next, status: statusAt(next, context.now), party, named }, context, before),
  }
}

/** Since when guests sit, and until when at least, if they do. */
function seatingOf(status: ReservationStatus, at: Date, { settings, timeZone, now }: Context, before: Row) {
  if (status !== 'seated') return { seatedAt: null, dayEnd: null }
  return { seatedAt: before.seatedAt ?? now, dayEnd: nextBusinessDayStart(at, settings.businessDayStart, timeZone) }
}

function refuseStep(before: Row, to: ReservationStatus, { settings, timeZone, now }: Context): void {
  if (nextStatuses(before.status).includes(to)) {
    const dayOf = (moment: Date) => businessDayOf(moment, settings.businessDayStart, timeZone)
    const time = timeOfStep(before, to, now, dayOf)
    if (time === 'early') {
      const isTomorrow = dayOf(before.at) === addDays(dayOf(now), 1)
      const wording =
        to === 'no_show' ? 'reservation_not_yet' : isTomorrow ? 'reservation_tomorrow' : 'reservation_early'
      throw new AppError('reservation_over', {}, undefined, wording)
    }
    if (time === 'late') throw new AppError('too_late', {}, undefined, 'reservation_ended')
    if (time === 'due') return
  }
  const [previous, last] = before.history.filter((step) => step.status !== undefined).slice(-2)
  if (!last || previous?.status !== to)
    throw new AppError('reservation_over', {}, undefined, `reservation_${statusAt(before, now)}`)
  if (now.getTime() - Date.parse(last.at) > STEP_BACK_MS)
    throw new AppError('too_late', {}, undefined, 'reservation_late')
}

/** Occupies the tables of a seated reservation, and frees those that it has left, if nobody uses them. */
async function followSeats(tx: Tx, before: Row, after: Row, now: Date): Promise<void> {
  const tablesOf = (row: Row) => (statusAt(row, now) === 'seated' ? row.tableIds : [])
  const [left, taken] = [tablesOf(before), tablesOf(after)]
  // "Done" by the house frees nothing.
  const freed = after.status === 'done' ? [] : left.filter((id) => !taken.includes(id))
  for (const id of taken.filter((id) => !left.includes(id))) await occupy(tx, id, now)
  for (const id of freed) await freeIfUnused(tx, id, now)
}

/** Marks the version that somebody has read; a repetition changes nothing. */
export function seenByHouse(db: Database, id: number, version: number, moment: Moment): Promise<contract.Reservation> {
  return inLocked(db, 'reservations', async (tx) => {
    const row = required(await repo.findReservation(tx, id))
    const context = await contextOf(tx, moment)
    await refuseChanged(tx, row, version, context)
    if (row.seenAt) return houseView(tx, row, context)
    await repo.announceReservations(tx)
    return houseView(tx, await repo.writeSeenByHouse(tx, id, moment.now), context)
  })
}

type Cancelling = Received<typeof contract.cancelReservations>['body'] & { by: Viewer; now: Date }

/** Cancels all to come of the same number or address. @returns how many */
export function cancelAlike(db: Database, { id, same, by, now }: Cancelling): Promise<number> {
  return inLocked(db, 'reservations', async (tx) => {
    const alike = await repo.listAlike(tx, required(await repo.findReservation(tx, id)), same, now)
    for (const row of alike) await writeChange(tx, row, { status: 'cancelled' }, by.username, now)
    return alike.length
  })
}

export function eraseOne(db: Database, id: number, by: Viewer, moment: Moment): Promise<contract.Reservation> {
  return inTransaction(db, async (tx) => {
    required(await repo.findReservation(tx, id))
    await eraseReservationRow(tx, id, moment.now)
    await noteInJournal(tx, by, 'erased', { what: 'reservation' }, moment.now)
    return houseView(tx, required(await repo.findReservation(tx, id)), await contextOf(tx, moment))
  })
}

/** Announces what reads otherwise than at the last look, in either direction of the clock. */
export async function followClock(db: Database, since: Date, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rules, near } = await repo.listNear(tx, now)
    // From these moments on, a table is held, somebody comes next, and somebody is late.
    const shown = [-rules.heldMinutes, -NEXT_MINUTES, LATE_MINUTES].map((minutes) => minutes * MINUTE_MS)
    const isPassed = (ms: number) => ms > since.getTime() && ms <= now.getTime()
    const hasChanged = near.some((one) => {
      const moments = one.status === 'confirmed' ? shown.map((ms) => one.at.getTime() + ms) : []
      return [...moments, Number(endOfReservation(one))].some(isPassed)
    })
    const aheadMs = now.getTime() - since.getTime()
    if (hasChanged || aheadMs < 0 || aheadMs > JUMP_MS) await repo.announceReservations(tx)
  })
}
