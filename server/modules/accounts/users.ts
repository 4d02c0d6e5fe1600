import { isDeepStrictEqual } from 'node:util'
import { type Database, inTransaction, lock, type Tx, violatedConstraint } from '#server/db/index.ts'
import { type Actor, noteInJournal, noteRegistration } from '#server/modules/journal/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import { type Attempt, respondOnce } from '#server/platform/idempotency.ts'
import { announceArea, announceChange } from '#server/platform/live/announcements.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import { type createUser, MAX_USERNAME, type Role, type User } from '#shared/contracts/accounts.ts'
import type { ResponseInput } from '#shared/contracts/base/endpoint.ts'
import { DUTIES, type Duty } from '#shared/domain/access.ts'
import { pick } from '#shared/domain/objects.ts'
import { cleanUsername } from '#shared/domain/text.ts'
import { hashPassword } from './passwords.ts'
import type { UserRow } from './repo.ts'
import * as repo from './repo.ts'

/** The key of a typed username: equal for names that differ only in case, or in characters that cannot be seen. */
export const usernameKeyOf = (username: string): string =>
  cleanUsername(username, MAX_USERNAME).normalize('NFKC').toLowerCase()

/** The server itself as an actor in the journal. */
export const SERVER: Actor = { username: null, address: null }

export interface Registration {
  username: string
  password: string
  isOwner: boolean
  duties?: Duty[] | undefined
  /** Who creates the user: a signed-in owner, the environment at the start, or the user. */
  by: 'owner' | 'environment' | 'self'
  actor: Actor
}

/** Only owners create owners, except for the first; a lock covers check and insert. */
export async function registerUser(db: Database, registration: Registration, now: Date): Promise<UserRow> {
  const passwordHash = await hashPassword(registration.password, registration.by === 'self' ? 'strangers' : 'known')
  return inTransaction(db, (tx) => insertRegistered(tx, registration, passwordHash, now)).catch(throwTaken)
}

async function insertRegistered(
  tx: Tx,
  { username, isOwner, duties: given = [], by, actor }: Registration,
  passwordHash: string,
  now: Date,
): Promise<UserRow> {
  if (isOwner && by !== 'owner') {
    await lock(tx, 'first owner')
    if (await repo.hasOwner(tx)) throw new AppError('owner_exists')
  }
  const usernameKey = usernameKeyOf(username)
  const duties = isOwner ? [] : given
  const user = { username, usernameKey, passwordHash, isOwner, duties, selfRegistered: by === 'self', createdAt: now }
  await announceArea(tx, 'users')
  const created = await repo.insertUser(tx, user)
  const details = { user: username, role: roleOf(created), ...(duties.length > 0 && { duties }) }
  if (by === 'self' && !isOwner) await noteRegistration(tx, actor, details, now)
  else await noteInJournal(tx, actor, 'user_created', details, now)
  return created
}

function throwTaken(error: unknown): never {
  if (violatedConstraint(error) === 'users_usernameKey_unique') throw new AppError('username_taken')
  throw error
}

/** Creates the owner that the environment names, unless an owner exists. */
export async function ensureOwner(db: Database, username: string, password: string, now: Date): Promise<void> {
  if (await repo.hasOwner(db)) return
  const firstOwner = { username, password, isOwner: true, by: 'environment', actor: SERVER } as const
  await registerUser(db, firstOwner, now).catch((error: unknown) => {
    // Another instance has created one meanwhile.
    if (!(error instanceof AppError && error.code === 'owner_exists')) throw error
  })
}

export async function ensureStaff(
  db: Database,
  user: Pick<Registration, 'username' | 'password' | 'duties'>,
  now: Date,
): Promise<void> {
  const registration = { ...user, isOwner: false, by: 'environment', actor: SERVER } as const
  await registerUser(db, registration, now).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'username_taken')) throw error
  })
}

export function userView(user: Pick<UserRow, 'id' | 'username' | 'isOwner' | 'duties'>): User {
  const { id, username, isOwner } = user
  return { id, username, isOwner, role: roleOf(user), duties: dutiesOf(user) }
}

export function dutiesOf({ isOwner, duties }: Pick<UserRow, 'isOwner' | 'duties'>): Duty[] {
  return isOwner ? [...DUTIES] : duties
}

const roleOf = ({ isOwner }: Pick<UserRow, 'isOwner'>): Role => (isOwner ? 'owner' : 'staff')

/* A change of role ends sessions: a socket keeps its rights (docs/product/accounts.md#accounts-manage). */

interface NewAccount {
  username: string
  password: string
  role: Role
  duties?: Duty[] | undefined
  attempt: Attempt<ResponseInput<typeof createUser>>
}

export async function createAccount(db: Database, { role, attempt, ...account }: NewAccount, actor: Actor, now: Date) {
  const passwordHash = await hashPassword(account.password, 'known')
  const registration = { ...account, isOwner: role === 'owner', by: 'owner', actor } as const
  return respondOnce(db, { attempt, now }, async (tx) =>
    listedUserView(await insertRegistered(tx, registration, passwordHash, now)),
  ).catch(throwTaken)
}

/** If undefined, the role or the duties stay. */
type RightsChange = { id: number; role?: Role | undefined; duties?: Duty[] | undefined }

