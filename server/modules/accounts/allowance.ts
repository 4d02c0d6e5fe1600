import { LRUCache } from 'lru-cache'
import { AppError } from '#server/platform/app-error.ts'
import type { CountedAttempts, SignInAttempt } from './repo.ts'

const MINUTE_MS = 60_000
/** The longest time that any limit counts an attempt. */
export const MAX_ATTEMPT_AGE_MS = 60 * MINUTE_MS

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
export function waitMsOf(limits: readonly SignInLimit[], now: Date, nthNewest: readonly (Date | undefined)[]): number {
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
