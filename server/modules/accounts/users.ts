import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { ListedUser, Role } from '#shared/contracts/accounts.ts'
import { hashPassword } from './password.ts'
import {
  deleteSessionsOf,
  deleteUser,
  findUser,
  hasOtherOwner,
  hasOwner,
  hasTables,
  lockOwnership,
  lockUser,
  removeFailuresAs,
  type UserRow,
  updateUser,
} from './repo.ts'
import { keyOf, registerUser, SERVER, userView } from './service.ts'
import { PASSWORD_SET_TOPIC } from './topic.ts'

/*
 * What an owner does with the users (docs/product.md#accounts-manage). A change of role ends the user's sessions like a
 * removal does: a socket keeps the rights that it was opened with.
 */

/** @throws AppError `username_taken` */
export function createAccount(
  db: Database,
  { username, password, role }: { username: string; password: string; role: Role },
  actor: Actor,
  now: Date,
): Promise<UserRow> {
  return registerUser(db, { username, password, isOwner: role === 'owner', by: 'owner', actor }, now)
}

/** @throws AppError `not_found`, `last_owner` */
export function changeRole(db: Database, id: number, role: Role, actor: Actor, now: Date): Promise<UserRow> {
  const isOwner = role === 'owner'
  return inTransaction(db, async (tx) => {
    const user = await lockAmongOwners(tx, id)
    if (user.isOwner === isOwner) return user
    if (user.isOwner) await requireOtherOwner(tx, id)
    await deleteSessionsOf(tx, id, null)
    await announceArea(tx, 'users')
    await noteInJournal(tx, actor, 'user_role', { user: user.username, role }, now)
    return updateUser(tx, id, { isOwner })
  })
}

/**
 * Sets a user's password and ends their sessions, except the one that asks.
 * @throws AppError `not_found`
 */
export async function setPassword(
  db: Database,
  { id, password, asking }: { id: number; password: string; asking: number },
  actor: Actor,
  now: Date,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) throw new AppError('not_found')
    await replacePassword(tx, user, { passwordHash, kept: asking }, actor, now)
  })
}

/**
 * Gives an owner another password from outside the running server, which gets an announcement and ends their sockets.
 * @returns what came of it: `no restaurant` where the database is not this version's
 */
export async function replaceOwnersPassword(
  db: Database,
  { username, password }: { username: string; password: string },
  now: Date,
): Promise<'done' | 'no restaurant' | 'no owner' | 'unknown' | 'staff'> {
  if (!(await hasTables(db))) return 'no restaurant'
  if (!(await hasOwner(db))) return 'no owner'
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const found = await findUser(tx, keyOf(username))
    const user = found && (await lockUser(tx, found.id))
    if (!user) return 'unknown'
    if (!user.isOwner) return 'staff'
    await replacePassword(tx, user, { passwordHash, kept: null }, SERVER, now)
    return 'done'
  })
}

/** @param user locked */
async function replacePassword(
  tx: Tx,
  { id, username, usernameKey }: UserRow,
  { passwordHash, kept }: { passwordHash: string; kept: number | null },
  actor: Actor,
  now: Date,
): Promise<void> {
  await updateUser(tx, id, { passwordHash })
  await deleteSessionsOf(tx, id, kept)
  // They may have failed too often before they got the new password.
  await removeFailuresAs(tx, usernameKey)
  await announceChange(tx, { topic: PASSWORD_SET_TOPIC, id })
  await noteInJournal(tx, actor, 'password_set', { user: username }, now)
}

/** @throws AppError `not_found`, `last_owner` */
export async function removeAccount(db: Database, id: number, actor: Actor, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockAmongOwners(tx, id)
    if (user.isOwner) await requireOtherOwner(tx, id)
    // Before the user, whose removal would take them along unannounced.
    await deleteSessionsOf(tx, id, null)
    await deleteUser(tx, id)
    await announceArea(tx, 'users')
    await noteInJournal(tx, actor, 'user_removed', { user: user.username }, now)
  })
}

/** The user, while nobody else changes who is an owner. */
async function lockAmongOwners(tx: Tx, id: number): Promise<UserRow> {
  await lockOwnership(tx)
  const user = await lockUser(tx, id)
  if (!user) throw new AppError('not_found')
  return user
}

async function requireOtherOwner(tx: Tx, id: number): Promise<void> {
  if (!(await hasOtherOwner(tx, id))) throw new AppError('last_owner')
}

export function listedUserView(row: UserRow): ListedUser {
  const { selfRegistered, createdAt, lastSignInAt } = row
  return {
    ...userView(row),
    selfRegistered,
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  }
}
