import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { forEachInSequence } from '#server/platform/limits/each.ts'
import type { Log } from '#server/platform/log.ts'
import { deleteLinesOf } from '../cart/cart-repo.ts'
import { announceSession, cancel, inSession } from '../lock.ts'
import {
  bumpVersion,
  countParticipants,
  deleteEndedBefore,
  findParticipantByToken,
  hasSeenParticipant,
  listExpiredIds,
  updateParticipant,
} from '../repo.ts'
import { desertedBefore, ENDED_RETENTION_MS } from '../rules.ts'
import { isDeserted } from '../seats/seats.ts'

/**
 * Makes a participant leave, and deletes their lines. If nobody is left, the session ends.
 * @throws AppError `session_not_found`
 */
export function leave(db: Database, sessionId: string, tokenHash: string | undefined, now: Date): Promise<void> {
  return inSession(db, sessionId, now, async (tx, session) => {
    const me = tokenHash === undefined ? undefined : await findParticipantByToken(tx, sessionId, tokenHash)
    if (!me) throw new AppError('session_not_found')
    if (session.status !== 'active' || me.leftAt) return
    const removed = await deleteLinesOf(tx, me.id)
    await updateParticipant(tx, me.id, { leftAt: now, isReady: false, provenKey: null }, now)
    if (removed > 0) await bumpVersion(tx, sessionId, now)
    if ((await countParticipants(tx, sessionId)) === 0) await cancel(tx, session, now)
    else await announceSession(tx, sessionId)
  })
}

/**
 * Ends a session for the owner; does nothing if the session is over.
 * @throws AppError `session_not_found`
 */
export function endByOwner(db: Database, sessionId: string, now: Date): Promise<void> {
  return inSession(db, sessionId, now, async (tx, session) => {
    if (session.status === 'active') await cancel(tx, session, now)
  })
}

/** Cancels the expired sessions, and those to which no phone ever connected. */
export async function endExpired(db: Database, now: Date, log: Log): Promise<void> {
  await forEachInSequence(await listExpiredIds(db, now, desertedBefore(now)), log, (id) => endIfDue(db, id, now))
}

/**
 * Cancels a session to which no phone has connected, however young it is: it must not keep an owner from using the
 * table.
 * @throws AppError `session_not_found`
 */
export function endWithoutPhones(db: Database, id: string, now: Date): Promise<void> {
  return inSession(db, id, now, async (tx, session) => {
    if (session.status === 'active' && !(await hasSeenParticipant(tx, id))) await cancel(tx, session, now)
  })
}

/**
 * Cancels a session if it has expired, or if no phone ever connected to it.
 * @throws AppError `session_not_found`
 */
function endIfDue(db: Database, id: string, now: Date): Promise<void> {
  return inSession(db, id, now, async (tx, session) => {
    // inSession has already cancelled the session if it has expired.
    if (await isDeserted(tx, session, now)) await cancel(tx, session, now)
  })
}

/** Deletes the sessions that ended longer ago than `ENDED_RETENTION_MS`. */
export function deleteEnded(db: Database, now: Date): Promise<void> {
  return deleteEndedBefore(db, new Date(now.getTime() - ENDED_RETENTION_MS))
}
