import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { deleteLinesOf } from './cart-repo.ts'
import { cancel, inSession, tellAll } from './hold.ts'
import {
  bumpVersion,
  countParticipants,
  deleteEndedBefore,
  expiredSessions,
  participantOf,
  updateParticipant,
} from './repo.ts'
import { ENDED_KEPT_MS } from './rules.ts'

/**
 * A participant leaves and takes their lines along; the last one ends the session.
 * @throws AppError `session_not_found`
 */
export function leave(db: Database, sessionId: string, tokenHash: string | undefined, now: Date): Promise<void> {
  return inSession(db, sessionId, now, async (tx, session) => {
    const me = tokenHash === undefined ? undefined : await participantOf(tx, sessionId, tokenHash)
    if (!me) return new AppError('session_not_found')
    if (session.status !== 'active' || me.leftAt) return
    const removed = await deleteLinesOf(tx, me.id)
    await updateParticipant(tx, me.id, { leftAt: now, isReady: false }, now)
    if (removed > 0) await bumpVersion(tx, sessionId, now)
    const { there } = await countParticipants(tx, sessionId)
    if (there === 0) await cancel(tx, session, now)
    else await tellAll(tx, sessionId)
  })
}

/**
 * The owner ends a session; one that is over stays as it is.
 * @throws AppError `session_not_found`
 */
export function endByOwner(db: Database, sessionId: string, now: Date): Promise<void> {
  return inSession(db, sessionId, now, async (tx, session) => {
    if (session.status === 'active') await cancel(tx, session, now)
  })
}

/** Sessions whose time is up are cancelled. */
export async function endExpired(db: Database, now: Date): Promise<void> {
  // Holding a session whose time is up cancels it.
  for (const id of await expiredSessions(db, now)) await inSession(db, id, now, async () => undefined)
}

export function forgetEnded(db: Database, now: Date): Promise<void> {
  return deleteEndedBefore(db, new Date(now.getTime() - ENDED_KEPT_MS))
}
