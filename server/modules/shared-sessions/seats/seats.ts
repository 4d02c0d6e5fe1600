import type { Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { deleteSeatless, hasSeenParticipant, listSeatedIds, type SessionRow } from '../repo.ts'
import { desertedBefore, MAX_SEATS, MAX_WITHOUT_SEAT, presentSince } from '../rules.ts'

/**
 * Throws if the other participants have taken all seats. A participant who has a seat keeps it.
 * @param ownId the participant's id; undefined for a new one
 * @throws AppError `session_full`
 */
export async function refuseWhenFull(tx: Tx, sessionId: string, ownId: string | undefined, now: Date): Promise<void> {
  const seated = await listSeatedIds(tx, sessionId, presentSince(now))
  const isSeated = ownId !== undefined && seated.includes(ownId)
  if (!isSeated && seated.length >= MAX_SEATS) throw new AppError('session_full')
}

/**
 * Deletes the participants without a seat who were present longest ago, so that another one fits within the maximum.
 */
export function makeRoom(tx: Tx, sessionId: string, now: Date): Promise<void> {
  return deleteSeatless(tx, sessionId, presentSince(now), MAX_WITHOUT_SEAT - 1)
}

/** Whether no phone has connected to this session within its first minute. */
export async function isDeserted(tx: Tx, session: SessionRow, now: Date): Promise<boolean> {
  if (session.status !== 'active' || session.createdAt > desertedBefore(now)) return false
  return !(await hasSeenParticipant(tx, session.id))
}
