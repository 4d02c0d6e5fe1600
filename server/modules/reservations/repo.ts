import {
  and,
  arrayOverlaps,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import {
  bigints,
  firstOf,
  isHashOf,
  isRecentSql,
  lock,
  lockIds,
  OvertakenError,
  onlyOf,
  type Reader,
  type Tx,
} from '#server/db/index.ts'
import {
  orders,
  reservations,
  sessionParticipants,
  settings,
  sharedSessions,
  tables,
  whoSitsNow,
} from '#server/db/schema/index.ts'
import { required } from '#server/platform/app-error.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import { tokenHash } from '#server/platform/token.ts'
import { RESERVATIONS_FOUND, type ReservationStep } from '#shared/contracts/reservations.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import {
  COMING_STATUSES,
  ENDS_AS,
  HOLDING_STATUSES,
  MAX_OF_ADDRESS,
  MAX_OF_NUMBER,
  OPEN_RESERVATION_STATUSES,
  type ReservationStatus,
} from '#shared/domain/reservations/reservations.ts'
import { overlaps, type Seats, type Stay, type Taken } from '#shared/domain/reservations/seating.ts'

export type ReservationRow = typeof reservations.$inferSelect

const { id, at, until, status, tableIds, phoneNumber, origin, version } = reservations
const hasAny = (ids: readonly number[]) => sql`${tableIds} && ${bigints(ids)}`

/** Announces changed reservations at commit, and the tables, some of which may read as reserved. */
export async function announceReservations(tx: Tx): Promise<void> {
  await announceArea(tx, 'reservations')
  await announceArea(tx, 'tables')
}

/** A line of the history. @param user null for the guest, and for what happens by itself */
export function stepOf(now: Date, user: string | null, fields: string[], to?: ReservationStatus): ReservationStep {
  return { at: now.toISOString(), user, ...(to && { status: to }), fields }
}

const ENDS = { asked: at, confirmed: until, seated: sql`greatest(${until}, ${reservations.dayEnd})` }
/** What is open began less than this ago: a stay has at most a day, and a business day an hour more. */
const OPEN_MS = 48 * 60 * 60_000
const isNear = (now: Date) => gt(at, new Date(now.getTime() - OPEN_MS))

/** SQL condition: whether `statusAt` is one of these (shared/domain/reservations/reservations.ts). */
export function reads(which: readonly ReservationStatus[], now: Date): SQL {
  const moment = sql`${now.toISOString()}::timestamptz`
  const open = OPEN_RESERVATION_STATUSES.map((one) => {
    const is = eq(status, one)
    if (which.includes(one)) return and(is, sql`${ENDS[one]} > ${moment}`, isNear(now))
    return which.includes(ENDS_AS[one]) ? and(is, sql`${ENDS[one]} <= ${moment}`) : undefined
  })
  const over = which.filter((one) => !(one in ENDS))
  return required(or(...open, over.length > 0 ? inArray(status, over) : undefined))
}

const rowsWhere = (db: Reader, which: SQL | undefined) => db.select().from(reservations).where(which)

export const findReservation = (db: Reader, reservationId: number): Promise<ReservationRow | undefined> =>
  firstOf(rowsWhere(db, eq(id, reservationId)))

export const findByToken = (db: Reader, token: string): Promise<ReservationRow | undefined> =>
  firstOf(rowsWhere(db, eq(reservations.tokenHash, tokenHash(token))))

/** Those of some links, by the token's hash. */
export async function listByToken(db: Reader, hashes: readonly string[]): Promise<Map<string, ReservationRow>> {
  const rows = await rowsWhere(db, isHashOf(reservations.tokenHash, hashes))
  return new Map(rows.map((row) => [String(row.tokenHash), row]))
}

/** Those that guests cancelled before anybody saw them concern nobody: no list of the house has them. */
const isListed = or(reservations.isKnown, ne(status, 'cancelled'))

export const listBetween = (db: Reader, from: Date, to: Date): Promise<ReservationRow[]> =>
  rowsWhere(db, and(gte(at, from), lt(at, to), isListed)).orderBy(at, id)

/** Those that are asked for or confirmed and not over, by their time. */
export const listComing = (db: Reader, now: Date, which?: SQL): Promise<ReservationRow[]> =>
  rowsWhere(db, and(reads(COMING_STATUSES, now), which)).orderBy(at, id)

/** Those that were cancelled before their time, by it. */
export const listCancelled = (db: Reader, now: Date): Promise<ReservationRow[]> =>
  rowsWhere(db, and(eq(status, 'cancelled'), gt(at, now), isListed)).orderBy(at, id)

const isNews = and(isNull(reservations.seenAt), isListed)

/** Whether some are to come, or are news, of which the house must know also while it takes none. */
export async function concernsHouse(db: Reader, now: Date): Promise<boolean> {
  return (await rowsWhere(db, or(reads(COMING_STATUSES, now), and(gt(at, now), isNews))).limit(1)).length > 0
}

