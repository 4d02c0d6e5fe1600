import { randomBytes } from 'node:crypto'
import { and, arrayContains, asc, desc, eq, gt, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import {
  changedBy,
  type Database,
  firstOf,
  hasRow,
  isAheadSql,
  isHashOf,
  isRecentSql,
  onlyOf,
  type Reader,
  type Tx,
} from '#server/db/index.ts'
import { loginFailures, loginSessions, programs, secrets, users } from '#server/db/schema/index.ts'
import { announcingSql } from '#server/platform/live/announcements.ts'

/** A login session ended: its user signed out, or an owner changed or removed that user. The id is the session's. */
export const SIGNED_OUT_TOPIC = 'signed-out'
/** The duties of a user changed. The id is the user's. */
export const DUTIES_TOPIC = 'duties'

export type UserRow = typeof users.$inferSelect
type LoginSessionRow = typeof loginSessions.$inferSelect

export function findUser(db: Reader, usernameKey: string): Promise<UserRow | undefined> {
  return firstOf(db.select().from(users).where(eq(users.usernameKey, usernameKey)))
}

export function insertUser(tx: Tx, user: typeof users.$inferInsert): Promise<UserRow> {
  return onlyOf(tx.insert(users).values(user).returning())
}

export async function listUserRows(db: Reader): Promise<UserRow[]> {
  return db.select().from(users).orderBy(asc(users.usernameKey))
}

/** Locks a user until the transaction ends, so that nobody can sign in as this user in the meantime. */
export function lockUser(tx: Tx, id: number): Promise<UserRow | undefined> {
  return firstOf(tx.select().from(users).where(eq(users.id, id)).for('update'))
}

export function updateUser(tx: Tx, id: number, change: Partial<UserRow>): Promise<UserRow> {
  return onlyOf(tx.update(users).set(change).where(eq(users.id, id)).returning())
}

export async function deleteUser(tx: Tx, id: number): Promise<void> {
  await tx.delete(users).where(eq(users.id, id))
}

/** Records the time of a sign-in. @returns false if the user was removed or has another password by now */
export async function markSignIn(tx: Tx, { id, passwordHash }: UserRow, at: Date): Promise<boolean> {
  const isUnchanged = and(eq(users.id, id), eq(users.passwordHash, passwordHash))
  return (await changedBy(tx.update(users).set({ lastSignInAt: at }).where(isUnchanged))) > 0
}

/** Uses up the word of a link. @returns its user; undefined if it is no longer valid, or the user is an owner by now */
export function takeUserLink(tx: Tx, linkHash: string, now: Date, longestMs: number): Promise<UserRow | undefined> {
  const isValid = and(
    eq(users.linkHash, linkHash),
    isAheadSql(users.linkUntil, now, longestMs),
    eq(users.isOwner, false),
  )
  return firstOf(tx.update(users).set({ linkHash: null, linkUntil: null }).where(isValid).returning())
}

/** Which of these hashes are those of links, valid or not. */
export async function findUserLinks(db: Database, linkHashes: readonly string[]) {
  const rows = await db.select({ hash: users.linkHash }).from(users).where(isHashOf(users.linkHash, linkHashes))
  return new Map(rows.map(({ hash }) => [String(hash), true]))
}

/** Stores that the user of a session has just entered the right password: it counts for the next changes too. */
export async function rememberPassword(db: Reader, sessionId: number, confirmedAt: Date): Promise<void> {
  await db.update(loginSessions).set({ confirmedAt }).where(eq(loginSessions.id, sessionId))
}

export function hasOtherOwner(tx: Tx, id: number): Promise<boolean> {
  return hasRow(tx, users, and(eq(users.isOwner, true), ne(users.id, id)))
}

export function hasOwner(db: Reader): Promise<boolean> {
  return hasRow(db, users, eq(users.isOwner, true))
}

/** Whether the database has the tables of this version. */
export async function hasTables(db: Reader): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`select to_regclass('journal') is not null as has`)
  return rows[0]?.has ?? false
}

