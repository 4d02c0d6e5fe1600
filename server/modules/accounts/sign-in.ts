import { LRUCache } from 'lru-cache'
import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { noteRefusedSignIn } from '#server/modules/journal/index.ts'
import { AppError, CommittingError } from '#server/platform/app-error.ts'
import type { TextLock } from '#server/platform/idempotency.ts'
import { type Bounded, bounded } from '#server/platform/limits/concurrency.ts'
import type { Log } from '#server/platform/log.ts'
import { oldestSignIn, type SignInSource, signInAs } from './login-sessions.ts'
import type { CountedAttempts, SignInAttempt, UserRow } from './repo.ts'
import * as repo from './repo.ts'
import { isPassword, type Registration, registerUser } from './users.ts'

const MINUTE_MS = 60_000
/** The longest time that any limit counts an attempt. */
const MAX_ATTEMPT_AGE_MS = 60 * MINUTE_MS

/** At most `max` of the counted attempts are allowed within `withinMs`. */
export interface SignInLimit {
  counted: CountedAttempts
  max: number
  withinMs: number
}

/**
 * The limits that apply to an attempt (docs/product/accounts.md#accounts-throttling). A browser that has signed in as this user
 * before has its own limits, and shares others with all such browsers of the user, because each sign-in on an unknown
 * browser adds a known one.
 */
export function limitsOf({ address, usernameKey, device }: SignInAttempt): SignInLimit[] {
  const quarterHour = { withinMs: 15 * MINUTE_MS }
  if (device !== null) {
    return [
      { counted: { succeeded: false, device, usernameKey }, max: 10, ...quarterHour },
      { counted: { succeeded: true, device, usernameKey }, max: 30, ...quarterHour },
      { counted: { succeeded: false, usernameKey }, max: 100, ...quarterHour },
      { counted: { succeeded: true, usernameKey }, max: 60, ...quarterHour },
    ]
  }
  return [
    { counted: { succeeded: false, device, address, usernameKey }, max: 10, ...quarterHour },
    { counted: { succeeded: false, device, address }, max: 50, ...quarterHour },
    { counted: { succeeded: false, device, usernameKey }, max: 100, withinMs: MAX_ATTEMPT_AGE_MS },
    { counted: { succeeded: true, device, address }, max: 100, ...quarterHour },
  ]
}

/** @param nthNewest for each limit, the time of the `max`-th newest attempt that it counts @returns 0 if none is reached */
function waitMsOf(limits: readonly SignInLimit[], now: Date, nthNewest: readonly (Date | undefined)[]): number {
  const waits = limits.map(({ withinMs }, i) => (nthNewest[i]?.getTime() ?? 0) + withinMs - now.getTime())
  return Math.max(0, ...waits)
}

/** How many addresses, usernames and browsers are counted; beyond that, the ones with the oldest attempts are dropped. */
const MAX_COUNTERS = 5_000

/** An attempt that passed the limits in memory, and is now checked by the database. */
export interface AdmittedAttempt {
  /** Stops counting the attempt: it ended before its password was checked. */
  withdraw(): void
  /** Counts the attempt as one with the right password. */
  recordSuccess(): void
}

/** The limits in this process's memory, the same as the database's, so that a refusal costs no query. */
export class Allowance {
  /** The times of the attempts that a limit counts, newest last, keyed by limit. */
  readonly #counted = new LRUCache<string, number[]>({ max: MAX_COUNTERS })

