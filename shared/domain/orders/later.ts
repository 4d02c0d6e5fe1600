/* Orders for later wait apart until the kitchen starts with them (docs/product/board.md#board-later). */

/** How long after its start an order that nobody has started stays on the list of later orders. */
const START_WAITS_MS = 5 * 60_000

export interface Timed {
  status: string
  createdAt: string
  pickupAt: string | null
  startAt?: string | undefined
}

/** When an order begins to count: its start, or when it was placed. */
export function countsFrom({ startAt, createdAt }: Pick<Timed, 'startAt' | 'createdAt'>): string {
  return startAt ?? createdAt
}

/** When the kitchen starts with a pending order that was placed for later, in milliseconds since 1970. */
function startOfLater({ status, createdAt, pickupAt, startAt }: Timed): number | undefined {
  if (status !== 'pending' || pickupAt === null || startAt === undefined) return undefined
  const start = Date.parse(startAt)
  return start > Date.parse(createdAt) ? start : undefined
}

/** Whether the kitchen does not start with an order yet. */
export function isLater(order: Timed, now: Date): boolean {
  return (startOfLater(order) ?? 0) > now.getTime()
}

/** Whether the kitchen should start with an order that was placed for later, and nobody has. */
export function hasBegun(order: Timed, now: Date): boolean {
  return (startOfLater(order) ?? Number.POSITIVE_INFINITY) <= now.getTime()
}

/** Whether an order stands on the list of later orders: until five minutes after its start, if nobody has started it. */
export function isOnLaterList(order: Timed, now: Date): boolean {
  return isLater(order, new Date(now.getTime() - START_WAITS_MS))
}

/** Whether somebody has yet to see an order: when it comes, and again when it begins. */
export function isUnseen(order: Timed & { seenAt: string | null }, now: Date): boolean {
  return order.seenAt === null || (hasBegun(order, now) && order.seenAt < countsFrom(order))
}

/** When the next of these enters or leaves the list of later orders, in ms since 1970; undefined if none will. */
export function nextLaterChange(orders: Iterable<Timed>, now: Date): number | undefined {
  let next: number | undefined
  for (const order of orders) {
    const start = startOfLater(order)
    if (start === undefined) continue
    const change = [start, start + START_WAITS_MS].find((at) => at > now.getTime())
    if (change !== undefined) next = Math.min(change, next ?? change)
  }
  return next
}