export async function insertLoginSession(db: Reader, session: typeof loginSessions.$inferInsert): Promise<void> {
  await db.insert(loginSessions).values(session)
}

export interface FoundSession {
  session: LoginSessionRow
  user: UserRow
}

/** The sessions of some tokens, keyed by token hash, including expired ones. */
export async function findSessions(db: Database, tokenHashes: readonly string[]) {
  const rows = await db
    .select({ session: loginSessions, user: users })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(isHashOf(loginSessions.tokenHash, tokenHashes))
  return new Map(rows.map((row) => [row.session.tokenHash, row]))
}

export async function updateSessionUse(db: Database, id: number, use: Partial<LoginSessionRow>): Promise<void> {
  await db.update(loginSessions).set(use).where(eq(loginSessions.id, id))
}

/** Records the use of sessions that were last used before `before`, and extends them to at least `expiresAt`. */
export async function extendUsedSessions(
  db: Database,
  ids: number[],
  { usedAt, before, expiresAt }: { usedAt: Date; before: Date; expiresAt: Date },
): Promise<void> {
  await db
    .update(loginSessions)
    .set({ usedAt, expiresAt: sql`greatest(${loginSessions.expiresAt}, ${expiresAt.toISOString()}::timestamptz)` })
    .where(and(inArray(loginSessions.id, ids), lt(loginSessions.usedAt, before)))
}

export async function deleteSession(tx: Tx, id: number): Promise<void> {
  await tx.delete(loginSessions).where(eq(loginSessions.id, id))
}

export async function deleteSessionByToken(tx: Tx, tokenHash: string): Promise<void> {
  await deleteAndAnnounce(tx, eq(loginSessions.tokenHash, tokenHash))
}

/** Ends a user's sessions and announces each. @param exceptId the session that stays; null for none */
export async function deleteSessionsOf(tx: Tx, userId: number, exceptId: number | null): Promise<void> {
  const isOther = exceptId === null ? undefined : ne(loginSessions.id, exceptId)
  await deleteAndAnnounce(tx, and(eq(loginSessions.userId, userId), isOther))
}

/** Ends all but the `max` most recently used sessions of a user, and announces each. */
export async function deleteSessionsBeyond(tx: Tx, userId: number, max: number): Promise<void> {
  const excess = tx
    .select({ id: loginSessions.id })
    .from(loginSessions)
    .where(eq(loginSessions.userId, userId))
    .orderBy(desc(loginSessions.usedAt), desc(loginSessions.id))
    .offset(max)
  await deleteAndAnnounce(tx, inArray(loginSessions.id, excess))
}

async function deleteAndAnnounce(tx: Tx, condition: SQL | undefined): Promise<void> {
  await tx.execute(sql`
    with ended as (delete from ${loginSessions} where ${condition} returning id)
    select ${sql.raw(announcingSql(SIGNED_OUT_TOPIC, 'id'))} from ended`)
}

/** The users of those of the given sessions that are valid, keyed by session. */
export async function findSessionUsers(db: Database, sessionIds: number[], now: Date, signedInSince: Date) {
  const isValid = and(gt(loginSessions.expiresAt, now), gte(loginSessions.createdAt, signedInSince))
  const rows = await db
    .select({ id: loginSessions.id, isOwner: users.isOwner, duties: users.duties })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(and(inArray(loginSessions.id, sessionIds), isValid))
  return new Map(rows.map((row) => [row.id, row]))
}

/** An attempt to sign in, as the limits count it. */
export interface SignInAttempt {
  /** The keys of its address (`addressKeys`), the narrowest first. */
  networks: string[]
  usernameKey: string
  /** The browser, when it has signed in as this user before. */
  device: string | null
}

/** A class of locks that are two integers: outsiders choose the texts, which never lock what Masa's own numbers lock. */
const SIGN_IN_LOCKS = 2

