import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { DUTIES } from '#shared/domain/access.ts'
import { AppError } from '../app-error.ts'
import { addressKeys, type LimitKey } from './addresses.ts'

/** A token bucket: holds up to `capacity` tokens and refills at `perSecond`; `take` may leave it below zero. */
export class TokenBucket {
  readonly #capacity: number
  readonly #perSecond: number
  #tokens: number
  #since = performance.now()

  constructor(capacity: number, perSecond: number) {
    this.#capacity = capacity
    this.#perSecond = perSecond
    this.#tokens = capacity
  }

  /** Takes tokens. @returns the number of tokens left; below zero if there were too few */
  take(tokens: number): number {
    this.#refill()
    this.#tokens -= tokens
    return this.#tokens
  }

  /** Takes tokens only if there are enough. @returns 0 if they were taken, else the seconds until there are enough */
  takeIfAvailable(tokens: number): number {
    this.#refill()
    if (tokens > this.#tokens) return (tokens - this.#tokens) / this.#perSecond
    this.#tokens -= tokens
    return 0
  }

  #refill(): void {
    const now = performance.now()
    const refilled = this.#tokens + ((now - this.#since) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#capacity, refilled)
    this.#since = now
  }
}

/** Counts a request, and rejects it if its sender has sent too many. */
type Throttle = (request: FastifyRequest) => Promise<void>

const MAX_KEYS = 10_000

/**
 * Creates a rate limit with its own counts, whose windows run on the monotonic clock.
 * @param maxRequests requests of one address in the window; 0 means no limit
 * @param windowMs length of the window in milliseconds
 * @param keyOf whose request it is, if not its address's
 */
export function throttle(
  maxRequests: number,
  windowMs: number,
  keyOf?: (request: FastifyRequest) => string | null | Promise<string | null>,
): Throttle {
  if (maxRequests === 0) return async () => {}
  const counts = new LRUCache<string, number>({ max: MAX_KEYS, ttl: windowMs, noUpdateTTL: true })
  return async (request) => {
    const other = await keyOf?.(request)
    const keys: LimitKey[] = other ? [{ key: other, times: 1 }] : addressKeys(request.ip)
    // A refused request does not count for the wider networks: one household does not use up the limit of all others.
    for (const { key, times } of keys) {
      const count = (counts.get(key) ?? 0) + 1
      if (count > maxRequests * times)
        throw new AppError('too_many_requests', {}, Math.ceil(counts.getRemainingTTL(key) / 1000))
      counts.set(key, count)
    }
  }
}

/** A throttle for guests' writes. */
export interface WriteThrottle {
  /** Counts a request, and rejects it if its address is over the limit. */
  (request: FastifyRequest): Promise<void>
  /** Counts the repeat of a request that had a response, and rejects it if its address repeats too many. */
  repeat: Throttle
  /** False if nothing of guests is limited. */
  isOn: boolean
}

const MINUTE_MS = 60_000
/** Repeats are counted apart from writes, and this many are allowed for each of them. */
const REPEATS_PER_WRITE = 10

/** @param maxRequests requests of one address in a minute; 0 means no limit */
export function throttleWrites(maxRequests: number): WriteThrottle {
  return Object.assign(throttle(maxRequests, MINUTE_MS), {
    repeat: throttle(maxRequests * REPEATS_PER_WRITE, MINUTE_MS),
    isOn: maxRequests > 0,
  })
}

/** Calls in a minute with one token. */
export const PROGRAM_CALLS_PER_MINUTE = 600

/** Requests in a minute from all of a kitchen's tablets: each order is claimed, printed, and marked line by line. */
export const DUTY_WRITES_PER_MINUTE = 600

/** Limits staff; owners are not limited. Call it before the routes are added. */
export function throttleDuties(app: FastifyInstance, isOn: boolean): void {
  const count = throttle(isOn ? DUTY_WRITES_PER_MINUTE : 0, MINUTE_MS, async (request) =>
    String((await request.viewer())?.userId),
  )
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {}
    const needsDuty = access === 'service' || DUTIES.some((duty) => duty === access)
    if (!needsDuty || route.method === 'GET' || route.method === 'HEAD') return
    // This runs after access was checked, and before the body is read.
    route.preParsing = async (request) => {
      if (!(await request.viewer())?.isOwner) await count(request)
    }
  })
}
