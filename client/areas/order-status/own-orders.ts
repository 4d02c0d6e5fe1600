import { useStore } from 'zustand'
import type { WatchedLine } from '#shared/contracts/live.ts'
import type { Currency } from '#shared/domain/money.ts'
import { isOpen, ORDER_STATUSES, ORDERS_WATCHED, type OrderStatus } from '#shared/domain/orders/order.ts'
import { stored } from '../../lib/browser/storage.ts'
import type { FrameOf } from '../../lib/live/live.ts'
import { storedList } from '../../lib/live/watch.ts'

export interface OwnOrder {
  orderId: number
  /** Allows to read the order's status and lines, and nothing else. */
  token: string
  /** The number of the order's table; null without a table. */
  tableNumber: number | null
  takeaway: boolean
  /** In minor units; null while it is not known. */
  total: number | null
  currency: Currency
  /** When it was placed, in milliseconds. */
  at: number
  status: OrderStatus
  /** The restaurant has opened the order. */
  seen: boolean
  /** The restaurant took dishes off it: the total is no longer that of the placed order. */
  changed: boolean
  /** The guest has seen that it ended, so the next visit does not show it. */
  told: boolean
  /** What was ordered, without what was taken off; empty while it is not known. */
  lines: readonly WatchedLine[]
  /** In how many minutes such an order is usually ready; null if the restaurant cannot say. */
  readyIn: number | null
  /** When it is picked up, ISO 8601; null for an order without a time. */
  pickupAt: string | null
  /** Whether that is as soon as possible. */
  asap: boolean
  /** The shared session whose cart it was; null if this phone ordered alone. */
  sessionId: string | null
}

/** The stages of an order as guests see them: `received` and `seen` are both `pending` for the restaurant. */
export const PROGRESS_STAGES = ['received', 'seen', 'preparing', 'ready', 'delivered'] as const
export type Stage = (typeof PROGRESS_STAGES)[number] | 'completed' | 'cancelled'

export function stageOf({ status, seen }: Pick<OwnOrder, 'status' | 'seen'>): Stage {
  if (status === 'pending') return seen ? 'seen' : 'received'
  return status
}

/** How many stages an order has reached; all of them once it has ended. */
export function reachedStageCount(order: Pick<OwnOrder, 'status' | 'seen'>): number {
  return hasEnded(order) ? PROGRESS_STAGES.length : (PROGRESS_STAGES as readonly Stage[]).indexOf(stageOf(order)) + 1
}

export function hasEnded({ status }: Pick<OwnOrder, 'status'>): boolean {
  return !isOpen(status)
}

/** Whether the guest may dismiss the order. It stays visible until it was served or collected. */
export function canDismiss(order: Pick<OwnOrder, 'status'>): boolean {
  return hasEnded(order) || order.status === 'delivered'
}

/** The order shown in the status line: a ready one first, then the newest open one, then the newest. */
export function orderInLine(orders: readonly OwnOrder[]): OwnOrder | undefined {
  const open = orders.filter((order) => !hasEnded(order))
  return (
    open.find(({ status }) => status === 'ready') ?? open.find((order) => !canDismiss(order)) ?? open[0] ?? orders[0]
  )
}

/** Adds an order, newest first, without duplicates and limited to the number that one connection can watch. */
export function withOrder(orders: readonly OwnOrder[], order: OwnOrder): OwnOrder[] {
  return [order, ...orders.filter(({ orderId }) => orderId !== order.orderId)].slice(0, ORDERS_WATCHED)
}

export type StatusUpdate = FrameOf<'ORDER_STATUS'>['payload']