  /** @throws AppError `too_many_requests` */
  admit(attempt: SignInAttempt, now: Date): AdmittedAttempt {
    const limits = limitsOf(attempt)
    const at = now.getTime()
    const waitMs = waitMsOf(limits, now, this.#nthNewest(limits))
    if (waitMs > 0) throw new AppError('too_many_requests', {}, Math.ceil(waitMs / 1000))
    const onFailures = limits.filter(({ counted }) => !counted.succeeded)
    const onSuccesses = limits.filter(({ counted }) => counted.succeeded)
    // Counts as failed until its password is checked, so that concurrent attempts cannot exceed the limit.
    for (const limit of onFailures) this.#count(limit, at)
    const withdraw = () => {
      for (const limit of onFailures) this.#uncount(limit, at)
    }
    return {
      withdraw,
      recordSuccess: () => {
        withdraw()
        for (const limit of onSuccesses) this.#count(limit, at)
      },
    }
  }

  /** Deletes all counts; the counts in the database still apply. */
  clear(): void {
    this.#counted.clear()
  }

  #nthNewest(limits: readonly SignInLimit[]): (Date | undefined)[] {
    return limits.map((limit) => {
      const time = this.#counted.get(keyOfLimit(limit))?.at(-limit.max)
      return time === undefined ? undefined : new Date(time)
    })
  }

  #count(limit: SignInLimit, at: number): void {
    const key = keyOfLimit(limit)
    const times = this.#counted.get(key) ?? []
    this.#counted.set(key, [...times, at].slice(-limit.max))
  }

  #uncount(limit: SignInLimit, at: number): void {
    const times = this.#counted.get(keyOfLimit(limit)) ?? []
    const index = times.lastIndexOf(at)
    if (index >= 0) times.splice(index, 1)
  }
}

const keyOfLimit = ({ counted: { succeeded, device, address, usernameKey } }: SignInLimit) =>
  JSON.stringify([succeeded, device === undefined, device, address, usernameKey])

/** How many attempts of each kind are checked at once, and how many more may wait; further ones are rejected at once. */
const MAX_CONCURRENT = 2
const MAX_WAITING = { strangers: 100, known: 20 }

interface SignInRequest extends SignInSource {
  /** Of the user who signs in, by `usernameKeyOf`. */
  usernameKey: string
  password: string
  device: string | null
  /** The request's id, for the log. */
  reqId: string
}

export interface SignInResult {
  user: UserRow
  /** Token of the new session, for the cookie. */
  token: string
}

/**
 * Signing in and registering, isolated from the orders (docs/decisions/022-sign-in-apart.md): limits in memory are
 * checked before the database, two attempts at a time use a connection pool of their own, and a bounded number waits.
 */
export class SignInQueue {
  readonly #db: Database
  readonly #lockOf: TextLock
  readonly #log: Log
  readonly #allowance = new Allowance()
  readonly #strangers = bounded(MAX_CONCURRENT, MAX_WAITING.strangers, 'sign_ins')
  // Separate, so that a flood of attempts from unknown browsers does not slow down the known ones.
  readonly #known = bounded(MAX_CONCURRENT, MAX_WAITING.known, 'sign_ins_known')
  readonly #pendingEntries = new Set<Promise<void>>()

  /** @param db the connection pool for signing in */
  constructor(db: Database, lockOf: TextLock, log: Log) {
    this.#db = db
    this.#lockOf = lockOf
    this.#log = log
  }

  /** @throws AppError `invalid_credentials`; `too_many_requests` after too many attempts; BusyError */
  signIn(request: SignInRequest, now: Date): Promise<SignInResult> {
    return this.#attempt(request, now, async (tx, user) => ({ user, token: await signInAs(tx, user, request, now) }))
  }

  /** Checks a password with the same limits, counts and errors as `signIn`, but starts no session. */
  async check(request: Omit<SignInRequest, 'earlierToken'>, now: Date): Promise<void> {
    await this.#attempt(request, now, async () => {})
  }

  /** Creates a user and signs them in. @throws AppError as `registerUser`; BusyError */
  register(registration: Registration, source: SignInSource, now: Date): Promise<SignInResult> {
    return this.#strangers(async () => {
      const user = await registerUser(this.#db, registration, now)
      const token = await inTransaction(this.#db, (tx) => signInAs(tx, user, source, now))
      return { user, token }
    })
  }

  clearCounts(): void {
    this.#allowance.clear()
  }