/** Those to come that the house has to answer, by their time; then what guests did and nobody has seen, the newest first. */
export function listWaiting(db: Reader, now: Date): Promise<ReservationRow[]> {
  const isAsked = eq(status, 'asked')
  return rowsWhere(db, and(gt(at, now), or(isAsked, isNews)))
    .orderBy(
      desc(isAsked),
      sql`case when ${isAsked} then ${at} end`,
      desc(sql`${reservations.history} -> -1 ->> 'at'`),
      desc(id),
    )
    .limit(RESERVATIONS_FOUND)
}

/** Those to come of the same number, or of the same address or household, as this one, and this one itself. */
export function listAlike(db: Reader, one: ReservationRow, same: 'number' | 'address', now: Date) {
  const household = one.origin?.slice(0, 2)
  const isOfNumber = and(eq(phoneNumber, one.phoneNumber), ne(phoneNumber, ''))
  return listComing(
    db,
    now,
    or(eq(id, one.id), same === 'number' ? isOfNumber : household && arrayOverlaps(origin, household)),
  )
}

/** Those with these numbers, the newest first. @param limit for a list of the house; by default all that is stored */
export function listOfNumbers(db: Reader, numbers: readonly string[], limit?: number): Promise<ReservationRow[]> {
  const isMeant = and(inArray(phoneNumber, [...numbers]), limit === undefined ? undefined : isListed)
  const rows = rowsWhere(db, isMeant).orderBy(desc(at), desc(id))
  return limit === undefined ? rows : rows.limit(limit)
}

/** How many reservations of each number are over, by how they ended. */
export async function countBefore(db: Reader, numbers: readonly string[], now: Date) {
  const rows = await db
    .select({
      phoneNumber,
      visits: sql`count(*) filter (where ${reads(['done'], now)})`.mapWith(Number),
      noShows: sql`count(*) filter (where ${status} = 'no_show')`.mapWith(Number),
    })
    .from(reservations)
    .where(and(inArray(phoneNumber, [...new Set(numbers)]), ne(phoneNumber, '')))
    .groupBy(phoneNumber)
  return new Map(rows.map(({ phoneNumber: number, ...before }) => [number, before]))
}

interface Holder {
  phoneNumber: string
  /** Keyed hashes of the address, the narrowest first, and how many times the limit each has. */
  keys: readonly number[]
  times: readonly number[]
}

/** How long one counts after it was made, also if it is cancelled, so that nobody reserves and cancels in a loop. */
const NEW_MS = 10 * 60_000

/** Whether a number or an address has as many reservations to come, or made just now, as it may. */
export async function holdsMostReservations(db: Reader, { phoneNumber: number, keys, times }: Holder, now: Date) {
  const isToCome = and(reads(COMING_STATUSES, now), gt(at, now))
  const counts = or(isToCome, isRecentSql(reservations.createdAt, now, NEW_MS))
  const count = (which: SQL) => db.$count(reservations, and(counts, which))
  if ((await count(eq(phoneNumber, number))) >= MAX_OF_NUMBER) return true
  for (const [i, key] of keys.entries())
    if ((await count(arrayOverlaps(origin, [key]))) >= MAX_OF_ADDRESS * (times[i] ?? 1)) return true
  return false
}

export const insertReservation = (tx: Tx, row: typeof reservations.$inferInsert): Promise<ReservationRow> =>
  onlyOf(tx.insert(reservations).values(row).returning())

/** @throws OvertakenError if it was changed since `before` was read: a table was freed, or its time was over */
export async function updateReservation(tx: Tx, before: ReservationRow, change: Partial<ReservationRow>) {
  const isSame = and(eq(id, before.id), eq(version, before.version))
  const next = { ...change, version: before.version + 1 }
  const after = await firstOf(tx.update(reservations).set(next).where(isSame).returning())
  if (!after) throw new OvertakenError()
  return after
}

export const writeSeenByHouse = (tx: Tx, reservationId: number, now: Date): Promise<ReservationRow> =>
  onlyOf(tx.update(reservations).set({ seenAt: now, isKnown: true }).where(eq(id, reservationId)).returning())

/** Those that have tables within a time. */
export function listHolding(db: Reader, stay: Stay, now: Date, exceptId = 0): Promise<Taken[]> {
  return db
    .select({ tableIds, at, until })
    .from(reservations)
    .where(and(reads(HOLDING_STATUSES, now), lt(at, stay.until), gt(until, stay.at), ne(id, exceptId)))
}

/** SQL: since when who has reserved sits at the table of a query. */
export const seatedSinceSql = (now: Date): SQL => sql`(select min(${reservations.seatedAt}) from ${reservations}
  where ${tables.id} = any(${tableIds}) and ${tables.status} <> 'available' and ${reads(['seated'], now)})`

/**
 * The tables, each with whether it is in use, and the floor's `since`. A table at which only strangers have ordered is
 * not, before the house has seen it: else anybody could fill all times.
 */
