import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { addressKey } from './http/address.ts'

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
