import type { placeOrder } from '#shared/contracts/orders.ts'
import { callApi, isServerReachable } from '../../../lib/api/api.ts'
import type { BareEndpoint } from '../../../lib/api/bare-endpoint.ts'
import { randomKey } from '../../../lib/api/random-key.ts'
import { type Stored, stored } from '../../../lib/browser/storage.ts'
import { ATTEMPT_TIMEOUT_MS, type OrderAttempt } from './attempt.ts'
import { Checkout } from './checkout.ts'

const placingEndpoint: BareEndpoint<typeof placeOrder> = { method: 'POST', path: '/api/orders', status: 201 }

/** Where an undecided attempt is stored, so that it survives a reload. */
export function attemptStore(name: string, version: number): Stored<OrderAttempt> {
  return stored(name, version, parseStoredAttempt)
}

// Checks only what this code relies on: the page wrote the value itself, and the server checks the body.
function parseStoredAttempt(value: unknown): OrderAttempt | undefined {
  const attempt = value as Partial<OrderAttempt> | null
  const isValid =
    typeof attempt?.key === 'string' &&
    typeof attempt.at === 'number' &&
    Array.isArray(attempt.body?.items) &&
    typeof attempt.body.total === 'number'
  return isValid ? (attempt as OrderAttempt) : undefined
}

/** A checkout that sends to this page's server. */
export function openCheckout(storedAttempt: Stored<OrderAttempt>): Checkout {
  return new Checkout({
    send: ({ key, body }) =>
      callApi(placingEndpoint, { body, headers: { 'Idempotency-Key': key }, timeout: ATTEMPT_TIMEOUT_MS }),
    isOnline: () => navigator.onLine,
    isReachable: isServerReachable,
    stored: storedAttempt,
    newKey: randomKey,
    now: () => Date.now(),
  })
}
