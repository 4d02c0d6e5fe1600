import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import {
  type OwnOrder,
  parseStoredOrders,
  type StatusUpdate,
  stillFollowed,
  withOrder,
  withoutOldOrders,
  withStatus,
} from './own-orders.ts'

/** The orders of this phone, stored in this browser. */
const storedOrders = stored('orders', 1, parseStoredOrders)

const initialOrders = stillFollowed(storedOrders.read() ?? [], Date.now())
// Written at the start, to find out whether this browser stores anything.
storedOrders.write(initialOrders)

// Created empty, as the server draws the page.
export const ownOrdersStore = createStore<readonly OwnOrder[]>(() => [])
ownOrdersStore.setState(initialOrders, true)

followOtherTabs(storedOrders, (orders = []) => ownOrdersStore.setState(orders, true))

/** Changes the orders, starting from storage, so that orders added by another tab are not lost. */
function change(next: (orders: readonly OwnOrder[]) => readonly OwnOrder[]): void {
  const previous = storedOrders.isUpToDate() ? (storedOrders.read() ?? []) : ownOrdersStore.getState()
  const orders = next(previous)
  ownOrdersStore.setState(orders, true)
  if (orders !== previous) storedOrders.write([...orders])
}

/** The operations on the orders of this phone. */
export const ownOrders = {
  /** Adds a placed order, which this phone follows from now on. */
  follow: (order: Omit<OwnOrder, 'at' | 'status' | 'seen' | 'changed' | 'told'>) => {
    const placed = { status: 'pending', seen: false, changed: false, told: false } as const
    change((orders) => withOrder(orders, { ...order, ...placed, at: Date.now() }))
  },

  applyStatus: (update: StatusUpdate) => change((orders) => withStatus(orders, update)),

  /** Records that the guest has seen the end of these orders. */
  markEndSeen: (orderIds: readonly number[]) =>
    change((orders) => orders.map((order) => (orderIds.includes(order.orderId) ? { ...order, told: true } : order))),

  dismiss: (orderId: number) => change((orders) => orders.filter((order) => order.orderId !== orderId)),

  /** Drops orders older than a day, for pages that stay open longer. */
  expire: () => change((orders) => withoutOldOrders(orders, Date.now())),
}

export function useOwnOrders(): readonly OwnOrder[] {
  return useStore(ownOrdersStore)
}
