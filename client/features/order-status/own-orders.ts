import type { Currency } from '#shared/domain/money.ts'
import { isOpen, ORDER_STATUSES, ORDERS_WATCHED, type OrderStatus } from '#shared/domain/order-status.ts'
import type { FrameOf } from '../../lib/live/live.ts'

/** An order of this phone, as far as its guest follows it. */
export interface OwnOrder {
  orderId: number
  /** Allows its holder to read the order's status, and nothing else. */
  token: string
  /** The number of the table that it is for. */
  tableNumber: number | null
  takeaway: boolean
  total: number | null
  currency: Currency
  /** When it was placed, in milliseconds. */
  at: number
  status: OrderStatus
  seen: boolean
  /** The restaurant took something off it: the total is no longer what was ordered. */
  changed: boolean
  /** The guest has seen that it ended: the next visit does not show it. */
  told: boolean
}

/** What a guest is told of an order: `received` and `seen` are both `pending` to the kitchen. */
export const STAGES = ['received', 'seen', 'preparing', 'ready', 'delivered'] as const
export type Stage = (typeof STAGES)[number] | 'completed' | 'cancelled'

export function stageOf({ status, seen }: Pick<OwnOrder, 'status' | 'seen'>): Stage {
  if (status === 'pending') return seen ? 'seen' : 'received'
  return status
}

/** How many steps of the way an order has come; all of them once it has ended. */
export function stepsOf(order: Pick<OwnOrder, 'status' | 'seen'>): number {
  return hasEnded(order) ? STAGES.length : (STAGES as readonly Stage[]).indexOf(stageOf(order)) + 1
}

/** Whether nothing more is to come: completed or cancelled. */
export function hasEnded({ status }: Pick<OwnOrder, 'status'>): boolean {
  return !isOpen(status)
}

/** Whether the guest may dismiss it. An order that is still to be brought or fetched stays in sight. */
export function canDismiss(order: Pick<OwnOrder, 'status'>): boolean {
  return hasEnded(order) || order.status === 'delivered'
}

/** The order that the line shows: a ready one first, then the newest open one, then the newest. */
export function foremost(orders: readonly OwnOrder[]): OwnOrder | undefined {
  const open = orders.filter((order) => !hasEnded(order))
  return (
    open.find(({ status }) => status === 'ready') ?? open.find((order) => !canDismiss(order)) ?? open[0] ?? orders[0]
  )
}

/** Adds an order, newest first. Each order stands once, and there are no more than one connection can watch. */
export function withOrder(orders: readonly OwnOrder[], order: OwnOrder): OwnOrder[] {
  return [order, ...orders.filter(({ orderId }) => orderId !== order.orderId)].slice(0, ORDERS_WATCHED)
}

/** How the server says that an order stands. */
export type StatusUpdate = FrameOf<'ORDER_STATUS'>['payload']

export function withStatus(orders: readonly OwnOrder[], said: StatusUpdate): readonly OwnOrder[] {
  const { orderId, status, seen, total, tableNumber } = said
  const before = orders.find((order) => order.orderId === orderId)
  if (!before) return orders
  // Said once on each connection, so it is never taken back here.
  const changed = before.changed || said.changed === true
  const isSameStage = before.status === status && before.seen === seen
  const isSameOrder = before.total === total && before.tableNumber === tableNumber && before.changed === changed
  if (isSameStage && isSameOrder) return orders
  const takeaway = before.takeaway && tableNumber === null
  const after = { ...before, status, seen, total, tableNumber, takeaway, changed, told: before.told && isSameStage }
  return orders.map((order) => (order === before ? after : order))
}

/** Whether the restaurant took something off an order since an earlier copy of it. */
export function hasChangedSince(earlier: OwnOrder, { changed, total }: OwnOrder): boolean {
  return changed && (!earlier.changed || earlier.total !== total)
}

const A_DAY_MS = 24 * 60 * 60 * 1000

/** Without those that are older than a day. */
export function fresh(orders: readonly OwnOrder[], now: number): readonly OwnOrder[] {
  const kept = orders.filter(({ at }) => Math.abs(now - at) < A_DAY_MS)
  return kept.length === orders.length ? orders : kept
}

/** The stored orders that a new visit still follows: no old ones, and none whose end the guest has seen. */
export function stillFollowed(orders: readonly OwnOrder[], now: number): OwnOrder[] {
  return fresh(orders, now).filter((order) => !(order.told && hasEnded(order)))
}

/** Takes what it recognises of stored orders, one by one: a bad one never costs the others. */
export function recogniseOrders(value: unknown): OwnOrder[] {
  if (!Array.isArray(value)) return []
  // Older versions stored no `changed`.
  return value
    .filter(isOwnOrder)
    .slice(0, ORDERS_WATCHED)
    .map((order) => ({ ...order, changed: order.changed === true }))
}

function isOwnOrder(value: unknown): value is Omit<OwnOrder, 'changed'> & { changed?: unknown } {
  const order = value as Partial<OwnOrder> | null
  return (
    typeof order === 'object' &&
    order !== null &&
    Number.isSafeInteger(order.orderId) &&
    typeof order.token === 'string' &&
    (order.tableNumber === null || Number.isSafeInteger(order.tableNumber)) &&
    typeof order.takeaway === 'boolean' &&
    (order.total === null || Number.isSafeInteger(order.total)) &&
    (order.currency === 'lei' || order.currency === 'eur') &&
    typeof order.at === 'number' &&
    (ORDER_STATUSES as readonly unknown[]).includes(order.status) &&
    typeof order.seen === 'boolean' &&
    typeof order.told === 'boolean'
  )
}