export function listSeats(db: Reader, now: Date): Promise<(Seats & { isTaken: boolean; since: Date | null })[]> {
  const ofOrders = sql`from ${orders}
    where ${orders.tableId} = ${tables.id} and ${inArray(orders.status, [...OPEN_STATUSES])}`
  const isSeen = or(orders.isProven, isNotNull(orders.seenAt), gt(orders.changedVersion, 1), ne(orders.paid, 0))
  const ofSessions = (isMeant = sql`true`) => sql`from ${sharedSessions}
    where ${sharedSessions.tableId} = ${tables.id}
      and exists (select from ${sessionParticipants} where ${whoSitsNow(now)} and ${isMeant})`
  const isProven = eq(sessionParticipants.provenKey, tables.key)
  const seatedSince = seatedSinceSql(now)
  // Who came to a table that the house had occupied changed nothing about it.
  const isByStrangers = sql`${tables.status} = 'occupied' and (
    exists (select ${ofOrders} and ${lte(orders.createdAt, tables.updatedAt)})
    or exists (select ${ofSessions()} and ${lte(sharedSessions.createdAt, tables.updatedAt)}))`
  const isKnown = sql`exists (select ${ofOrders} and (${isSeen})) or exists (select ${ofSessions(isProven)}) or ${seatedSince} is not null`
  const isTaken = sql<boolean>`${tables.status} <> 'available' and (not (${isByStrangers}) or ${isKnown})`
  const oldestOrder = sql`select min(${orders.createdAt}) ${ofOrders}`
  const oldestSession = sql`select min(${sharedSessions.createdAt}) ${ofSessions()}`
  const since = sql<Date | null>`least((${oldestOrder}), (${oldestSession}), ${seatedSince})`
  return db
    .select({
      ...{ id: tables.id, number: tables.number, capacity: tables.capacity, reservable: tables.reservable, isTaken },
      since: since.mapWith(orders.createdAt),
    })
    .from(tables)
}

/* What happens to tables changes their reservations. The tables must be locked. */

/** Ends the seated reservations whose last table has become available. */
export async function endSeatedAt(tx: Tx, tableId: number, now: Date): Promise<void> {
  // Locked, so that of two tables that are freed at once, the second one reads that the first is available.
  const ids = await lockIds(tx, reservations, and(reads(['seated'], now), hasAny([tableId])))
  if (ids.length === 0) return
  const inUse = sql`exists (select from ${tables} where ${tables.id} = any(${tableIds}) and ${tables.status} <> 'available')`
  await tx
    .update(reservations)
    .set({
      ...{ status: 'done', seatedAt: null, dayEnd: null, version: sql`${version} + 1` },
      history: sql`${reservations.history} || ${JSON.stringify([stepOf(now, null, [], 'done')])}::jsonb`,
    })
    .where(and(inArray(id, ids), sql`not ${inUse}`))
  await announceReservations(tx)
}

/** Moves the seated reservations of a table along with its guests; where the other table is promised, to no table. */
export async function takeReservationsAlong(tx: Tx, from: number, to: number, now: Date): Promise<void> {
  const seated = () => rowsWhere(tx, and(reads(['seated'], now), hasAny([from])))
  if ((await seated()).length === 0) return
  await lock(tx, 'reservations')
  for (const row of await seated()) {
    const others = (await listHolding(tx, row, now, row.id)).filter((other) => overlaps(other, row))
    const isPromised = others.some(({ tableIds: theirs }) => theirs.includes(to))
    const left = row.tableIds.filter((tableId) => tableId !== from && tableId !== to)
    const history = [...row.history, { ...stepOf(now, null, ['tableIds']), was: { tableIds: row.tableIds } }]
    await updateReservation(tx, row, { tableIds: isPromised ? left : [...left, to], history })
  }
  await announceReservations(tx)
}

/** Whether a table has reservations that are not over. Until the transaction ends, it gets none. */
export async function isReserved(tx: Tx, tableId: number, now: Date): Promise<boolean> {
  await lock(tx, 'reservations')
  return (await tx.$count(reservations, and(reads(OPEN_RESERVATION_STATUSES, now), hasAny([tableId])))) > 0
}

/** Removes a table that is deleted from its past reservations. */
export async function removeTableFromReservations(tx: Tx, tableId: number): Promise<void> {
  const others = sql`array_remove(${tableIds}, ${tableId}::bigint)`
  await tx
    .update(reservations)
    .set({ tableIds: others })
    .where(hasAny([tableId]))
}

export type NearReservation = Awaited<ReturnType<typeof listNear>>['near'][number]

const SOON_MS = 48 * 60 * 60_000

/** Those of some days before and after now that nobody has ended, by their time, and the settings for them. */
export async function listNear(db: Reader, now: Date) {
  const isStored = and(
    inArray(status, [...OPEN_RESERVATION_STATUSES]),
    isNear(now),
    lt(at, new Date(now.getTime() + SOON_MS)),
  )
  const { name, party, seatedAt, dayEnd } = reservations
  const rows = await db
    .select({
      ...{ rules: settings.reservations, startsAt: settings.businessDayStart },
      one: { id, at, until, status, dayEnd, seatedAt, name, party, tableIds },
    })
    .from(settings)
    .leftJoin(reservations, isStored)
    .orderBy(at, id)
  const { rules, startsAt } = required(rows[0])
  return { rules, startsAt, near: rows.flatMap(({ one }) => one ?? []) }
}
