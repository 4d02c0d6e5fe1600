import { type Database, inTransaction, type Tx, violatedConstraint } from '#server/db/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { Role, User } from '#shared/contracts/accounts.ts'
import { hashPassword } from './password.ts'
import { hasOwner, insertUser, lockOwnership, type UserRow } from './repo.ts'

/** The server itself, as an actor in the journal. */
export const SERVER: Actor = { username: null, address: null }

export interface Registering {
  username: string
  password: string
  isOwner: boolean
  /** Who makes the user: a signed-in owner, the environment at the start, or they themselves. */
  by: 'owner' | 'environment' | 'self'
  actor: Actor
}

/**
 * Makes a user. Only owners make owners, except the first one, whom anybody may make. A lock covers check and insert:
 * two requests at once make one owner.
 * @throws AppError `owner_exists`, `username_taken`
 */
export async function registerUser(db: Database, registering: Registering, now: Date): Promise<UserRow> {
  const { username, password, isOwner, by, actor } = registering
  const passwordHash = await hashPassword(password)
  const create = async (tx: Tx) => {
    if (isOwner && by !== 'owner') {
      await lockOwnership(tx)
      if (await hasOwner(tx)) throw new AppError('owner_exists')
    }
    const usernameKey = keyOf(username)
    const user = { username, usernameKey, passwordHash, isOwner, selfRegistered: by === 'self', createdAt: now }
    await announceArea(tx, 'users')
    const made = await insertUser(tx, user)
    await noteInJournal(tx, actor, 'user_created', { user: username, role: roleOf(made) }, now)
    return made
  }
  return inTransaction(db, create).catch((error: unknown) => {
    if (violatedConstraint(error) === 'users_usernameKey_unique') throw new AppError('username_taken')
    throw error
  })
}

/** Makes the owner that the environment names, unless there is one already. */
export async function ensureOwner(db: Database, username: string, password: string, now: Date): Promise<void> {
  if (await hasOwner(db)) return
  const first = { username, password, isOwner: true, by: 'environment', actor: SERVER } as const
  await registerUser(db, first, now).catch((error: unknown) => {
    // Another instance was quicker.
    if (!(error instanceof AppError && error.code === 'owner_exists')) throw error
  })
}

/** The key of a username: names that differ only in case have the same one. */
export const keyOf = (username: string) => username.normalize('NFKC').toLowerCase()

export function userView({ id, username, isOwner }: Pick<UserRow, 'id' | 'username' | 'isOwner'>): User {
  return { id, username, isOwner, role: roleOf({ isOwner }) }
}

const roleOf = ({ isOwner }: Pick<UserRow, 'isOwner'>): Role => (isOwner ? 'owner' : 'staff')
