import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import {
  anonymizeResponses,
  isRecordedAsErased,
  lockIds,
  overdueRows,
  recordErased,
  type Tx,
} from '#server/db/index.ts'
import { reservations } from '#server/db/schema/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Reservation } from '#shared/contracts/reservations.ts'
import { OPEN_RESERVATION_STATUSES } from '#shared/domain/reservations/reservations.ts'
import { announceReservations, reads } from './repo.ts'

/* Erasing who reserved (docs/product/privacy.md). */

const { id, at, phoneNumber, erasedAt, version } = reservations
const NO_PERSONAL_DATA = { name: '', phoneNumber: '', notes: null } as const
/** Condition: the time has passed before `cutoff`, and the personal data is still there. */
const isOverdue = (cutoff: Date) => and(isNull(erasedAt), lt(at, cutoff))

export const overdueReservations = overdueRows(reservations, (_, { moment }) => isOverdue(moment))

/** Erases the given rows that are still overdue once they are locked. */
export async function eraseOverdueReservations(tx: Tx, ids: readonly number[], cutoff: Date, now: Date): Promise<void> {
  await anonymize(tx, await lockIds(tx, reservations, and(inArray(id, [...ids]), isOverdue(cutoff))), now)
}

/** After a restore, erases those whose keys are in `erasures`. @returns how many */
export async function eraseReservationsAgain(tx: Tx, now: Date): Promise<number> {
  const ids = await lockIds(tx, reservations, and(isNull(erasedAt), isRecordedAsErased(tx, reservations)))
  await anonymize(tx, ids, now)
  return ids.length
}

export const eraseOfNumbers = (tx: Tx, numbers: readonly string[], now: Date): Promise<void> =>
  eraseOver(tx, inArray(phoneNumber, [...numbers]), now)

export const eraseReservationRow = (tx: Tx, reservationId: number, now: Date): Promise<void> =>
  eraseOver(tx, eq(id, reservationId), now)

async function eraseOver(tx: Tx, which: SQL, now: Date): Promise<void> {
  const ids = await lockIds(tx, reservations, which)
  if ((await tx.$count(reservations, and(which, reads(OPEN_RESERVATION_STATUSES, now)))) > 0)
    throw new AppError('open_orders', {}, undefined, 'reservation_open')
  await anonymize(tx, ids, now)
}

/** Clears who reserved in locked rows, wherever it is stored; their links stop working. */
async function anonymize(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const are = inArray(id, [...ids])
  await recordErased(tx, reservations, are)
  const erased = { ...NO_PERSONAL_DATA, tokenHash: null, origin: null, erasedAt: now, version: sql`${version} + 1` }
  await tx.update(reservations).set(erased).where(are)
  await anonymizeResponses<{ reservation: Reservation; link: string }>(tx, {
    ...{ shows: 'reservation', ids },
    anonymized: ({ reservation }) => ({ reservation: { ...reservation, ...NO_PERSONAL_DATA }, link: '' }),
  })
  await announceReservations(tx)
}
