import { createHmac } from 'node:crypto'
import { isKeyOf } from '#server/modules/occupancy/index.ts'
import { addressKeys } from '#server/platform/limits/addresses.ts'
import type { OrderToPlace, Preconditions } from './price.ts'

/** The address of the guest who orders, as the limits count it. */
export interface Origin {
  /** Keyed hashes of its keys, the narrowest first, and how many times the limit each has. */
  keys: number[]
  times: number[]
  /** Whether anything of guests is limited. */
  isBounded: boolean
}

/** Returns a function that makes the origin of a request. @param secret the key of the hashes */
export function originsBy(secret: string, isBounded: boolean) {
  return ({ ip }: { ip: string }): Origin => {
    const keys = addressKeys(ip)
    return {
      keys: keys.map(({ key }) => createHmac('sha256', secret).update(key).digest().readInt32BE()),
      times: keys.map(({ times }) => times),
      isBounded,
    }
  }
}

/**
 * Whether staff or a program places the order, or a guest who has proved the table's key: the one predicate of what
 * bounds unproven orders (docs/product/orders.md#orders-proven).
 */
export function isProvenOrder(
  { isGuest, tableId, tableKey }: OrderToPlace,
  { table, hasProvenSeat }: Preconditions,
): boolean {
  if (!isGuest) return true
  return tableId !== null && table !== undefined && (hasProvenSeat || isKeyOf(table, tableKey))
}
