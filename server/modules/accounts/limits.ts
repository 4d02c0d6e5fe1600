import type { Counted, SignInAttempt } from './repo.ts'

const MINUTE_MS = 60_000
/** The longest time for which a limit counts an attempt. */
export const ATTEMPTS_KEPT_MS = 60 * MINUTE_MS

export interface Limit {
  of: Counted
  most: number
  withinMs: number
}

/**
 * The limits of an attempt (docs/product.md#accounts-throttling). A browser that has signed in as this user before has
 * its own limits, and those of all such browsers of this user: each sign-in of an unknown one makes another known one.
 */
export function limitsOf({ address, usernameKey, device }: SignInAttempt): Limit[] {
  const quarter = { withinMs: 15 * MINUTE_MS }
  if (device !== null) {
    return [
      { of: { succeeded: false, device, usernameKey }, most: 10, ...quarter },
      { of: { succeeded: true, device, usernameKey }, most: 30, ...quarter },
      { of: { succeeded: false, usernameKey }, most: 100, ...quarter },
      { of: { succeeded: true, usernameKey }, most: 60, ...quarter },
    ]
  }
  return [
    { of: { succeeded: false, device, address, usernameKey }, most: 10, ...quarter },
    { of: { succeeded: false, device, address }, most: 50, ...quarter },
    { of: { succeeded: false, device, usernameKey }, most: 100, withinMs: ATTEMPTS_KEPT_MS },
    { of: { succeeded: true, device, address }, most: 100, ...quarter },
  ]
}

export interface LimitReached {
  by: Limit
  waitMs: number
}

/**
 * The limit that refuses an attempt for longest; undefined where none does.
 * @param nthNewest when the so many newest of the attempts that a limit counts was; undefined if there are fewer
 */
export function refusedBy(
  limits: readonly Limit[],
  now: Date,
  nthNewest: readonly (Date | undefined)[],
): LimitReached | undefined {
  return limits
    .flatMap((by, i) => {
      const at = nthNewest[i]
      const waitMs = at ? at.getTime() + by.withinMs - now.getTime() : 0
      return waitMs > 0 ? { by, waitMs } : []
    })
    .toSorted((a, b) => b.waitMs - a.waitMs)[0]
}
