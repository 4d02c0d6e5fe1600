import { useEffect } from 'react'
import { createValue } from '../../../lib/browser/create-value.ts'
import { i18n, toast } from '../../../ui/index.ts'
import {
  attemptStore,
  type Checkout,
  type CheckoutState,
  type OrderAttempt,
  openCheckout,
  phaseOf,
} from '../../checkout/index.ts'
import { dropRoundDraft } from './round-drafts.ts'

/*
 * How rounds are sent: like a guest's order, but with a checkout for each table, so that a round that waits for the
 * network does not delay those of other tables (docs/product/floor.md#floor-waiting).
 */

const checkouts = new Map<number, Checkout>()
const states = createValue<ReadonlyMap<number, CheckoutState>>(new Map())

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
  states.set(new Map([...checkouts].map(([tableId, checkout]) => [tableId, checkout.state()])))
}

const IDLE: CheckoutState = { phase: 'idle' }

export function useTableCheckout(tableId: number): CheckoutState {
  return states.use((byTable) => byTable.get(tableId) ?? IDLE)
}

/** The same for all tables, including rounds that an earlier visit has left. */
export function useTableCheckouts(tableIds: readonly number[]): ReadonlyMap<number, CheckoutState> {
  const ids = tableIds.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new at each fetch, its ids are not.
  useEffect(() => {
    for (const id of tableIds) tableCheckout(id)
    publish()
  }, [ids])
  return states.use()
}

/** The attempt of a round that was not sent, or whose outcome is not known; undefined for any other state. */
export function waitingAttempt(state: CheckoutState | undefined): OrderAttempt | undefined {
  return state && phaseOf(state) && 'attempt' in state ? state.attempt : undefined
}
