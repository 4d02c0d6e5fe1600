import { LRUCache } from 'lru-cache'
import { AppError } from '#server/platform/app-error.ts'
import { findReachedLimit, limitsOf, type SignInLimit } from './limits.ts'
import type { SignInAttempt } from './repo.ts'

/** How many addresses, usernames and browsers are counted; beyond that, the ones with the oldest attempts are dropped. */
const MAX_COUNTERS = 5_000
/** For how long a refusal by the database is cached, so that the database is not queried again. */
const REFUSAL_CACHE_MS = 10_000

/** An attempt that passed the limits in memory, and is now checked by the database. */
export interface AdmittedAttempt {
  /** Stops counting the attempt: it ended before its password was checked. */
  withdraw(): void
  /** Counts the attempt as one with the right password. */
  recordSuccess(): void
  /** Caches that the database, which counts the attempts of all processes, refused the attempt by a limit. */
  recordRefusal(limit: SignInLimit, waitMs: number): void
}

/**
 * The limits on sign-in attempts, counted in the memory of this process, so that a refusal costs no query. They count
 * a subset of the attempts that the database counts, by the same limits, so they never refuse an attempt that the
 * database would allow.
 */
export class Allowance {
  /** The times of the attempts that a limit counts, newest last, keyed by limit. */
  readonly #counted = new LRUCache<string, number[]>({ max: MAX_COUNTERS })
  /** The database's last refusal by a limit and when attempts are allowed again, keyed by limit. */
  readonly #refused = new LRUCache<string, { at: number; until: number }>({ max: MAX_COUNTERS })

  /** @throws AppError `too_many_requests` */
  admit(attempt: SignInAttempt, now: Date): AdmittedAttempt {
    const limits = limitsOf(attempt)
    const at = now.getTime()
    const waitMs = Math.max(
      this.#cachedRefusalMs(limits, at),
      findReachedLimit(limits, now, this.#nthNewest(limits))?.waitMs ?? 0,
    )
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
      recordRefusal: (limit, waitMs) => {
        withdraw()
        this.#refused.set(keyOfLimit(limit), { at, until: at + waitMs })
      },
    }
  }

  /** Deletes all counts; the counts in the database still apply. */
  clear(): void {
    this.#counted.clear()
    this.#refused.clear()
  }

  #cachedRefusalMs(limits: readonly SignInLimit[], at: number): number {
    const waits = limits.map((limit) => {
      const refusal = this.#refused.get(keyOfLimit(limit))
      return refusal && refusal.at <= at && at < refusal.at + REFUSAL_CACHE_MS ? refusal.until - at : 0
    })
    return Math.max(...waits)
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
