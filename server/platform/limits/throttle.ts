import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/db/index.ts'
import type { ErrorCode } from '#shared/contracts/errors.ts'
import { DUTIES } from '#shared/domain/access.ts'
import { AppError } from '../app-error.ts'
import { type Attempt, isKeyed, storedResponses } from '../idempotency.ts'
import { tokenHash } from '../token.ts'
import { addressKeys, type LimitKey } from './addresses.ts'
import { batchLoader } from './concurrency.ts'

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

/** Counts a request, and rejects it if its sender has sent too many: its address, unless it is known by a key. */
type Throttle = (request: FastifyRequest, key?: string | null) => Promise<void>

const MAX_KEYS = 10_000

/**
 * Creates a rate limit with its own counts, whose windows run on the monotonic clock.
 * @param maxRequests requests of one sender in the window; 0 means no limit
 * @param windowMs length of the window in milliseconds
 */
export function throttle(maxRequests: number, windowMs: number): Throttle {
  if (maxRequests === 0) return async () => {}
  const counts = new LRUCache<string, number>({ max: MAX_KEYS, ttl: windowMs, noUpdateTTL: true })
  return async (request, known) => {
    const keys: LimitKey[] = known ? [{ key: known, times: 1 }] : addressKeys(request.ip)
    // A refused request does not count for the wider networks: one household does not use up the limit of all others.
    for (const { key, times } of keys) {
      const count = (counts.get(key) ?? 0) + 1
      if (count > maxRequests * times)
        throw new AppError('too_many_requests', {}, Math.ceil(counts.getRemainingTTL(key) / 1000))
      counts.set(key, count)
    }
  }
}

const MINUTE_MS = 60_000
/** Requests in a minute with one token. */
const MAX_BY_TOKEN = 600
/** Requests in a minute of one address with tokens that nobody has. */
const MAX_OF_STRANGERS = 30

/**
 * Creates the limit of what has a token as its only proof. A known token has a count of its own, so that nobody else at
 * its address can stop it; unknown ones count for the address. They are looked up in batches, so that a flood of them
 * takes one connection.
 * @param find what some hashes of tokens stand for, by hash
 * @param unknown the error for an unknown token
 * @param maxUnknown in a minute of one address; 0 means no limit
 */
export function throttleTokens<Found>(
  find: (hashes: string[]) => Promise<ReadonlyMap<string, Found>>,
  unknown: ErrorCode = 'not_found',
  maxUnknown = MAX_OF_STRANGERS,
): (request: FastifyRequest, token: string) => Promise<Found> {
  const lookUp = batchLoader(find)
  const byToken = throttle(MAX_BY_TOKEN, MINUTE_MS)
  const strangers = throttle(maxUnknown, MINUTE_MS)
  return async (request, token) => {
    const hash = tokenHash(token)
    const found = await lookUp(hash)
    await (found === undefined ? strangers(request) : byToken(request, hash))
    if (found === undefined) throw new AppError(unknown)
    return found
  }
}

/** A throttle for guests' writes. */
export interface WriteThrottle extends Throttle {
  /** Counts the repeat of a request that had a response, and rejects it if its address repeats too many. */
  repeat: Throttle
  /**
   * Does the work of a request within the limit. A repeat of one that had a response counts apart; over the limit, only
   * the stored response is looked up.
   */
  once(request: FastifyRequest, attempt: Attempt, work: () => Promise<string>): Promise<string>
  /** False if nothing of guests is limited. */
  isOn: boolean
}

/** Repeats are counted apart from writes, and this many are allowed for each of them. */
const REPEATS_PER_WRITE = 10

/** @param maxRequests requests of one address in a minute; 0 means no limit */
export function throttleWrites(db: Database, maxRequests: number): WriteThrottle {
  const write = throttle(maxRequests, MINUTE_MS)
  const repeat = throttle(maxRequests * REPEATS_PER_WRITE, MINUTE_MS)
  /** Keys that got a response lately. */
  const responded = new LRUCache<string, true>({ max: MAX_KEYS })
  const findStored = storedResponses(db)

  const once: WriteThrottle['once'] = async (request, attempt, work) => {
    const keyed = isKeyed(attempt) ? attempt : undefined
    const isRepeat = keyed !== undefined && responded.has(keyed.key)
    const refusal = await (isRepeat ? repeat(request) : write(request).catch((error: unknown) => ({ error })))
    if (keyed && (isRepeat || refusal)) {
      const stored = await findStored(keyed)
      if (stored !== undefined) return stored
    }
    if (refusal) throw refusal.error
    const response = await work()
    if (keyed) responded.set(keyed.key, true)
    return response
  }
  return Object.assign(write, { repeat, once, isOn: maxRequests > 0 })
}

/** Requests in a minute from all of a kitchen's tablets: each order is claimed, printed, and marked line by line. */
export const DUTY_WRITES_PER_MINUTE = 600

/** Limits staff; owners are not limited. Call it before the routes are added. */
export function throttleDuties(app: FastifyInstance, isOn: boolean): void {
  const count = throttle(isOn ? DUTY_WRITES_PER_MINUTE : 0, MINUTE_MS)
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {}
    const needsDuty = access === 'service' || DUTIES.some((duty) => duty === access)
    if (!needsDuty || route.method === 'GET' || route.method === 'HEAD') return
    // This runs after access was checked, and before the body is read.
    route.preParsing = async (request) => {
      const viewer = await request.viewer()
      if (!viewer?.isOwner) await count(request, String(viewer?.userId))
    }
  })
}