export function changeRights(db: Database, change: RightsChange, actor: Actor, now: Date): Promise<UserRow> {
  return inTransaction(db, async (tx) => {
    const before = await lockUserAndRoles(tx, change.id)
    return changeDuties(tx, await changeRole(tx, before, change.role, actor, now), change.duties, actor, now)
  })
}

async function changeRole(tx: Tx, user: UserRow, role: Role | undefined, actor: Actor, now: Date): Promise<UserRow> {
  const isOwner = role === 'owner'
  if (role === undefined || user.isOwner === isOwner) return user
  if (user.isOwner) await requireOtherOwner(tx, user.id)
  await repo.deleteSessionsOf(tx, user.id, null)
  await announceArea(tx, 'users')
  await noteInJournal(tx, actor, 'user_role', { user: user.username, role }, now)
  // A user who becomes staff again starts without duties.
  return repo.updateUser(tx, user.id, { isOwner, duties: [] })
}

/** Closes the user's sockets, which then open again with the new rights; the sessions stay. */
async function changeDuties(tx: Tx, user: UserRow, duties: Duty[] | undefined, actor: Actor, now: Date) {
  if (duties === undefined || user.isOwner || isDeepStrictEqual(user.duties, duties)) return user
  await announceChange(tx, { topic: repo.DUTIES_TOPIC, id: user.id })
  await announceArea(tx, 'users')
  await noteInJournal(tx, actor, 'user_duties', { user: user.username, duties }, now)
  return repo.updateUser(tx, user.id, { duties })
}

/** @param ownSessionId the session of the owner who makes the change: it stays */
export async function setPassword(
  db: Database,
  { id, password, ownSessionId }: { id: number; password: string; ownSessionId: number },
  actor: Actor,
  now: Date,
): Promise<void> {
  const passwordHash = await hashPassword(password, 'known')
  await inTransaction(db, async (tx) => {
    const user = required(await repo.lockUser(tx, id))
    await replacePassword(tx, user, { passwordHash, exceptSessionId: ownSessionId }, actor, now)
  })
}

/** Works outside the running server, and notifies it. `no restaurant` if the database is of another version. */
export async function replaceOwnersPassword(
  db: Database,
  { username, password }: { username: string; password: string },
  now: Date,
): Promise<'done' | 'no restaurant' | 'no owner' | 'unknown' | 'staff'> {
  if (!(await repo.hasTables(db))) return 'no restaurant'
  if (!(await repo.hasOwner(db))) return 'no owner'
  const passwordHash = await hashPassword(password, 'known')
  return inTransaction(db, async (tx) => {
    const unlocked = await repo.findUser(tx, usernameKeyOf(username))
    const user = unlocked && (await repo.lockUser(tx, unlocked.id))
    if (!user) return 'unknown'
    if (!user.isOwner) return 'staff'
    await replacePassword(tx, user, { passwordHash, exceptSessionId: null }, SERVER, now)
    return 'done'
  })
}

async function replacePassword(
  tx: Tx,
  { id, username, usernameKey }: UserRow,
  { passwordHash, exceptSessionId }: { passwordHash: string; exceptSessionId: number | null },
  actor: Actor,
  now: Date,
): Promise<void> {
  await repo.updateUser(tx, id, { passwordHash, linkHash: null })
  await repo.deleteSessionsOf(tx, id, exceptSessionId)
  // Otherwise failed attempts with the old password could block the sign-in with the new one.
  await repo.deleteFailures(tx, usernameKey)
  await noteInJournal(tx, actor, 'password_set', { user: username }, now)
}

export const LINK_VALID_MS = 10 * 60_000

/** Creates the word of a link, which signs a user in once within ten minutes; only its hash is stored. */
export function makeUserLink(db: Database, id: number, actor: Actor, now: Date): Promise<string> {
  return inTransaction(db, async (tx) => {
    const user = required(await repo.lockUser(tx, id))
    if (user.isOwner) throw new AppError('owners_link')
    const word = newToken()
    const linkUntil = new Date(now.getTime() + LINK_VALID_MS)
    await repo.updateUser(tx, id, { linkHash: tokenHash(word), linkUntil })
    await noteInJournal(tx, actor, 'user_link', { user: user.username }, now)
    return word
  })
}

export async function removeAccount(db: Database, id: number, actor: Actor, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockUserAndRoles(tx, id)
    if (user.isOwner) await requireOtherOwner(tx, id)
    // Sessions are ended first: deleting the user would delete them without an announcement.
    await repo.deleteSessionsOf(tx, id, null)
    await repo.deleteUser(tx, id)
    await announceArea(tx, 'users')
    await noteInJournal(tx, actor, 'user_removed', { user: user.username }, now)
  })
}

async function lockUserAndRoles(tx: Tx, id: number): Promise<UserRow> {
  await lock(tx, 'first owner')
  return required(await repo.lockUser(tx, id))
}

async function requireOtherOwner(tx: Tx, id: number): Promise<void> {
  if (!(await repo.hasOtherOwner(tx, id))) throw new AppError('last_owner')
}

export const listedUserView = (row: UserRow) => ({
  ...userView(row),
  ...pick(row, ['selfRegistered', 'createdAt', 'lastSignInAt']),
})
