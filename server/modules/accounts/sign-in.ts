import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { noteRefusedSignIn } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Bounded, bounded } from '#server/platform/limits/bounded.ts'
import type { Log } from '#server/platform/log.ts'
import { type Admitted, Allowance } from './allowance.ts'
import { ATTEMPTS_KEPT_MS, limitsOf, refusedBy } from './limits.ts'
import { oldestSignIn, type SignInFrom, signInAs } from './login-sessions.ts'
import { isPassword } from './password.ts'
import {
  addFailure,
  attemptBefore,
  findUser,
  lockAttempts,
  markSucceeded,
  removeExpired,
  type SignInAttempt,
  type UserRow,
} from './repo.ts'
import { keyOf, type Registering, registerUser } from './service.ts'

/** How many attempts of each kind are checked at once, and how many more may wait; further ones are refused at once. */
const AT_ONCE = 2
const WAITING = { strangers: 100, known: 20 }

export interface SigningIn extends SignInFrom {
  username: string
  password: string
  /** The browser, when it has signed in as this user before. */
  device: string | null
}

export interface SignedInNow {
  user: UserRow
  /** For the cookie. */
  token: string
}

/**
 * Signing in and registering, apart from the orders (docs/decisions/022-sign-in-apart.md): a limit in memory comes before
 * the database, two attempts at a time use connections of their own, and a bounded number of others waits.
 */
export class SignInDesk {
  readonly #db: Database
  readonly #log: Log
  readonly #allowance = new Allowance()
  readonly #strangers = bounded(AT_ONCE, WAITING.strangers)
  // Apart, so that a flood by strangers does not slow down the browsers that are known.
  readonly #known = bounded(AT_ONCE, WAITING.known)
  readonly #notes = new Set<Promise<void>>()

  /** @param db the pool for signing in */
  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** @throws AppError `invalid_credentials`; `too_many_requests` after too many attempts; Busy */
  signIn(signingIn: SigningIn, now: Date): Promise<SignedInNow> {
    return this.#attempt(signingIn, now, async (tx, user) => ({
      user,
      token: await signInAs(tx, user, signingIn, now),
    }))
  }

  /** Checks a password by the same limits and counts as `signIn`, and starts no session. Throws the same. */
  async check(given: Omit<SigningIn, 'earlier'>, now: Date): Promise<void> {
    await this.#attempt(given, now, async () => {})
  }

  /** Makes a user and signs them in. @throws AppError as `registerUser` does; Busy */
  register(registering: Registering, from: SignInFrom, now: Date): Promise<SignedInNow> {
    return this.#strangers(async () => {
      const user = await registerUser(this.#db, registering, now)
      const token = await inTransaction(this.#db, (tx) => signInAs(tx, user, from, now))
      return { user, token }
    })
  }

  /** Forgets what this process has counted, because somebody has a new password; the database's counts still hold. */
  forget(): void {
    this.#allowance.clear()
  }

  async close(): Promise<void> {
    await Promise.all(this.#notes)
  }

  async #attempt<Result>(
    { username, password, address, device }: Omit<SigningIn, 'earlier'>,
    now: Date,
    work: (tx: Tx, user: UserRow) => Promise<Result>,
  ): Promise<Result> {
    const attempt: SignInAttempt = { address, usernameKey: keyOf(username), device }
    const admitted = this.#allowance.admit(attempt, now)
    const inTurn: Bounded = device === null ? this.#strangers : this.#known
    try {
      return await inTurn(async () => {
        const id = await this.#admit(attempt, admitted, now)
        const user = await findUser(this.#db, attempt.usernameKey)
        const isRight = await isPassword(password, user?.passwordHash)
        if (!isRight || !user) {
          this.#noteRefused(user, address, now)
          throw new AppError('invalid_credentials')
        }
        const result = await inTransaction(this.#db, async (tx) => {
          await markSucceeded(tx, id)
          return work(tx, user)
        })
        admitted.succeeded()
        return result
      })
    } catch (error) {
      const isDecided = error instanceof AppError && error.code !== 'unavailable'
      if (!isDecided) admitted.withdrawn()
      throw error
    }
  }

  // Each attempt counts as failed before its password is checked, one attempt after another: of a hundred guesses at the
  // same moment, ninety are refused.
  #admit(attempt: SignInAttempt, admitted: Admitted, now: Date): Promise<number> {
    return inTransaction(this.#db, async (tx) => {
      await lockAttempts(tx, attempt)
      const limits = limitsOf(attempt)
      const since = (withinMs: number) => new Date(now.getTime() - withinMs)
      const nthNewest = await Promise.all(
        limits.map(({ of, most, withinMs }) => attemptBefore(tx, of, most, since(withinMs))),
      )
      const refused = refusedBy(limits, now, nthNewest)
      if (refused) {
        admitted.refused(refused.by, refused.waitMs)
        throw new AppError('too_many_requests', {}, Math.ceil(refused.waitMs / 1000))
      }
      return addFailure(tx, attempt, now)
    })
  }

  // Not awaited: otherwise the answer would come later for names that exist.
  #noteRefused(user: UserRow | undefined, address: string, now: Date): void {
    if (!user) return
    const note: Promise<void> = noteRefusedSignIn(this.#db, { username: user.username, address }, now)
      .catch((error: unknown) => this.#log.error({ err: error }, 'a refused sign-in could not be noted'))
      .finally(() => this.#notes.delete(note))
    this.#notes.add(note)
  }
}

/** Deletes sessions that are over, and attempts that no limit counts. */
export async function forgetExpired(db: Database, timeZone: string, now: Date): Promise<void> {
  const attemptsBefore = new Date(now.getTime() - ATTEMPTS_KEPT_MS)
  await removeExpired(db, now, await oldestSignIn(db, timeZone, now), attemptsBefore)
}
