import { LRUCache } from 'lru-cache'
import { AppError } from '#server/platform/app-error.ts'
import { type Limit, limitsOf, refusedBy } from './limits.ts'
import type { SignInAttempt } from './repo.ts'

/** So many addresses, names and browsers are remembered; of more, those that tried last. */
const MAX_REMEMBERED = 5_000
/** For how long the database is not asked again about a limit by which it refused. */
const REFUSAL_HOLDS_MS = 10_000

/** An attempt that this process has let through to the database. */
export interface Admitted {
  /** The attempt ended without a decision about the password: it stops counting. */
  withdrawn(): void
  /** The password was right. */
  succeeded(): void
  /** The database knows of more attempts than this process, and refuses by this limit. */
  refused(by: Limit, waitMs: number): void
}

/**
 * The limits on signing in, as far as this process alone can count them. A refusal by them costs the database nothing.
 * They count a part of the attempts that the database counts, by the same limits, so they never refuse an attempt that
 * the database would let in.
 */
export class Allowance {
  /** For each limit the moments of the attempts that it counts, the newest last. */
  readonly #counted = new LRUCache<string, number[]>({ max: MAX_REMEMBERED })
  /** For each limit the database's last refusal, and until when that holds. */
  readonly #refused = new LRUCache<string, { at: number; until: number }>({ max: MAX_REMEMBERED })

  /** @throws AppError `too_many_requests` */
  admit(attempt: SignInAttempt, now: Date): Admitted {
    const limits = limitsOf(attempt)
    const at = now.getTime()
    const waitMs = Math.max(
      this.#waitOfRefusal(limits, at),
      refusedBy(limits, now, this.#nthNewest(limits))?.waitMs ?? 0,
    )
    if (waitMs > 0) throw new AppError('too_many_requests', {}, Math.ceil(waitMs / 1000))
    const [wrong, right] = [false, true].map((succeeded) => limits.filter(({ of }) => of.succeeded === succeeded))
    // Each counts as wrong until its password was checked, so that a hundred at once are not let through together.
    for (const limit of wrong ?? []) this.#count(limit, at)
    const withdrawn = () => {
      for (const limit of wrong ?? []) this.#forget(limit, at)
    }
    return {
      withdrawn,
      succeeded: () => {
        withdrawn()
        for (const limit of right ?? []) this.#count(limit, at)
      },
      refused: (by, waitMs) => {
        withdrawn()
        this.#refused.set(nameOf(by), { at, until: at + waitMs })
      },
    }
  }

  /** Forgets everything: the database alone counts until then. */
  clear(): void {
    this.#counted.clear()
    this.#refused.clear()
  }

  #waitOfRefusal(limits: readonly Limit[], at: number): number {
    const waits = limits.map((limit) => {
      const known = this.#refused.get(nameOf(limit))
      return known && known.at <= at && at < known.at + REFUSAL_HOLDS_MS ? known.until - at : 0
    })
    return Math.max(...waits)
  }

  #nthNewest(limits: readonly Limit[]): (Date | undefined)[] {
    return limits.map((limit) => {
      const moment = this.#counted.get(nameOf(limit))?.at(-limit.most)
      return moment === undefined ? undefined : new Date(moment)
    })
  }

  #count(limit: Limit, at: number): void {
    const key = nameOf(limit)
    const moments = this.#counted.get(key) ?? []
    this.#counted.set(key, [...moments, at].slice(-limit.most))
  }

  #forget(limit: Limit, at: number): void {
    const moments = this.#counted.get(nameOf(limit)) ?? []
    const place = moments.lastIndexOf(at)
    if (place >= 0) moments.splice(place, 1)
  }
}

const nameOf = ({ of: { succeeded, device, address, usernameKey } }: Limit) =>
  JSON.stringify([succeeded, device === undefined, device, address, usernameKey])