/** Locks all limits that count an attempt until the transaction ends. */
export async function lockAttempts(tx: Tx, attempt: SignInAttempt): Promise<void> {
  const { networks, usernameKey, device } = attempt
  // The widest network is locked, and always before the name, so that two transactions cannot deadlock.
  const lockNames = device === null ? [`from ${networks.at(-1)}`, `as ${usernameKey}`] : [`on ${device}`]
  for (const name of lockNames)
    await tx.execute(sql`select pg_advisory_xact_lock(${SIGN_IN_LOCKS}::int, hashtext(${name}))`)
}

export async function insertAttempt(tx: Tx, attempt: SignInAttempt, at: Date): Promise<number> {
  const added = tx.insert(loginFailures).values({ ...attempt, at })
  return (await onlyOf(added.returning({ id: loginFailures.id }))).id
}

export async function deleteAttempt(tx: Tx, id: number): Promise<void> {
  await tx.delete(loginFailures).where(eq(loginFailures.id, id))
}

export async function deleteFailures(tx: Tx, usernameKey: string): Promise<void> {
  await tx.delete(loginFailures).where(eq(loginFailures.usernameKey, usernameKey))
}

/** The time of the `nth` newest failure within a time, without `device` in unknown browsers; undefined if there are fewer. */
export async function findNthNewestFailure(
  tx: Tx,
  { networks, usernameKey, device }: Partial<SignInAttempt>,
  nth: number,
  now: Date,
  withinMs: number,
): Promise<Date | undefined> {
  const isCounted = and(
    device == null ? isNull(loginFailures.device) : eq(loginFailures.device, device),
    networks && arrayContains(loginFailures.networks, networks),
    usernameKey === undefined ? undefined : eq(loginFailures.usernameKey, usernameKey),
    isRecentSql(loginFailures.at, now, withinMs),
  )
  const [row] = await tx
    .select({ at: loginFailures.at })
    .from(loginFailures)
    .where(isCounted)
    .orderBy(desc(loginFailures.at))
    .offset(nth - 1)
    .limit(1)
  return row?.at
}

/** `cookies` signs the cookies of known browsers; `addresses` hashes those from which guests order. */
type SharedSecret = 'cookies' | 'addresses'

/** A random value that all instances share; created by the first call. */
export async function sharedSecret(db: Database, name: SharedSecret): Promise<string> {
  await db.insert(secrets).values({ name, value: newSecret() }).onConflictDoNothing()
  return (await onlyOf(db.select().from(secrets).where(eq(secrets.name, name)))).value
}

/** Replaces the secret of the cookies of known browsers. Running instances use the old one until their next start. */
export async function renewCookieSecret(db: Database): Promise<void> {
  const value = newSecret()
  await db
    .insert(secrets)
    .values({ name: 'cookies' satisfies SharedSecret, value })
    .onConflictDoUpdate({ target: secrets.name, set: { value } })
}

const newSecret = () => randomBytes(32).toString('base64url')

export async function countStaff(db: Reader): Promise<number> {
  return db.$count(users, and(eq(users.isOwner, false), sql`cardinality(${users.duties}) > 0`))
}

export type ProgramRow = typeof programs.$inferSelect

export async function readPrograms(db: Reader): Promise<ProgramRow[]> {
  return db.select().from(programs).orderBy(asc(programs.name), asc(programs.id))
}

/** The programs of some tokens, keyed by token hash. */
export async function programsByToken(db: Database, tokenHashes: readonly string[]) {
  const rows = await db.select().from(programs).where(isHashOf(programs.tokenHash, tokenHashes))
  return new Map(rows.map((row) => [row.tokenHash, row]))
}

export function insertProgram(tx: Tx, program: typeof programs.$inferInsert): Promise<ProgramRow> {
  return onlyOf(tx.insert(programs).values(program).returning())
}

export async function updateProgramUse(db: Database, id: number, lastUsedAt: Date): Promise<void> {
  await db.update(programs).set({ lastUsedAt }).where(eq(programs.id, id))
}

/** @returns the deleted program; undefined if there was none */
export function deleteProgram(tx: Tx, id: number): Promise<ProgramRow | undefined> {
  return firstOf(tx.delete(programs).where(eq(programs.id, id)).returning())
}
