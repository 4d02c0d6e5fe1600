import type { Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { deleteSeatless, isAnybodyAt, type SessionRow, seatedIn } from '../repo.ts'
import { desertedBefore, MAX_SEATS, MAX_WITHOUT_SEAT, presentSince } from '../rules.ts'

/**
 * Refuses a participant when the others have taken all seats. A participant who has a seat keeps it.
 * @throws AppError `session_full`
 */
export async function refuseWhenFull(tx: Tx, sessionId: string, me: string | undefined, now: Date): Promise<void> {
  const seated = await seatedIn(tx, sessionId, presentSince(now))
  const isSeated = me !== undefined && seated.includes(me)
  if (!isSeated && seated.length >= MAX_SEATS) throw new AppError('session_full')
}

/** Deletes the participants without a seat who were present longest ago, before there are too many. */
export function makeRoom(tx: Tx, sessionId: string, now: Date): Promise<void> {
  return deleteSeatless(tx, sessionId, presentSince(now), MAX_WITHOUT_SEAT - 1)
}

/** Whether no phone has come to this session within its first minute. */
export async function isDeserted(tx: Tx, session: SessionRow, now: Date): Promise<boolean> {
  if (session.status !== 'active' || session.createdAt > desertedBefore(now)) return false
  return !(await isAnybodyAt(tx, session.id))
}
