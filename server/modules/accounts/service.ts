import { type Database, inTransaction, type Tx, violatedConstraint } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { User } from '#shared/contracts/accounts.ts'
import { hashPassword, isPassword } from './password.ts'
import {
  addFailure,
  countFailures,
  type Failure,
  findUser,
  hasOwner,
  holdFailures,
  holdOwnership,
  insertUser,
  ownersAmong,
  removeExpired,
  removeFailure,
  type UserRow,
} from './repo.ts'

const FAILURES_COUNT_FOR_MS = 15 * 60 * 1000
const MOST_FAILURES_AS_A_USER = 10
const MOST_FAILURES_OF_AN_ADDRESS = 50

export { hasOwner, ownersAmong }

export interface Registering {
  username: string
  password: string
  isOwner: boolean
  /** Whether a signed-in owner asks. */
  byOwner: boolean
}

/**
 * Makes a user. Owners are made by owners, but for the first, who is whoever comes first: the check and the insert are
 * one step, so that two at once give one owner.
 * @throws AppError `owner_exists`, `username_taken`
 */
export async function registerUser(db: Database, registering: Registering, now: Date): Promise<UserRow> {
  const { username, password, isOwner, byOwner } = registering
  const passwordHash = await hashPassword(password)
  const create = async (tx: Tx) => {
    if (isOwner && !byOwner) {
      await holdOwnership(tx)
      if (await hasOwner(tx)) throw new AppError('owner_exists')
    }
    const usernameKey = keyOf(username)
    return insertUser(tx, { username, usernameKey, passwordHash, isOwner, selfRegistered: !byOwner, createdAt: now })
  }
  return inTransaction(db, create).catch((error: unknown) => {
    if (violatedConstraint(error) === 'users_usernameKey_unique') throw new AppError('username_taken')
    throw error
  })
}

/** Makes the owner that the environment names, unless there is one already. */
export async function ensureOwner(db: Database, username: string, password: string, now: Date): Promise<void> {
  if (await hasOwner(db)) return
  await registerUser(db, { username, password, isOwner: true, byOwner: false }, now).catch((error: unknown) => {
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

// Counted as failed before the password is looked at, one after another: a hundred guesses at the same moment are
// ten guesses and ninety refusals.
function admitAttempt(db: Database, failure: Failure, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    await holdFailures(tx, failure)
    const failures = await countFailures(tx, failure, new Date(now.getTime() - FAILURES_COUNT_FOR_MS))
    const tooMany =
      failures.asThisUser >= MOST_FAILURES_AS_A_USER ||
      (failure.device === null && failures.altogether >= MOST_FAILURES_OF_AN_ADDRESS)
    if (tooMany) throw new AppError('too_many_requests', {}, FAILURES_COUNT_FOR_MS / 1000)
    return addFailure(tx, failure, now)
  })
}

/** Removes what no longer counts: sessions that are over, failures long past. */
export function forgetExpired(db: Database, now: Date): Promise<void> {
  return removeExpired(db, now, new Date(now.getTime() - FAILURES_COUNT_FOR_MS))
}

/** Names that differ in case only are one. */
export const keyOf = (username: string) => username.normalize('NFKC').toLowerCase()

export function userView({ id, username, isOwner }: Pick<UserRow, 'id' | 'username' | 'isOwner'>): User {
  return { id, username, isOwner, role: isOwner ? 'owner' : 'staff' }
}
