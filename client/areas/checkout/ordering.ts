import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Checkout } from './checkout.ts'
import { checkout, guestDraft, type OpenCheckoutDraft } from './use-checkout.ts'

/** Whose order the forms and notices are about: its attempt, and what is typed for it. */
export interface Ordering {
  checkout: Checkout
  draft: OpenCheckoutDraft
}

/** The guest's own, unless staff take an order for somebody: neither ever shows or sends the other. */
export const OrderingContext = createContext<Ordering>({ checkout, draft: guestDraft })

export function useOrdering() {
  const ordering = useContext(OrderingContext)
  const { subscribe, state } = ordering.checkout
  return { ...ordering, state: useSyncExternalStore(subscribe, state, state) }
}
