import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '../app-error.ts'
import { addressKey } from '../http/edge/address.ts'
import { TokenBucket } from './token-bucket.ts'

/** Counts a request of an IP address, and rejects it if the address has sent too many. */
export type Throttle = (request: FastifyRequest) => Promise<void>

/** Registers the plugin that `throttle` needs. Limits nothing by itself. */
export async function registerThrottling(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false })
}

/**
 * Creates a rate limit with its own counts.
 * @param maxRequests requests of one address in the window; 0 means no limit
 * @param windowMs length of the window in milliseconds
 */
export function throttle(app: FastifyInstance, maxRequests: number, windowMs: number): Throttle {
  if (maxRequests === 0) return async () => {}
  const check = app.createRateLimit({
    max: maxRequests,
    timeWindow: windowMs,
    keyGenerator: ({ ip }) => addressKey(ip),
  })
  return async (request) => {
    const limit = await check(request)
    if (!limit.isAllowed && limit.isExceeded) throw new AppError('too_many_requests', {}, limit.ttlInSeconds)
  }
}

/** A throttle for guests' writes. @param bytes number of bytes to store, if it can be large */
export type WriteThrottle = (request: FastifyRequest, bytes?: number) => Promise<void>

const MINUTE_MS = 60_000
const HOUR_S = 60 * 60
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
  if (maxRequests === 0) return async () => {}
  const throttleNumber = throttle(app, maxRequests, MINUTE_MS)
  const buckets = new LRUCache<string, TokenBucket>({ max: MAX_ADDRESSES })
  return async (request, bytes = 0) => {
    await throttleNumber(request)
    if (bytes === 0) return
    const address = addressKey(request.ip)
    const bucket = buckets.get(address) ?? new TokenBucket(bytesPerHour, bytesPerHour / HOUR_S)
    buckets.set(address, bucket)
    const retryAfter = bucket.takeIfAvailable(bytes)
    if (retryAfter > 0) throw new AppError('too_many_requests', {}, Math.ceil(retryAfter))
  }
}
