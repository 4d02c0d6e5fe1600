import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '../app-error.ts'
import { addressKey } from '../http/edge/address.ts'
import { TokenBucket } from './token-bucket.ts'

/** Counts a request of an address, and refuses it when the address sent too many. */
export type Throttle = (request: FastifyRequest) => Promise<void>

/** Makes `throttle` possible on this app. It limits nothing itself. */
export async function allowThrottling(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false })
}

/**
 * A limit of its own.
 * @param most requests of one address in the window; 0 is no limit
 * @param windowMs its length in milliseconds
 */
export function throttle(app: FastifyInstance, most: number, windowMs: number): Throttle {
  if (most === 0) return async () => {}
  const check = app.createRateLimit({ max: most, timeWindow: windowMs, keyGenerator: ({ ip }) => addressKey(ip) })
  return async (request) => {
    const limit = await check(request)
    if (!limit.isAllowed && limit.isExceeded) throw new AppError('too_many_requests', {}, limit.ttlInSeconds)
  }
}

/** A throttle for guests' writes. @param bytes the size of what stays on the disk, where it can be large */
export type WriteThrottle = (request: FastifyRequest, bytes?: number) => Promise<void>

const MINUTE_MS = 60_000
const HOUR_S = 60 * 60
/**
 * How many bytes one address may write at once, and again in each hour: several times what a thousand guests order on
 * one evening's Wi-Fi, and little on a disk (docs/decisions/023-sizes.md).
 */
const BYTES_AN_HOUR = 4 * 1024 * 1024
/** Beyond them, the address that was quiet longest is forgotten. */
const ADDRESSES_KEPT = 10_000

/**
 * The limit on what guests write, by number and by size.
 * @param most requests of one address in a minute; 0 is no limit at all
 */
export function throttleWrites(app: FastifyInstance, most: number, bytesAnHour = BYTES_AN_HOUR): WriteThrottle {
  if (most === 0) return async () => {}
  const throttleNumber = throttle(app, most, MINUTE_MS)
  const left = new LRUCache<string, TokenBucket>({ max: ADDRESSES_KEPT })
  return async (request, bytes = 0) => {
    await throttleNumber(request)
    if (bytes === 0) return
    const address = addressKey(request.ip)
    const bucket = left.get(address) ?? new TokenBucket(bytesAnHour, bytesAnHour / HOUR_S)
    left.set(address, bucket)
    const wait = bucket.takeIfThere(bytes)
    if (wait > 0) throw new AppError('too_many_requests', {}, Math.ceil(wait))
  }
}
