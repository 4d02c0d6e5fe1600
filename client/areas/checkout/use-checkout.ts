import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { ResponseOf } from '#shared/contracts/base/endpoint.ts'
import type { getOffers } from '#shared/contracts/menu/menu.ts'
import type { Named } from '#shared/domain/language.ts'
import { loweredPrice } from '#shared/domain/menu/offers.ts'
import type { CartLine } from '#shared/domain/orders/cart.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import { callApi } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { storedDraft } from '../../lib/browser/draft.ts'
import { stored } from '../../lib/browser/storage.ts'
import type { CheckoutState, ShownDish } from './attempt.ts'
import { attemptStore, type Checkout, openCheckout } from './checkout.ts'

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

/**
 * What was typed into the forms. It survives a reload, and goes with the tab: a phone may be lent, and is not the
 * restaurant's (docs/product/everywhere.md#everywhere-drafts).
 */
export function openCheckoutDraft(name: string) {
  const typed = { ...EMPTY_DRAFT }
  const storage = storedDraft(name, 2, (value) => value as CheckoutDraft, 'tab')
  return {
    typed,
    storage,
    drop() {
      Object.assign(typed, EMPTY_DRAFT)
      storage.clear()
    },
  }
}
export type OpenCheckoutDraft = ReturnType<typeof openCheckoutDraft>

export const guestDraft = openCheckoutDraft('checkout')

export const checkout = openCheckout(attemptStore('attempt', 2))

/** Ends the draft of an order that was placed: the next one begins with what the guest lets this phone keep. */
export function endGuestDraft({ customerName, phoneNumber }: RememberedGuest): void {
  // An order for a table has no guest's name.
  if (guestDraft.typed.remember && phoneNumber !== PLACEHOLDER_PHONE)
    rememberedGuest.write({ customerName, phoneNumber })
  guestDraft.drop()
}

/** Takes over what this tab has stored. */
export function restoreCheckoutDraft({ typed, storage }: OpenCheckoutDraft): void {
  if (storage.isUpToDate()) Object.assign(typed, storage.read())
}

export function keepCheckoutDraft({ typed, storage }: OpenCheckoutDraft, part: Partial<CheckoutDraft>): void {
  Object.assign(typed, part)
  storage.write(typed)
}

/** Whether there is something typed in a part of the draft. */
export const hasCheckoutDraft = ({ typed }: OpenCheckoutDraft, part: 'customer' | 'table'): boolean =>
  Object.values(typed[part]).some(Boolean)

/** Keeps the values of a form. */
export function useKeptCheckout<Values extends FieldValues>(
  part: 'customer' | 'table',
  // biome-ignore lint/suspicious/noExplicitAny: forms differ in their output types.
  form: UseFormReturn<Values, any, any>,
): void {
  const { draft } = useOrdering()
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => keepCheckoutDraft(draft, { [part]: values }))
    return unsubscribe
  }, [draft, part, form])
}

const IDLE: CheckoutState = { phase: 'idle' }

export function useCheckout(): CheckoutState {
  return useSyncExternalStore(checkout.subscribe, checkout.state, () => IDLE)
}

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

export type NamedLine = CartLine<CartLine['dish'] & Named>

/** The dishes of an order with the prices that the guest saw. */
export function shownDishes(lines: readonly NamedLine[]): ShownDish[] {
  return lines.map(({ dish, options = [] }) => {
    const paid = ({ id, name, nameRo, price }: CartLine['dish'] & Named) => ({
      ...{ id, name, nameRo },
      price: loweredPrice(price, dish.offer),
    })
    const { id: menuItemId, ...shown } = paid(dish)
    return { menuItemId, ...shown, ...(options.length > 0 && { options: options.map(paid) }) }
  })
}

/** The offers of a pickup time, fetched again whenever the menu is. */
const offersKey = (at: string | null) => ['/api/menu', 'offers', at] as const

/** Sets the offers of a pickup time, as sent by the server with a `price_changed` error. */
export function updateOffersAt(at: string, offers: ResponseOf<typeof getOffers>): void {
  queryClient.setQueryData(offersKey(at), offers)
}

/**
 * The lines with the prices of a chosen pickup time (docs/product/checkout.md#checkout-pickup-prices). Until these are known they
 * have those of now: the server compares what the guest saw. @param at null for as soon as possible
 */
export function useLinesAt(lines: readonly NamedLine[], at: string | null) {
  const { data, isPending } = useQuery({
    queryKey: offersKey(at),
    queryFn: ({ signal }) =>
      callApi<typeof getOffers>('GET /api/menu/offers', { query: { at: at ?? undefined }, signal }),
    enabled: at !== null,
    staleTime: 0,
  })
  if (!data) return { lines, isPending: isPending && at !== null }
  const offers = new Map(data.map(({ menuItemId, ...by }) => [menuItemId, { ...by, until: null }]))
  const priced = lines.map(({ dish, ...line }) => ({ ...line, dish: { ...dish, offer: offers.get(dish.id) ?? null } }))
  return { lines: priced, isPending: false }
}
