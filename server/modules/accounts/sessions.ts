import { type Database, inTransaction, type Reader } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import { deleteSession, findSession, insertLoginSession, markSignIn, renewSession, type UserRow } from './repo.ts'
import { SIGNED_OUT_TOPIC } from './topic.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const LOGIN_SESSION_MS = 30 * DAY_MS

/** Starts a session. @returns the token for the cookie, which is kept nowhere else */
export async function startSession(db: Reader, userId: number, now: Date): Promise<string> {
  const token = newToken()
  await insertLoginSession(db, {
    tokenHash: tokenHash(token),
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LOGIN_SESSION_MS),
  })
  return token
}

/**
 * Signs in a user whose password was checked. Whoever was removed or got another password since is refused.
 * @returns the token for the cookie
 * @throws AppError `invalid_credentials`
 */
export function signInAs(db: Database, user: UserRow, now: Date): Promise<string> {
  return inTransaction(db, async (tx) => {
    if (!(await markSignIn(tx, user, now))) throw new AppError('invalid_credentials')
    await announceArea(tx, 'users')
    return startSession(tx, user.id, now)
  })
}

/**
 * The user of a token. Using a session extends it to 30 days from then; that is written once a day.
 * @returns `renewed` when the cookie should be sent again
 */
export async function viewerOf(
  db: Database,
  token: string,
  now: Date,
  mayRenew = true,
): Promise<{ viewer: Omit<Viewer, 'address'>; renewed: boolean } | undefined> {
  const found = await findSession(db, tokenHash(token), now)
  if (!found) return undefined
  const { session, user } = found
  const renewed = mayRenew && session.expiresAt.getTime() - now.getTime() < LOGIN_SESSION_MS - DAY_MS
  if (renewed) await renewSession(db, session.id, new Date(now.getTime() + LOGIN_SESSION_MS))
  return {
    viewer: {
      sessionId: session.id,
      userId: user.id,
      username: user.username,
      isOwner: user.isOwner,
      signedInAt: session.createdAt,
    },
    renewed,
  }
}

/** Ends a session, and with it the sockets that were opened by it. */
export async function endLoginSession(db: Database, sessionId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await deleteSession(tx, sessionId)
    await announceChange(tx, { topic: SIGNED_OUT_TOPIC, id: sessionId })
  })
}
