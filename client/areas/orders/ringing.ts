import type { Order } from '#shared/contracts/orders.ts'
import { hasBegun, isUnseen } from '#shared/domain/orders/later.ts'
import { isOpen } from '#shared/domain/orders/order.ts'
import { serverDate, serverNow } from '../../lib/clock/server-clock.ts'
import { t, toast, withdrawToast } from '../../ui/index.ts'
import { currentBoard, isLoaded, newestFirst, putOrders, shownNow } from './board.ts'
import { announceUpdate } from './order-changes.ts'
import { ring } from './screen-and-sound.tsx'

/** What the page rings for. */
export interface RingPolicy {
  isFor: (order: Order) => boolean
  /** Whether toasts report new and changed orders; false if the page shows all of them anyway. */
  withToasts: boolean
}

export const RING_FOR_ALL: RingPolicy = { isFor: () => true, withToasts: true }
/** For a page that rings for something else. */
export const RING_FOR_NONE: RingPolicy = { isFor: () => false, withToasts: false }

let ringPolicy = RING_FOR_ALL

/** Sets what the page that is open draws attention to. */
export function setRingPolicy(next: RingPolicy): void {
  ringPolicy = next
}

/** Puts an order from the live channel onto the board, and announces it if it is new or changed. */
export function receiveOrder(order: Order): void {
  const board = currentBoard()
  const shown = shownNow().find(({ id }) => id === order.id)
  putOrders([order])
  if (currentBoard() === board) return
  // Do not announce what the page already shows: its own change, or an order that was only printed.
  if (ringPolicy.withToasts && (!shown || isVisiblyChanged(order, shown))) announceUpdate(order, { before: shown })
  // Another device has already marked it as seen, but it is new on this page.
  const isNew = isLoaded(board) && !board.orders.has(order.id) && !board.goneAtVersion.has(order.id)
  if (isNew && isOpen(order.status) && order.seenAt !== null) announceOrders([order])
}

/** Whether two copies of an order differ in what the toast "Order Updated" reports: status, table or lines. */
function isVisiblyChanged(copy: Order, known: Order): boolean {
  if (copy.status !== known.status || copy.tableNumber !== known.tableNumber) return true
  const quantities = new Map(known.items.map(({ id, quantity }) => [id, quantity]))
  return (
    copy.items.length !== known.items.length || copy.items.some(({ id, quantity }) => quantities.get(id) !== quantity)
  )
}

/** What a page rings for: an order that is new, by its id, or the start of one that was placed for later. */
type RingKey = number | string

function ringKeyOf(order: Order): RingKey {
  return hasBegun(order, serverDate()) ? `${order.id} ${order.startAt}` : order.id
}

/** When this page last rang for each order, and for its start. */
const lastRungAt = new Map<RingKey, number>()
let nextRing: ReturnType<typeof setTimeout> | undefined

/** After so many milliseconds unseen, an order rings again (docs/product/board.md#board-rings-again). */
const RING_INTERVAL_MS = 60_000

/** The unseen orders that the page rings for. */
function unseenOrders(): Order[] {
  const now = serverDate()
  return [...currentBoard().orders.values()].filter((order) => isUnseen(order, now) && ringPolicy.isFor(order))
}

/**
 * Rings for every unseen order for which this page has not rung yet.
 * @param isSilent without toasts, because the opening page shows the orders anyway
 */
export function announceUnseen(isSilent = false): void {
  const unseen = unseenOrders()
  const unrung = unseen.filter((order) => !lastRungAt.has(ringKeyOf(order)))
  announceOrders(unrung.sort(newestFirst).reverse(), isSilent)
  awaitNextRing(unseen)
}

/** Rings once for all these orders, and shows a toast for each unless `isSilent`. */
function announceOrders(candidates: readonly Order[], isSilent = false): void {
  const orders = candidates.filter(ringPolicy.isFor)
  if (orders.length === 0) return
  const keys = orders.map(ringKeyOf)
  for (const key of keys) lastRungAt.set(key, serverNow())
  void ring()
  if (isSilent || !ringPolicy.withToasts) return
  // Only one toast shows at a time: this one must follow the toast about the change, to stay.
  setTimeout(() => {
    orders.forEach(({ id }, index) => {
      toast(
        keys[index] === id
          ? { title: t('orders.newOrder'), description: t('orders.newOrderDescription', { id }) }
          : { title: t('orders.moveOn.preparing'), description: t('orders.order', { id }) },
      )
    })
  })
}

/** Ends the ringing for unseen orders. */
export const stopRinging = (): void => clearTimeout(nextRing)

/** Waits for the moment at which an order that the page has rung for was unseen for too long. */
function awaitNextRing(unseen: readonly Order[]): void {
  clearTimeout(nextRing)
  if (unseen.length === 0) return
  const now = serverNow()
  const ringAt = Math.min(...unseen.map((order) => lastRungAt.get(ringKeyOf(order)) ?? now)) + RING_INTERVAL_MS
  nextRing = setTimeout(() => ringAgain(ringAt), ringAt - now)
}

// One ring for all unseen orders, so that many of them do not keep the bell ringing.
function ringAgain(ringAt: number): void {
  const unseen = unseenOrders()
  if (ringAt <= serverNow()) {
    for (const order of unseen) lastRungAt.set(ringKeyOf(order), serverNow())
    void ring()
  }
  awaitNextRing(unseen)
}

const LIVE = 'live channel'

/** Shows a toast about the lost live channel, on pages with toasts (docs/product/live-channel.md#live-reconnect). */
export function announceLost(): void {
  if (!ringPolicy.withToasts) return
  toast({
    title: t('errors.connection'),
    description: t('errors.connectionDescription'),
    variant: 'destructive',
    subject: LIVE,
  })
}

export const withdrawLost = (): void => withdrawToast(LIVE)
