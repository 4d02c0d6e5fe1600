import i18n from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'
import { toast } from '../../../ui/toast/store.ts'
import { attemptStore, type Checkout, type CheckoutState, openCheckout } from '../../checkout/index.ts'
import { dropRoundDraft } from './round-drafts.ts'

/*
 * How rounds are sent: like a guest's order, but with a checkout for each table, so that a round that waits for the
 * network does not delay those of other tables (docs/product/floor.md#floor-waiting).
 */

const checkouts = new Map<number, Checkout>()
const listeners = new Set<() => void>()
let states: ReadonlyMap<number, CheckoutState> = new Map()

/** The checkout of a table's rounds. */
export function tableCheckout(tableId: number): Checkout {
  const existing = checkouts.get(tableId)
  if (existing) return existing
  const checkout = openCheckout(attemptStore(`round.${tableId}`, 1))
  checkouts.set(tableId, checkout)
  checkout.subscribe(publish)
  checkout.follow({
    placed(_attempt, { id, tableNumber }) {
      dropRoundDraft(tableId)
      checkout.acknowledge()
      toast({ title: i18n.t('floor.sent', { number: tableNumber }), description: i18n.t('orders.order', { id }) })
    },
  })
  return checkout
}

function publish(): void {
  states = new Map([...checkouts].map(([tableId, checkout]) => [tableId, checkout.state()]))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const IDLE: CheckoutState = { phase: 'idle' }

/** What has become of a table's round. */
export function useTableCheckout(tableId: number): CheckoutState {
  return useSyncExternalStore(subscribe, () => states.get(tableId) ?? IDLE)
}

/** The same for all tables, including rounds that an earlier visit has left. */
export function useTableCheckouts(tableIds: readonly number[]): ReadonlyMap<number, CheckoutState> {
  const ids = tableIds.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new at each fetch, its ids are not.
  useEffect(() => {
    for (const id of tableIds) tableCheckout(id)
    publish()
  }, [ids])
  return useSyncExternalStore(subscribe, () => states)
}
