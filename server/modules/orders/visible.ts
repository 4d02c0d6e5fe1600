import type { Order } from '#shared/contracts/orders.ts'
import { mayUse, type Rights } from '#shared/domain/access.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import type { OrderRow } from './repo.ts'
import { wordsOfTableName } from './table-name.ts'

/** How long staff still see an order that has ended (docs/product/orders.md#orders-staff). */
const SEEN_AFTER_END_MS = 30 * 60_000

/** Staff still see an order that ended at this moment or later. */
export function seenSince(now: Date): Date {
  return new Date(now.getTime() - SEEN_AFTER_END_MS)
}

/** Whether a user with a duty sees an order: owners see all, staff see open ones and those that ended lately. */
export function sees(
  { isOwner }: Rights,
  { status, endedAt }: Pick<OrderRow, 'status' | 'endedAt'>,
  now: Date,
): boolean {
  return isOwner || isOpen(status) || (endedAt !== null && endedAt >= seenSince(now))
}

/** Whether a caller sees who ordered: staff with no other duty than the kitchen do not. @param user null for a guest */
export function seesGuest(user: Rights | null): boolean {
  return mayUse('floor', user) || !mayUse('kitchen', user)
}

/** Returns an order as a user may see it. */
export function orderForUser<O extends Order>(user: Rights, order: O): O {
  return seesGuest(user) ? order : withoutGuest(order)
}

/** The same for the JSON of an order, which may have been stored for another caller. @param user null for a guest */
export function jsonForUser(user: Rights | null, json: string): string {
  return seesGuest(user) ? json : JSON.stringify(withoutGuest(JSON.parse(json) as Order))
}

/**
 * Returns an order as the kitchen sees it: a name only if it names the table and nobody, whatever table the order was
 * moved to (docs/product/orders.md#orders-staff).
 */
export function withoutGuest<O extends Order>(order: O): O {
  const customerName = wordsOfTableName(order) ? order.customerName : ''
  return { ...order, customerName, phoneNumber: '', email: null }
}
