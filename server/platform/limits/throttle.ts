import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { DUTIES } from '#shared/domain/access.ts'
import { AppError } from '../app-error.ts'
import { addressKey } from '../http/edge/address.ts'
import { TokenBucket } from './token-bucket.ts'

export interface Throttle {
  /**
   * Counts a request of an IP address, and rejects it if the address has sent too many.
   * @param held how many requests of the address are let through without being counted yet
   */
  (request: FastifyRequest, held?: number): Promise<void>
  /** Returns how many more requests the address may send in the current window. */
  remaining(request: FastifyRequest): Promise<number>
}

/** Registers the plugin that `throttle` needs. Limits nothing by itself. */
export async function registerThrottling(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false })
}

const byAddress = ({ ip }: FastifyRequest) => addressKey(ip)

/**
 * Creates a rate limit with its own counts.
 * @param maxRequests requests of one address in the window; 0 means no limit
 * @param windowMs length of the window in milliseconds
 * @param keyOf whose request it is, if not its address's
 */
export function throttle(
  app: FastifyInstance,
  maxRequests: number,
  windowMs: number,
  keyOf: (request: FastifyRequest) => string | Promise<string> = byAddress,
): Throttle {
  if (maxRequests === 0) return Object.assign(async () => {}, { remaining: async () => Number.POSITIVE_INFINITY })
  const check = app.createRateLimit({
    max: maxRequests,
    timeWindow: windowMs,
    keyGenerator: keyOf,
  })
  const count = async (request: FastifyRequest, held = 0) => {
    const limit = await check(request)
    if (!limit.isAllowed && (limit.isExceeded || limit.remaining < held))
      throw new AppError('too_many_requests', {}, limit.ttlInSeconds)
  }
  const remaining = async (request: FastifyRequest) => {
    const limit = await check(request, { increment: false })
    return limit.isAllowed ? Number.POSITIVE_INFINITY : limit.remaining
  }
  return Object.assign(count, { remaining })
}

/** A place within the limit, for a request of which it is not known yet whether it counts. End it by one call. */
export interface Reservation {
  /** Counts the request. */
  count(): Promise<void>
  /** Gives the place back: the request does not count. */
  release(): void
}

/** A throttle for guests' writes. `bytes` is the number of bytes to store, if it can be large. */
export interface WriteThrottle {
  /** Counts a request, and rejects it if its address is over the limit. */
  (request: FastifyRequest, bytes?: number): Promise<void>
  /** Reserves a place within the limit; undefined if all that is left is reserved or used. */
  reserve(request: FastifyRequest, bytes?: number): Promise<Reservation | undefined>
  /** Counts the repeat of a request that was answered, and rejects it if its address repeats too many. */
  repeat(request: FastifyRequest): Promise<void>
}

const MINUTE_MS = 60_000
const HOUR_S = 60 * 60
/** Repeats are counted apart from writes, and this many are allowed for each of them. */
const REPEATS_PER_WRITE = 10
/**
 * Bytes that one address may write in a burst, refilled over an hour: several times the orders of a thousand guests in
 * one evening's Wi-Fi, and little disk space (docs/decisions/023-sizes.md).
 */
const MAX_BYTES_PER_HOUR = 4 * 1024 * 1024
/** Maximum addresses with a bucket; beyond that, the least recently used one is dropped. */
const MAX_ADDRESSES = 10_000

/**
 * Creates the limit on guests' writes, by number and by size.
 * @param maxRequests requests of one address in a minute; 0 turns both limits off
 */
export function throttleWrites(
  app: FastifyInstance,
  maxRequests: number,
  bytesPerHour = MAX_BYTES_PER_HOUR,
): WriteThrottle {
  if (maxRequests === 0)
    return Object.assign(async () => {}, { reserve: async () => UNLIMITED, repeat: async () => {} })
  const throttleNumber = throttle(app, maxRequests, MINUTE_MS)
  const repeat = throttle(app, maxRequests * REPEATS_PER_WRITE, MINUTE_MS)
  const buckets = new LRUCache<string, TokenBucket>({ max: MAX_ADDRESSES })
  /** The number of open reservations of each address that has one. */
  const reserved = new Map<string, number>()

  function bucketOf(address: string): TokenBucket {
    const bucket = buckets.get(address) ?? new TokenBucket(bytesPerHour, bytesPerHour / HOUR_S)
    buckets.set(address, bucket)
    return bucket
  }

  async function count(request: FastifyRequest, bytes = 0): Promise<void> {
    const address = addressKey(request.ip)
    await throttleNumber(request, reserved.get(address))
    if (bytes === 0) return
    const retryAfter = bucketOf(address).takeIfAvailable(bytes)
    if (retryAfter > 0) throw new AppError('too_many_requests', {}, Math.ceil(retryAfter))
  }

  async function reserve(request: FastifyRequest, bytes = 0): Promise<Reservation | undefined> {
    const address = addressKey(request.ip)
    const bucket = bucketOf(address)
    if (bucket.takeIfAvailable(bytes) > 0) return undefined
    reserved.set(address, (reserved.get(address) ?? 0) + 1)
    const end = () => {
      const others = (reserved.get(address) ?? 0) - 1
      if (others > 0) reserved.set(address, others)
      else reserved.delete(address)
    }
    const release = () => {
      end()
      bucket.take(-bytes)
    }
    if ((await throttleNumber.remaining(request)) < (reserved.get(address) ?? 0)) {
      release()
      return undefined
    }
    // What was let through is done: it counts even if other requests have used up the limit meanwhile.
    return {
      count: () =>
        throttleNumber(request)
          .catch(() => {})
          .finally(end),
      release,
    }
  }

  return Object.assign(count, { reserve, repeat })
}

/**
 * The writes in a minute of one user with a duty, who may be signed in on every tablet of a kitchen: each order is
 * claimed by all of them, printed, and marked line by line.
 */
export const DUTY_WRITES_PER_MINUTE = 600

/**
 * Limits the writes of each user at the endpoints that need a duty; owners are not limited. Call it before those routes
 * are added.
 * @param maxRequests requests of one user in a minute; 0 means no limit
 */
export function throttleDuties(app: FastifyInstance, maxRequests: number): void {
  const count = throttle(app, maxRequests, MINUTE_MS, async (request) => String((await request.viewer())?.userId))
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {}
    const needsDuty = access === 'service' || DUTIES.some((duty) => duty === access)
    if (!needsDuty || route.method === 'GET' || route.method === 'HEAD') return
    // After access was checked, and before the body is read.
    route.preParsing = async (request) => {
      if (!(await request.viewer())?.isOwner) await count(request)
    }
  })
}

const UNLIMITED: Reservation = { count: async () => {}, release: () => {} }
