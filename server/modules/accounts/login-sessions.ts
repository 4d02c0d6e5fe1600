import { type Database, inTransaction, type Reader, type Tx } from '#server/db/index.ts'
import { noteSignIn } from '#server/modules/journal/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceArea, announceChange } from '#server/platform/live/announcements.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import { businessDayStart, nextBusinessDayStart } from '#shared/domain/time/business-day.ts'
import type { FoundSession, UserRow } from './repo.ts'
import * as repo from './repo.ts'
import { dutiesOf, LINK_VALID_MS } from './users.ts'

export { rememberPassword } from './repo.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const LOGIN_SESSION_MS = 30 * DAY_MS
/** A session ends after this time even if it is in use (docs/product/accounts.md#accounts-session-end). */
const MAX_SESSION_AGE_MS = 180 * DAY_MS
const MAX_SESSIONS_PER_USER = 20
/** The time of the last use is written at most this often. */
const USE_WRITE_INTERVAL_MS = 5 * 60_000

/** Starts a session. @returns the token for the cookie; the database stores only its hash */
export async function startSession(db: Reader, userId: number, now: Date): Promise<string> {
  const token = newToken()
  await repo.insertLoginSession(db, {
    tokenHash: tokenHash(token),
    userId,
    createdAt: now,
    usedAt: now,
    expiresAt: new Date(now.getTime() + LOGIN_SESSION_MS),
  })
  return token
}

export interface SignInSource {
  /** The address as the limits count it (`addressKey`). */
  address: string
  /** The token of the browser's earlier session, which is ended: a session never passes to another user. */
  earlierToken: string | undefined
}

/** Signs in after the password was checked. @returns the cookie's token */
export async function signInAs(tx: Tx, user: UserRow, source: SignInSource, now: Date): Promise<string> {
  const { address, earlierToken } = source
  if (!(await repo.markSignIn(tx, user, now))) throw new AppError('invalid_credentials')
  await announceArea(tx, 'users')
  if (earlierToken !== undefined) await repo.deleteSessionByToken(tx, tokenHash(earlierToken))
  const token = await startSession(tx, user.id, now)
  await repo.deleteSessionsBeyond(tx, user.id, MAX_SESSIONS_PER_USER)
  await noteSignIn(tx, { username: user.username, address }, user.isOwner, now)
  return token
}

/** Signs in with the word of a link (docs/product/accounts.md#accounts-link). */
export function signInByLink(db: Database, word: string, source: SignInSource, now: Date) {
  return inTransaction(db, async (tx) => {
    const user = required(await repo.takeUserLink(tx, tokenHash(word), now, LINK_VALID_MS), 'sign_in_link_over')
    return { user, token: await signInAs(tx, user, source, now) }
  })
}

/**
 * The signed-in user of a session token; undefined if the session is invalid. Each use extends the session to 30 days
 * from then; the extension is written once a day. @returns `renewed` if the cookie should be sent again
 */
export async function viewerOf(
  db: Database,
  find: (tokenHash: string) => Promise<FoundSession | undefined>,
  token: string,
  { now, timeZone, mayRenew }: { now: Date; timeZone: string; mayRenew: boolean },
): Promise<{ viewer: Omit<Viewer, 'address'>; renewed: boolean } | undefined> {
  const { session, user } = (await find(tokenHash(token))) ?? {}
  if (!session || !user || session.expiresAt <= now) return undefined
  const isOld = session.createdAt.getTime() + MAX_SESSION_AGE_MS <= now.getTime()
  if (isOld && session.createdAt < (await oldestSignIn(db, timeZone, now))) return undefined
  const renewed = mayRenew && session.expiresAt.getTime() - now.getTime() < LOGIN_SESSION_MS - DAY_MS
  if (renewed || now.getTime() - session.usedAt.getTime() > USE_WRITE_INTERVAL_MS) {
    const expiresAt = new Date(now.getTime() + LOGIN_SESSION_MS)
    await repo.updateSessionUse(db, session.id, { usedAt: now, ...(renewed && { expiresAt }) })
  }
  return {
    viewer: {
      sessionId: session.id,
      ...{ userId: user.id, username: user.username, isOwner: user.isOwner, duties: dutiesOf(user) },
      signedInAt: session.createdAt,
      confirmedAt: session.confirmedAt ?? session.createdAt,
    },
    renewed,
  }
}

/** A socket cannot renew the cookie, so it extends the session by a day only: the next request renews both. */
export async function extendSessions(db: Database, ids: number[], now: Date): Promise<void> {
  const at = (ms: number) => new Date(now.getTime() + ms)
  await repo.extendUsedSessions(db, ids, { usedAt: now, before: at(-USE_WRITE_INTERVAL_MS), expiresAt: at(DAY_MS) })
}

/** The earliest valid sign-in: a session ends with the business day after 180 days, so never during an evening. */
export async function oldestSignIn(db: Reader, timeZone: string, now: Date): Promise<Date> {
  const { businessDayStart: startsAt } = await readSettings(db)
  return new Date(businessDayStart(now, startsAt, timeZone).getTime() - MAX_SESSION_AGE_MS)
}

/** When a session ends at the latest, by the rule of `oldestSignIn`. */
export function endOfSession(signedInAt: Date, startsAt: string, timeZone: string): Date {
  return nextBusinessDayStart(new Date(signedInAt.getTime() + MAX_SESSION_AGE_MS), startsAt, timeZone)
}

/** Ends a session and closes its sockets. */
export async function endLoginSession(db: Database, sessionId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await repo.deleteSession(tx, sessionId)
    await announceChange(tx, { topic: repo.SIGNED_OUT_TOPIC, id: sessionId })
  })
}
