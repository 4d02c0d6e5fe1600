import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import {
  fresh,
  type OwnOrder,
  recogniseOrders,
  type StatusUpdate,
  stillFollowed,
  withOrder,
  withStatus,
} from './own-orders.ts'

/** The orders of this phone, beside its cart: they outlive a reload. */
const storedOrders = stored('orders', 1, recogniseOrders)

const found = stillFollowed(storedOrders.read() ?? [], Date.now())
// Written at the start, to learn whether this browser stores anything at all.
storedOrders.write(found)

export const ownOrdersStore = createStore<readonly OwnOrder[]>(() => found)

followOtherTabs(storedOrders, (orders = []) => ownOrdersStore.setState(orders, true))

/** Starts from storage, so that a change never drops what another tab has added. */
function change(next: (orders: readonly OwnOrder[]) => readonly OwnOrder[]): void {
  const before = storedOrders.isKept() ? (storedOrders.read() ?? []) : ownOrdersStore.getState()
  const orders = next(before)
  ownOrdersStore.setState(orders, true)
  if (orders !== before) storedOrders.write([...orders])
}

/** What can be done with the orders of this phone. */
export const ownOrders = {
  /** From now on this phone follows an order. */
  follow: (order: Omit<OwnOrder, 'at' | 'status' | 'seen' | 'changed' | 'told'>) => {
    const placed = { status: 'pending', seen: false, changed: false, told: false } as const
    change((orders) => withOrder(orders, { ...order, ...placed, at: Date.now() }))
  },

  stands: (said: StatusUpdate) => change((orders) => withStatus(orders, said)),

  /** The guest has seen that these orders ended. */
  told: (orderIds: readonly number[]) =>
    change((orders) => orders.map((order) => (orderIds.includes(order.orderId) ? { ...order, told: true } : order))),

  dismiss: (orderId: number) => change((orders) => orders.filter((order) => order.orderId !== orderId)),

  /** Drops orders that are a day old: a page may stay open for longer. */
  expire: () => change((orders) => fresh(orders, Date.now())),
}

export function useOwnOrders(): readonly OwnOrder[] {
  return useStore(ownOrdersStore)
}
