import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { forEachAlone } from '#server/platform/limits/each.ts'
import type { Log } from '#server/platform/log.ts'
import { deleteLinesOf } from '../cart/cart-repo.ts'
import { announceSession, cancel, inSession } from '../lock.ts'
import {
  bumpVersion,
  countParticipants,
  deleteEndedBefore,
  expiredSessions,
  isAnybodyAt,
  participantOf,
  updateParticipant,
} from '../repo.ts'
import { desertedBefore, ENDED_KEPT_MS } from '../rules.ts'
import { isDeserted } from '../seats/seats.ts'

/**
 * Removes a participant with their lines; the last one to leave ends the session.
 * @throws AppError `session_not_found`
 */
export function leave(db: Database, sessionId: string, tokenHash: string | undefined, now: Date): Promise<void> {
  return inSession(db, sessionId, now, async (tx, session) => {
    const me = tokenHash === undefined ? undefined : await participantOf(tx, sessionId, tokenHash)
    if (!me) throw new AppError('session_not_found')
    if (session.status !== 'active' || me.leftAt) return
    const removed = await deleteLinesOf(tx, me.id)
    await updateParticipant(tx, me.id, { leftAt: now, isReady: false }, now)
    if (removed > 0) await bumpVersion(tx, sessionId, now)
    if ((await countParticipants(tx, sessionId)) === 0) await cancel(tx, session, now)
    else await announceSession(tx, sessionId)
  })
}

/**
 * Ends a session for the owner; a session that is over stays as it is.
 * @throws AppError `session_not_found`
 */
export function endByOwner(db: Database, sessionId: string, now: Date): Promise<void> {
  return inSession(db, sessionId, now, async (tx, session) => {
    if (session.status === 'active') await cancel(tx, session, now)
  })
}

/** Cancels the sessions whose time is up, and those to which no phone ever came. */
export async function endExpired(db: Database, now: Date, log: Log): Promise<void> {
  await forEachAlone(await expiredSessions(db, now, desertedBefore(now)), log, (id) => endIfDue(db, id, now))
}

/**
 * Cancels a session to which no phone has come, however young it is: it must not keep an owner from the table.
 * @throws AppError `session_not_found`
 */
export function endWithoutPhones(db: Database, id: string, now: Date): Promise<void> {
  return inSession(db, id, now, async (tx, session) => {
    if (session.status === 'active' && !(await isAnybodyAt(tx, id))) await cancel(tx, session, now)
  })
}

/**
 * Cancels a session if its time is up, or if no phone ever came to it.
 * @throws AppError `session_not_found`
 */
function endIfDue(db: Database, id: string, now: Date): Promise<void> {
  return inSession(db, id, now, async (tx, session) => {
    // inSession has cancelled the session already if its time is up.
    if (await isDeserted(tx, session, now)) await cancel(tx, session, now)
  })
}

export function forgetEnded(db: Database, now: Date): Promise<void> {
  return deleteEndedBefore(db, new Date(now.getTime() - ENDED_KEPT_MS))
}
