import type { Order } from '#shared/contracts/orders.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { nextTurn } from '#shared/domain/orders/later.ts'
import { serverDate, serverNow } from '../../lib/clock/server-clock.ts'
import { i18n, toast, withdrawToast } from '../../ui/index.ts'
import { ring, stopBell } from './bell.ts'
import { type Board, nextRingAt, type Occasion, occasionOf, ordersToRing, unseenOf } from './board.ts'
import { changeBoard, useBoardState } from './board-store.ts'
import { destinationOf, statusWord } from './order-text.ts'

export interface RingPolicy {
  isFor: (order: Order) => boolean
  /** Whether toasts report new and changed orders; false if the page shows all of them anyway. */
  withToasts: boolean
}

/** When this page last rang for each order, and for its start; NEVER for orders that it does not ring for. */
const lastRungAt = new Map<Occasion, number>()
const NEVER = Number.POSITIVE_INFINITY
/** What the page that is open draws attention to. */
let ringPolicy: RingPolicy = { isFor: () => true, withToasts: true }
let nextRing: ReturnType<typeof setTimeout> | undefined
let turning: ReturnType<typeof setTimeout> | undefined

export function setRingPolicy(next: RingPolicy): void {
  ringPolicy = next
}

/** The board, without the orders that the page does not ring for. */
function boardToRingFor(): Board {
  const { board } = useBoardState.getState()
  return { ...board, orders: new Map([...board.orders].filter(([, order]) => ringPolicy.isFor(order))) }
}

/**
 * Rings for every unseen order for which this page has not rung yet.
 * @param isSilent without toasts, because the opening page shows the orders anyway
 */
export function announceUnseen(isSilent = false): void {
  announceOrders(ordersToRing(boardToRingFor(), lastRungAt), isSilent)
  awaitNextRing()
}

/** Marks old orders that this page has just loaded, so that it does not ring for them. */
export function skipRinging(orders: readonly Order[]): void {
  for (const { id } of orders) if (!lastRungAt.has(id)) lastRungAt.set(id, NEVER)
}

/** Rings once for all these orders, and shows a toast for each unless `isSilent`. */
export function announceOrders(candidates: readonly Order[], isSilent = false): void {
  const orders = candidates.filter(ringPolicy.isFor)
  if (orders.length === 0) return
  const occasions = orders.map((order) => occasionOf(order))
  for (const occasion of occasions) lastRungAt.set(occasion, serverNow())
  void ring()
  if (isSilent || !ringPolicy.withToasts) return
  // Only one toast shows at a time: this one must follow the toast about the change, to stay.
  setTimeout(() => {
    orders.forEach(({ id }, index) => {
      toast(
        occasions[index] === id
          ? { title: i18n.t('orders.newOrder'), description: i18n.t('orders.newOrderDescription', { id }) }
          : { title: i18n.t('orders.moveOn.preparing'), description: i18n.t('orders.order', { id }) },
      )
    })
  })
}

/** A tablet that slept does not know how long. */
const MAX_WAIT_MS = 60_000

/** Makes what is made of the list anew, and rings, when an order for later begins. Returns a function that ends it. */
export function followTurns(): () => void {
  const wait = () => {
    clearTimeout(turning)
    const next = nextTurn(useBoardState.getState().board.orders.values(), serverDate())
    if (next === undefined) return
    turning = setTimeout(() => (serverNow() < next ? wait() : turn()), Math.min(next - serverNow(), MAX_WAIT_MS))
  }
  const turn = () => {
    changeBoard((board) => ({ ...board, orders: new Map(board.orders) }))
    announceUnseen()
  }
  wait()
  const unsubscribe = useBoardState.subscribe(({ board }, before) => {
    if (board.orders !== before.board.orders) wait()
  })
  return () => {
    clearTimeout(turning)
    unsubscribe()
  }
}

/** Stops ringing for unseen orders, when the page is left. */
export function stopRinging(): void {
  clearTimeout(nextRing)
  stopBell()
}

function awaitNextRing(): void {
  clearTimeout(nextRing)
  const ringAt = nextRingAt(boardToRingFor(), lastRungAt)
  if (ringAt !== undefined) nextRing = setTimeout(ringAgain, ringAt - serverNow())
}

// One ring for all unseen orders, so that many of them do not keep the bell ringing.
function ringAgain(): void {
  const board = boardToRingFor()
  if ((nextRingAt(board, lastRungAt) ?? NEVER) <= serverNow()) {
    for (const occasion of unseenOf(board).map((order) => occasionOf(order))) {
      if (lastRungAt.get(occasion) !== NEVER) lastRungAt.set(occasion, serverNow())
    }
    void ring()
  }
  awaitNextRing()
}

const LIVE = 'live channel'

/** Shows a toast about the lost live channel, on pages with toasts (docs/product/live-channel.md#live-reconnect). */
export function announceLost(): void {
  if (!ringPolicy.withToasts) return
  toast({
    title: i18n.t('errors.connection'),
    description: i18n.t('errors.connectionDescription'),
    variant: 'destructive',
    subject: LIVE,
  })
}

/** Withdraws that report, because the board is up to date again. */
export function announceBack(): void {
  withdrawToast(LIVE)
}

interface Update {
  /** The order as it was shown: if its table has changed since, the toast shows the move. */
  before?: Order
  /** What has changed, if it is something else. */
  description?: string
  /** Called by the button that the toast then has. */
  undo?: () => void
  /** The same, for an order that was handed over unpaid. */
  pay?: () => void
}

/** The same for a change that somebody else made, if the page reports such changes. */
export function announceOthersUpdate(order: Order, before: Order | undefined): void {
  if (ringPolicy.withToasts) announceUpdate(order, { before })
}

/** Shows that an order has changed: its status, or the table it was moved to. */
export function announceUpdate(order: Order, { before, description, undo, pay }: Update = {}): void {
  const { id } = order
  const owed = () => i18n.t('due.due', { amount: formatMoney(order.due ?? 0, order.currency) })
  const usual =
    before && before.tableNumber !== order.tableNumber
      ? i18n.t('orderMove.moved', { id, from: destinationOf(i18n.t, before), to: destinationOf(i18n.t, order) })
      : i18n.t('orders.updatedDescription', { id, status: pay ? owed() : statusWord(i18n.t, order) })
  toast({
    title: i18n.t(pay ? 'due.handedOverUnpaid' : 'orders.updated'),
    description: description ?? usual,
    action: undo && { label: i18n.t('orders.undo'), onAct: undo },
    nextAction: pay && { label: i18n.t('due.take'), onAct: pay },
  })
}

/**
 * Shows that a change was rejected because somebody else has changed the order, and its state
 * (docs/product/orders.md#orders-match).
 * @param before the order as it was shown; if its table has changed since, the toast shows the new one
 */
export function announceChangedMeanwhile(order: Order, before = order): void {
  const isMoved = before.tableNumber !== order.tableNumber
  const status = [statusWord(i18n.t, order), ...(isMoved ? [destinationOf(i18n.t, order)] : [])].join(', ')
  toast({
    variant: 'destructive',
    title: i18n.t('orders.changedMeanwhile'),
    description: i18n.t('orders.changedMeanwhileDescription', { id: order.id, status }),
  })
}
