import { type Database, inTransaction, type Tx, violatedConstraint } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { User } from '#shared/contracts/accounts.ts'
import { hashPassword, isPassword } from './password.ts'
import {
  addFailure,
  type Counted,
  type Failure,
  failureBefore,
  findUser,
  hasOwner,
  insertUser,
  lockFailures,
  lockOwnership,
  removeExpired,
  removeFailure,
  type UserRow,
} from './repo.ts'

const MINUTE_MS = 60_000
/** The longest time for which a limit counts a failure. */
const FAILURES_KEPT_MS = 60 * MINUTE_MS

export interface Registering {
  username: string
  password: string
  isOwner: boolean
  /** Who makes the user: a signed-in owner, the environment at the start, or they themselves. */
  by: 'owner' | 'environment' | 'self'
}

/**
 * Makes a user. Only owners make owners, except the first one, whom anybody may make. A lock covers check and insert:
 * two requests at once make one owner.
 * @throws AppError `owner_exists`, `username_taken`
 */
export async function registerUser(db: Database, registering: Registering, now: Date): Promise<UserRow> {
  const { username, password, isOwner, by } = registering
  const passwordHash = await hashPassword(password)
  const create = async (tx: Tx) => {
    if (isOwner && by !== 'owner') {
      await lockOwnership(tx)
      if (await hasOwner(tx)) throw new AppError('owner_exists')
    }
    const usernameKey = keyOf(username)
    const user = { username, usernameKey, passwordHash, isOwner, selfRegistered: by === 'self', createdAt: now }
    await announceArea(tx, 'users')
    return insertUser(tx, user)
  }
  return inTransaction(db, create).catch((error: unknown) => {
    if (violatedConstraint(error) === 'users_usernameKey_unique') throw new AppError('username_taken')
    throw error
  })
}

/** Makes the owner that the environment names, unless there is one already. */
export async function ensureOwner(db: Database, username: string, password: string, now: Date): Promise<void> {
  if (await hasOwner(db)) return
  await registerUser(db, { username, password, isOwner: true, by: 'environment' }, now).catch((error: unknown) => {
    // Another instance was quicker.
    if (!(error instanceof AppError && error.code === 'owner_exists')) throw error
  })
}

export interface SigningIn {
  username: string
  password: string
  address: string
  /** The browser, when it has signed in as this user before. */
  device: string | null
}

/**
 * The user who signs in.
 * @throws AppError `invalid_credentials`; `too_many_requests` after too many failures
 */
export async function checkCredentials(db: Database, signingIn: SigningIn, now: Date): Promise<UserRow> {
  const { username, password, address, device } = signingIn
  const failure: Failure = { address, usernameKey: keyOf(username), device }
  const failureId = await admitAttempt(db, failure, now)
  const user = await findUser(db, failure.usernameKey)
  if (!(await isPassword(password, user?.passwordHash)) || !user) throw new AppError('invalid_credentials')
  await removeFailure(db, failureId)
  return user
}

interface Limit {
  of: Counted
  most: number
  withinMs: number
}

/** The limits of an attempt. A browser that has signed in as this user before has its own limit and no other. */
function limitsOf({ address, usernameKey, device }: Failure): Limit[] {
  if (device !== null) return [{ of: { device, usernameKey }, most: 10, withinMs: 15 * MINUTE_MS }]
  return [
    { of: { device, address, usernameKey }, most: 10, withinMs: 15 * MINUTE_MS },
    { of: { device, address }, most: 50, withinMs: 15 * MINUTE_MS },
    { of: { device, usernameKey }, most: 100, withinMs: FAILURES_KEPT_MS },
  ]
}

// Each attempt counts as failed before its password is checked, one attempt after another: of a hundred guesses at the
// same moment, ninety are refused.
function admitAttempt(db: Database, failure: Failure, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockFailures(tx, failure)
    let waitMs = 0
    for (const { of, most, withinMs } of limitsOf(failure)) {
      const at = await failureBefore(tx, of, most, new Date(now.getTime() - withinMs))
      if (at) waitMs = Math.max(waitMs, at.getTime() + withinMs - now.getTime())
    }
    if (waitMs > 0) throw new AppError('too_many_requests', {}, Math.ceil(waitMs / 1000))
    return addFailure(tx, failure, now)
  })
}

/** Deletes expired sessions and failures that no limit counts. */
export function forgetExpired(db: Database, now: Date): Promise<void> {
  return removeExpired(db, now, new Date(now.getTime() - FAILURES_KEPT_MS))
}

/** The key of a username: names that differ only in case have the same one. */
export const keyOf = (username: string) => username.normalize('NFKC').toLowerCase()

export function userView({ id, username, isOwner }: Pick<UserRow, 'id' | 'username' | 'isOwner'>): User {
  return { id, username, isOwner, role: isOwner ? 'owner' : 'staff' }
}
