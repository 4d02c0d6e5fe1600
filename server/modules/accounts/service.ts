import { type Database, inTransaction, type Tx, violatedConstraint } from '#server/db/index.ts'
import { type Actor, noteInJournal, noteRegistration } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { Role, User } from '#shared/contracts/accounts.ts'
import { DUTIES, type Duty } from '#shared/domain/access.ts'
import { hashPassword } from './password.ts'
import { hasOwner, insertUser, lockOwnership, type UserRow } from './repo.ts'
import { usernameKeyOf } from './usernames.ts'

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

/**
 * Creates a user. Only owners create owners, except for the first one, whom anybody may create. A lock covers check and
 * insert, so that concurrent requests create one owner.
 * @throws AppError `owner_exists`, `username_taken`
 */
export async function registerUser(db: Database, registration: Registration, now: Date): Promise<UserRow> {
  const { username, password, isOwner, duties: given = [], by, actor } = registration
  const passwordHash = await hashPassword(password)
  const create = async (tx: Tx) => {
    if (isOwner && by !== 'owner') {
      await lockOwnership(tx)
      if (await hasOwner(tx)) throw new AppError('owner_exists')
    }
    const usernameKey = usernameKeyOf(username)
    const duties = isOwner ? [] : given
    const user = { username, usernameKey, passwordHash, isOwner, duties, selfRegistered: by === 'self', createdAt: now }
    await announceArea(tx, 'users')
    const created = await insertUser(tx, user)
    const details = { user: username, role: roleOf(created), ...(duties.length > 0 && { duties }) }
    if (by === 'self' && !isOwner) await noteRegistration(tx, actor, details, now)
    else await noteInJournal(tx, actor, 'user_created', details, now)
    return created
  }
  return inTransaction(db, create).catch((error: unknown) => {
    if (violatedConstraint(error) === 'users_usernameKey_unique') throw new AppError('username_taken')
    throw error
  })
}

/** Creates the owner that the environment names, unless an owner exists. */
export async function ensureOwner(db: Database, username: string, password: string, now: Date): Promise<void> {
  if (await hasOwner(db)) return
  const firstOwner = { username, password, isOwner: true, by: 'environment', actor: SERVER } as const
  await registerUser(db, firstOwner, now).catch((error: unknown) => {
    // Another instance has created one meanwhile.
    if (!(error instanceof AppError && error.code === 'owner_exists')) throw error
  })
}

/** Creates a user who is staff, unless somebody has the name. */
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

/** The duties that a user has: all for an owner. */
export function dutiesOf({ isOwner, duties }: Pick<UserRow, 'isOwner' | 'duties'>): Duty[] {
  return isOwner ? [...DUTIES] : duties
}

const roleOf = ({ isOwner }: Pick<UserRow, 'isOwner'>): Role => (isOwner ? 'owner' : 'staff')