/** The orders with one updated; the same array if nothing changed. */
export function withStatus(orders: readonly OwnOrder[], update: StatusUpdate): readonly OwnOrder[] {
  const { orderId, status, seen, total, tableNumber, lines, readyIn } = update
  const previous = orders.find((order) => order.orderId === orderId)
  if (!previous) return orders
  // Sent once per connection, so it is never reset here.
  const changed = previous.changed || update.changed === true
  const isSameStage = previous.status === status && previous.seen === seen
  const pickupAt = update.pickupAt ?? previous.pickupAt
  const asap = previous.asap && pickupAt === previous.pickupAt
  const known = { lines: lines ?? previous.lines, readyIn: readyIn ?? previous.readyIn, pickupAt, asap }
  const isSameOrder =
    previous.total === total &&
    previous.tableNumber === tableNumber &&
    previous.changed === changed &&
    previous.readyIn === known.readyIn &&
    previous.pickupAt === pickupAt &&
    JSON.stringify(previous.lines) === JSON.stringify(known.lines)
  if (isSameStage && isSameOrder) return orders
  const takeaway = previous.takeaway && tableNumber === null
  const told = previous.told && isSameStage
  const updated = { ...previous, ...known, status, seen, total, tableNumber, takeaway, changed, told }
  return orders.map((order) => (order === previous ? updated : order))
}

/** Whether the restaurant took dishes off an order since an earlier copy of it. */
export function hasChangedSince(earlier: OwnOrder, { changed, total }: OwnOrder): boolean {
  return changed && (!earlier.changed || earlier.total !== total)
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The orders of the last 24 hours, and those whose time is not a day ago; the same array if that is all. */
export function withoutOldOrders(orders: readonly OwnOrder[], now: number): readonly OwnOrder[] {
  const recent = orders.filter(
    ({ at, pickupAt }) => Math.abs(now - at) < DAY_MS || (pickupAt !== null && now < Date.parse(pickupAt) + DAY_MS),
  )
  return recent.length === orders.length ? orders : recent
}

/** The stored orders that a new visit still follows: neither old ones nor those whose end the guest has seen. */
export function stillFollowed(orders: readonly OwnOrder[], now: number): OwnOrder[] {
  return withoutOldOrders(orders, now).filter((order) => !(order.told && hasEnded(order)))
}

/** The orders of a stored list. Checks only what this code relies on: the page wrote the value itself. */
export function parseStoredOrders(value: unknown): OwnOrder[] {
  return Array.isArray(value) ? value.filter(isOwnOrder).slice(0, ORDERS_WATCHED) : []
}

function isOwnOrder(value: unknown): value is OwnOrder {
  const { orderId, token, at, status, lines } = (value ?? {}) as Partial<OwnOrder>
  return (
    Number.isSafeInteger(orderId) &&
    typeof token === 'string' &&
    typeof at === 'number' &&
    (ORDER_STATUSES as readonly unknown[]).includes(status) &&
    Array.isArray(lines)
  )
}

export const ownOrdersStore = storedList(stored('orders', 1, parseStoredOrders), (orders) =>
  stillFollowed(orders, Date.now()),
)
const { change } = ownOrdersStore

type PlacedHere = Pick<OwnOrder, 'orderId' | 'token' | 'tableNumber' | 'takeaway' | 'total' | 'currency'> &
  Partial<Pick<OwnOrder, 'lines' | 'sessionId' | 'pickupAt' | 'asap'>>

export const ownOrders = {
  /** Adds a placed order, which this phone follows from now on. */
  follow: (order: PlacedHere) => {
    const placed = { status: 'pending', seen: false, changed: false, told: false, readyIn: null } as const
    const optional = { lines: [], sessionId: null, pickupAt: null, asap: false }
    change((orders) => withOrder(orders, { ...optional, ...order, ...placed, at: Date.now() }))
  },

  applyStatus: (update: StatusUpdate) => change((orders) => withStatus(orders, update)),

  markEndSeen: (orderIds: readonly number[]) =>
    change((orders) => orders.map((order) => (orderIds.includes(order.orderId) ? { ...order, told: true } : order))),

  dismiss: (orderId: number) => change((orders) => orders.filter((order) => order.orderId !== orderId)),

  /** Drops orders older than a day, for pages that stay open longer. */
  expire: () => change((orders) => withoutOldOrders(orders, Date.now())),
}

export function useOwnOrders(): readonly OwnOrder[] {
  return useStore(ownOrdersStore)
}
