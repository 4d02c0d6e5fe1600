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

export interface ReachedLimit {
  limit: SignInLimit
  waitMs: number
}

/**
 * The reached limit with the longest wait; undefined if none is reached.
 * @param nthNewest for each limit, the time of the `max`-th newest attempt that it counts; undefined if there are fewer
 */
export function findReachedLimit(
  limits: readonly SignInLimit[],
  now: Date,
  nthNewest: readonly (Date | undefined)[],
): ReachedLimit | undefined {
  return limits
    .flatMap((limit, i) => {
      const at = nthNewest[i]
      const waitMs = at ? at.getTime() + limit.withinMs - now.getTime() : 0
      return waitMs > 0 ? { limit, waitMs } : []
    })
    .toSorted((a, b) => b.waitMs - a.waitMs)[0]
}
