import type { Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { deleteSeatless, isAnybodyAt, type SessionRow, seatedIn } from './repo.ts'
import { desertedBefore, MAX_SEATS, MAX_WITHOUT_SEAT, presentSince } from './rules.ts'

/**
 * Everybody else's seats may be taken already. Whoever has one keeps it.
 * @throws AppError `session_full`
 */
export async function refuseWhenFull(tx: Tx, sessionId: string, me: string | undefined, now: Date): Promise<void> {
  const seated = await seatedIn(tx, sessionId, presentSince(now))
  const isSeated = me !== undefined && seated.includes(me)
  if (!isSeated && seated.length >= MAX_SEATS) throw new AppError('session_full')
}

/** Forgets those without a seat who were there longest ago, before there are more of them than anybody needs. */
export function makeRoom(tx: Tx, sessionId: string, now: Date): Promise<void> {
  return deleteSeatless(tx, sessionId, presentSince(now), MAX_WITHOUT_SEAT - 1)
}

/** Whether this is a session that was only asked for: a minute has passed, and no phone of anybody in it ever came. */
export async function isDeserted(tx: Tx, session: SessionRow, now: Date): Promise<boolean> {
  if (session.status !== 'active' || session.createdAt > desertedBefore(now)) return false
  return !(await isAnybodyAt(tx, session.id))
}
