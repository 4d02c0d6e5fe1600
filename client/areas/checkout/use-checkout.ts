import { useSyncExternalStore } from 'react'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import { followOtherTabs, isServer, stored } from '../../lib/browser/storage.ts'
import type { CheckoutState } from './attempt.ts'
import { attemptStore, openCheckout } from './checkout.ts'

/** The contact details that a guest lets this phone keep for the next order; no server gets them before that order. */
interface RememberedGuest {
  customerName: string
  phoneNumber: string
}

/** Written only after the guest has ticked it (docs/product/checkout.md#checkout-remember). */
export const rememberedGuest = stored<RememberedGuest>('guest', 1, (value) => {
  const { customerName, phoneNumber } = (value ?? {}) as Partial<RememberedGuest>
  const isValid = typeof customerName === 'string' && typeof phoneNumber === 'string'
  return isValid ? { customerName, phoneNumber } : undefined
})

const storedAttempt = attemptStore('attempt', 2)

/** When a takeaway order is picked up, as chosen. */
export interface ChosenPickup {
  at: string | null
  /** The date to which the time belongs, YYYY-MM-DD: a time after midnight is of the day before. */
  day?: string | undefined
}

export interface CheckoutDraft {
  customer: object
  dining: 'dine-in' | 'takeaway'
  /** Whether this phone keeps the name and number of the next order that is placed. */
  remember: boolean
  table: object
  /** Where the guest said to sit. */
  tableId?: number | null | undefined
  /** Undefined until it was asked. */
  pickup?: ChosenPickup | undefined
}

const EMPTY_DRAFT: CheckoutDraft = {
  ...{ customer: {}, dining: 'takeaway', remember: false, table: {} },
  ...{ tableId: null, pickup: undefined },
}

/** What was typed into the forms; `order-body.ts` stores it until this tab is closed. */
export const draft = { ...EMPTY_DRAFT }
export const storedCheckoutDraft = stored(
  'draft.checkout',
  1,
  (value) => value as CheckoutDraft & { at: number },
  'tab',
)

export const checkout = openCheckout(storedAttempt)

followOtherTabs(storedAttempt, () => checkout.syncWithStorage())
// A frozen background tab receives no storage events, so it synchronizes when it becomes visible.
if (!isServer) document.addEventListener('visibilitychange', () => checkout.syncWithStorage())

// The draft belonged to the placed order; the next order begins with what the guest lets this phone keep.
checkout.follow({
  placed({ body: { customerName, phoneNumber } }) {
    // An order for a table has no guest's name.
    if (draft.remember && phoneNumber !== PLACEHOLDER_PHONE) rememberedGuest.write({ customerName, phoneNumber })
    dropCheckoutDraft()
  },
})

export function dropCheckoutDraft(): void {
  Object.assign(draft, EMPTY_DRAFT)
  storedCheckoutDraft.clear()
}

/** The name typed into the draft, before the code that restores the draft is loaded too. */
export function typedName(): string {
  const { customerName } = (storedCheckoutDraft.read() ?? draft).customer as { customerName?: unknown }
  return typeof customerName === 'string' ? customerName.trim() : ''
}

const IDLE: CheckoutState = { phase: 'idle' }

export function useCheckout(): CheckoutState {
  return useSyncExternalStore(checkout.subscribe, checkout.state, () => IDLE)
}
