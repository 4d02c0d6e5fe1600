import { type Database, inTransaction, type Reader, type Tx } from '#server/db/index.ts'
import { noteSignIn } from '#server/modules/journal/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import { businessDayStart, nextBusinessDayStart } from '#shared/domain/business-day.ts'
import {
  deleteSession,
  deleteSessionByToken,
  deleteSessionsBeyond,
  type FoundSession,
  insertLoginSession,
  markInUse,
  markSignIn,
  markUsed,
  type UserRow,
} from './repo.ts'
import { SIGNED_OUT_TOPIC } from './topic.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const LOGIN_SESSION_MS = 30 * DAY_MS
/** A session ends after this time, however much it was used (docs/product.md#accounts-session-end). */
const SIGN_IN_LASTS_MS = 180 * DAY_MS
const SESSIONS_OF_A_USER = 20
/** Use is noted at most once in this time. */
const USE_NOTED_MS = 5 * 60_000

/** Starts a session. @returns the token for the cookie, which is kept nowhere else */
export async function startSession(db: Reader, userId: number, now: Date): Promise<string> {
  const token = newToken()
  await insertLoginSession(db, {
    tokenHash: tokenHash(token),
    userId,
    createdAt: now,
    usedAt: now,
    expiresAt: new Date(now.getTime() + LOGIN_SESSION_MS),
  })
  return token
}

export interface SignInFrom {
  /** As limits count it (`addressKey`). */
  address: string
  /** The token of the browser's earlier session, which ends: a session never passes to another user. */
  earlier: string | undefined
}

/**
 * Signs in a user whose password was checked. Whoever was removed or got another password since is refused.
 * @returns the token for the cookie
 * @throws AppError `invalid_credentials`
 */
export async function signInAs(tx: Tx, user: UserRow, { address, earlier }: SignInFrom, now: Date): Promise<string> {
  if (!(await markSignIn(tx, user, now))) throw new AppError('invalid_credentials')
  await announceArea(tx, 'users')
  if (earlier !== undefined) await deleteSessionByToken(tx, tokenHash(earlier))
  const token = await startSession(tx, user.id, now)
  await deleteSessionsBeyond(tx, user.id, SESSIONS_OF_A_USER)
  await noteSignIn(tx, { username: user.username, address }, user.isOwner, now)
  return token
}

/**
 * The user of a token. Using a session extends it to 30 days from then; that is written once a day.
 * @param find finds a session by the hash of its token
 * @param timeZone the restaurant's
 * @returns `renewed` when the cookie should be sent again
 */
export async function viewerOf(
  db: Database,
  find: (tokenHash: string) => Promise<FoundSession | undefined>,
  token: string,
  { now, timeZone, mayRenew }: { now: Date; timeZone: string; mayRenew: boolean },
): Promise<{ viewer: Omit<Viewer, 'address'>; renewed: boolean } | undefined> {
  const found = await find(tokenHash(token))
  if (!found || found.session.expiresAt <= now) return undefined
  const { session, user } = found
  const isOld = session.createdAt.getTime() + SIGN_IN_LASTS_MS <= now.getTime()
  if (isOld && session.createdAt < (await oldestSignIn(db, timeZone, now))) return undefined
  const renewed = mayRenew && session.expiresAt.getTime() - now.getTime() < LOGIN_SESSION_MS - DAY_MS
  if (renewed || now.getTime() - session.usedAt.getTime() > USE_NOTED_MS) {
    const expiresAt = new Date(now.getTime() + LOGIN_SESSION_MS)
    await markUsed(db, session.id, { usedAt: now, ...(renewed && { expiresAt }) })
  }
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

/**
 * Notes that sessions are in use by open sockets, which carry no cookie. They get a day and not thirty, so that the next
 * request still renews the session, and the browser's cookie with it.
 */
export async function extendSessions(db: Database, ids: number[], now: Date): Promise<void> {
  const [before, expiresAt] = [-USE_NOTED_MS, DAY_MS].map((ms) => new Date(now.getTime() + ms)) as [Date, Date]
  await markInUse(db, ids, { usedAt: now, before, expiresAt })
}

/**
 * Whoever signed in before this moment must sign in again: a session ends when the first business day after its 180
 * days begins, and not in the middle of an evening.
 */
export async function oldestSignIn(db: Reader, timeZone: string, now: Date): Promise<Date> {
  const { businessDayStart: startsAt } = await readSettings(db)
  return new Date(businessDayStart(now, startsAt, timeZone).getTime() - SIGN_IN_LASTS_MS)
}

/** When a session ends, however much it is used, by the rule of `oldestSignIn`. */
export function endOfSession(signedInAt: Date, startsAt: string, timeZone: string): Date {
  return nextBusinessDayStart(new Date(signedInAt.getTime() + SIGN_IN_LASTS_MS), startsAt, timeZone)
}

/** Ends a session, and with it the sockets that were opened by it. */
export async function endLoginSession(db: Database, sessionId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await deleteSession(tx, sessionId)
    await announceChange(tx, { topic: SIGNED_OUT_TOPIC, id: sessionId })
  })
}