  /** Waits until the pending journal entries are written. */
  async close(): Promise<void> {
    await Promise.all(this.#pendingEntries)
  }

  async #attempt<Result>(
    { usernameKey, password, address, device, reqId }: Omit<SignInRequest, 'earlierToken'>,
    now: Date,
    work: (tx: Tx, user: UserRow) => Promise<Result>,
  ): Promise<Result> {
    const attempt: SignInAttempt = { address, usernameKey, device }
    const admitted = this.#allowance.admit(attempt, now)
    const inTurn: Bounded = device === null ? this.#strangers : this.#known
    try {
      return await inTurn(async () => {
        const id = await this.#admit(attempt, now)
        const user = await repo.findUser(this.#db, attempt.usernameKey)
        const isCorrect = await isPassword(password, user?.passwordHash)
        if (!isCorrect || !user) {
          this.#recordRefused(user, { address, reqId }, now)
          throw new AppError('invalid_credentials')
        }
        const result = await inTransaction(this.#db, async (tx) => {
          await this.#countSuccess(tx, attempt, id, now)
          return work(tx, user)
        })
        admitted.recordSuccess()
        return result
      })
    } catch (error) {
      // One that the database refuses counts as failed here too: after some more of them it is not asked again.
      const isFailed = error instanceof AppError && error.code !== 'unavailable' && !(error instanceof CommittingError)
      if (!isFailed) admitted.withdraw()
      throw error
    }
  }

  // Counts the attempt as failed before its password is checked, one attempt after another, so that of a hundred
  // concurrent guesses ninety are refused.
  #admit(attempt: SignInAttempt, now: Date): Promise<number> {
    return inTransaction(this.#db, async (tx) => {
      await repo.lockAttempts(tx, attempt, this.#lockOf)
      const waitMs = await readWaitMs(tx, limitsOf(attempt), now)
      if (waitMs > 0) throw new AppError('too_many_requests', {}, Math.ceil(waitMs / 1000))
      return repo.insertAttempt(tx, attempt, now)
    })
  }

  // Reads the limits again: others with the right password may have been counted while this one was checked. An attempt
  // that is one too many is counted neither as successful nor as failed.
  async #countSuccess(tx: Tx, attempt: SignInAttempt, id: number, now: Date): Promise<void> {
    await repo.lockAttempts(tx, attempt, this.#lockOf)
    const onSuccesses = limitsOf(attempt).filter(({ counted }) => counted.succeeded)
    const waitMs = await readWaitMs(tx, onSuccesses, now)
    if (waitMs === 0) return repo.markSucceeded(tx, id)
    await repo.deleteAttempt(tx, id)
    throw new CommittingError('too_many_requests', {}, Math.ceil(waitMs / 1000))
  }

  // Not awaited: otherwise a slower response would reveal which usernames exist.
  #recordRefused(
    user: UserRow | undefined,
    { address, reqId }: Pick<SignInRequest, 'address' | 'reqId'>,
    now: Date,
  ): void {
    if (!user) return
    const entry: Promise<void> = noteRefusedSignIn(this.#db, { username: user.username, address }, now)
      .catch((error: unknown) => this.#log.error({ err: error, reqId }, 'a refused sign-in could not be recorded'))
      .finally(() => this.#pendingEntries.delete(entry))
    this.#pendingEntries.add(entry)
  }
}

async function readWaitMs(tx: Tx, limits: readonly SignInLimit[], now: Date): Promise<number> {
  const since = (withinMs: number) => new Date(now.getTime() - withinMs)
  const nthNewest = await Promise.all(
    limits.map(({ counted, max, withinMs }) => repo.findNthNewestAttempt(tx, counted, max, since(withinMs))),
  )
  return waitMsOf(limits, now, nthNewest)
}

export async function deleteExpiredSignIns(db: Database, timeZone: string, now: Date): Promise<void> {
  const attemptsBefore = new Date(now.getTime() - MAX_ATTEMPT_AGE_MS)
  await repo.deleteExpired(db, now, await oldestSignIn(db, timeZone, now), attemptsBefore)
}
