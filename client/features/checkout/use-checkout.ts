import { useSyncExternalStore } from 'react'
import type { placeOrder } from '#shared/contracts/orders.ts'
import { callApi, isServerReachable } from '../../lib/api/api.ts'
import type { BareEndpoint } from '../../lib/api/bare-endpoint.ts'
import { randomKey } from '../../lib/api/random-key.ts'
import { followOtherTabs, isServer, stored } from '../../lib/browser/storage.ts'
import { ATTEMPT_TIMEOUT_MS, type CheckoutState, type OrderAttempt } from './attempt/attempt.ts'
import { Checkout } from './checkout.ts'
import { rememberedGuest } from './remembered-guest.ts'

const placingEndpoint: BareEndpoint<typeof placeOrder> = { method: 'POST', path: '/api/orders', status: 201 }

/** The undecided attempt, stored so that it survives a reload. */
const storedAttempt = stored('attempt', 2, parseStoredAttempt)

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

export interface CheckoutDraft {
  customer: object
  dining: 'dine-in' | 'takeaway'
  /** Whether this phone keeps the name and number of the next order that is placed. */
  remember: boolean
  table: object
}

const EMPTY_DRAFT: CheckoutDraft = { customer: {}, dining: 'takeaway', remember: false, table: {} }

/** What was typed into the forms; `checkout-draft.ts` stores it until this tab is closed. */
export const draft = { ...EMPTY_DRAFT }
export const storedCheckoutDraft = stored(
  'draft.checkout',
  1,
  (value) => value as CheckoutDraft & { at: number },
  'tab',
)

/** This page's checkout. */
export const checkout = new Checkout({
  send: ({ key, body }) =>
    callApi(placingEndpoint, { body, headers: { 'Idempotency-Key': key }, timeout: ATTEMPT_TIMEOUT_MS }),
  isOnline: () => navigator.onLine,
  isReachable: isServerReachable,
  stored: storedAttempt,
  newKey: randomKey,
  now: () => Date.now(),
})

followOtherTabs(storedAttempt, () => checkout.syncWithStorage())
// A frozen background tab receives no storage events, so it synchronizes when it becomes visible.
if (!isServer) document.addEventListener('visibilitychange', () => checkout.syncWithStorage())

// The draft belonged to the placed order; the next order begins with what the guest lets this phone keep.
checkout.follow({
  placed({ body: { customerName, phoneNumber, tableId } }) {
    // An order for a table has no guest's name.
    if (draft.remember && tableId === null) rememberedGuest.write({ customerName, phoneNumber })
    dropCheckoutDraft()
  },
})

export function dropCheckoutDraft(): void {
  Object.assign(draft, EMPTY_DRAFT)
  storedCheckoutDraft.clear()
}

const IDLE: CheckoutState = { phase: 'idle' }

export function useCheckout(): CheckoutState {
  return useSyncExternalStore(checkout.subscribe, checkout.state, () => IDLE)
}
