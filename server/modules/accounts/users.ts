import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { ListedUser, Role } from '#shared/contracts/accounts.ts'
import { hashPassword } from './password.ts'
import {
  deleteSessionsOf,
  deleteUser,
  hasOtherOwner,
  lockOwnership,
  lockUser,
  type UserRow,
  updateUser,
} from './repo.ts'
import { registerUser, userView } from './service.ts'

/*
 * What an owner does with the users (docs/product.md#accounts-manage). A change of role ends the user's sessions like a
 * removal does: a socket keeps the rights that it was opened with.
 */

/** @throws AppError `username_taken` */
export function createAccount(
  db: Database,
  { username, password, role }: { username: string; password: string; role: Role },
  now: Date,
): Promise<UserRow> {
  return registerUser(db, { username, password, isOwner: role === 'owner', by: 'owner' }, now)
}

/** @throws AppError `not_found`, `last_owner` */
export function changeRole(db: Database, id: number, role: Role): Promise<UserRow> {
  const isOwner = role === 'owner'
  return inTransaction(db, async (tx) => {
    const user = await lockAmongOwners(tx, id)
    if (user.isOwner === isOwner) return user
    if (user.isOwner) await requireOtherOwner(tx, id)
    await deleteSessionsOf(tx, id, null)
    await announceArea(tx, 'users')
    return updateUser(tx, id, { isOwner })
  })
}

/**
 * Sets a user's password and ends their sessions, except the one that asks.
 * @throws AppError `not_found`
 */
export async function setPassword(db: Database, id: number, password: string, asking: number | null): Promise<void> {
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, id))) throw new AppError('not_found')
    await updateUser(tx, id, { passwordHash })
    await deleteSessionsOf(tx, id, asking)
  })
}

/** @throws AppError `not_found`, `last_owner` */
export async function removeAccount(db: Database, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockAmongOwners(tx, id)
    if (user.isOwner) await requireOtherOwner(tx, id)
    // Before the user, whose removal would take them along unannounced.
    await deleteSessionsOf(tx, id, null)
    await deleteUser(tx, id)
    await announceArea(tx, 'users')
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
