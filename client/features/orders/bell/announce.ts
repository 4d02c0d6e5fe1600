import i18n from 'i18next'
import type { Order } from '#shared/contracts/orders.ts'
import { statusWord } from '../../../entities/order/index.ts'
import { toast } from '../../../ui/toast/store.ts'
import { ringsAgainAt, toRingFor } from '../board/board.ts'
import { useBoardState } from '../board/board-store.ts'
import { whereOf } from '../card/order-words.ts'
import { quietBell, ring } from './bell.ts'

/** When this page last rang for each order, for as long as it is open; never, for those that it passed over. */
const rung = new Map<number, number>()
const NEVER = Number.POSITIVE_INFINITY
let ringsAgain: ReturnType<typeof setTimeout> | undefined

/** Rings for every order that nobody has seen and for which this page has not rung yet. */
export function announceUnseen(quietly = false): void {
  announceOrders(toRingFor(useBoardState.getState().board, rung), quietly)
  awaitNextRing()
}

/** Marks old orders that this page has only just met, so that it does not ring for them. */
export function passOver(orders: readonly Order[]): void {
  for (const { id } of orders) if (!rung.has(id)) rung.set(id, NEVER)
}

/** Rings once for all of them, and shows a toast for each. `quietly`: without toasts, because the opening page shows the orders anyway. */
export function announceOrders(orders: readonly Order[], quietly = false): void {
  if (orders.length === 0) return
  for (const { id } of orders) rung.set(id, Date.now())
  void ring()
  if (quietly) return
  // Only one toast shows at a time: this one comes after the toast about the change, and stays.
  setTimeout(() => {
    for (const { id } of orders) {
      toast({ title: i18n.t('orders.newOrder'), description: i18n.t('orders.newOrderDescription', { id }) })
    }
  })
}

/** Rings no more for what stays unseen: the page is left. */
export function endRinging(): void {
  clearTimeout(ringsAgain)
  quietBell()
}

function awaitNextRing(): void {
  clearTimeout(ringsAgain)
  const next = ringsAgainAt(useBoardState.getState().board, rung)
  if (next !== undefined) ringsAgain = setTimeout(ringAgain, next - Date.now())
}

// One ring for all that are unseen, so that many of them don't keep the bell ringing.
function ringAgain(): void {
  const { board } = useBoardState.getState()
  if ((ringsAgainAt(board, rung) ?? NEVER) <= Date.now()) {
    for (const { id, seenAt } of board.orders.values()) {
      if (seenAt === null && rung.get(id) !== NEVER) rung.set(id, Date.now())
    }
    void ring()
  }
  awaitNextRing()
}

/** The live channel could not be opened, or was lost (docs/product.md#live-reconnect). */
export function announceLost(): void {
  toast({
    title: i18n.t('errors.connection'),
    description: i18n.t('errors.connectionDescription'),
    variant: 'destructive',
  })
}

interface Update {
  /** The order as it was shown, where that is known: another table since then is what the toast says. */
  before?: Order
  /** Offered for as long as the toast shows. */
  undo?: () => void
}

export function announceUpdate(order: Order, { before, undo }: Update = {}): void {
  const { id } = order
  const description =
    before && before.tableNumber !== order.tableNumber
      ? i18n.t('orderMove.moved', { id, from: whereOf(i18n.t, before), to: whereOf(i18n.t, order) })
      : i18n.t('orders.updatedDescription', { id, status: statusWord(i18n.t, order) })
  toast({
    title: i18n.t('orders.updated'),
    description,
    action: undo && { label: i18n.t('orders.undo'), onAct: undo },
  })
}

/**
 * Somebody else was quicker: what the order is now (docs/product.md#orders-match).
 * @param before as it was shown; where its table was another one, the toast says where it is
 */
export function announceChangedMeanwhile(order: Order, before = order): void {
  const isMoved = before.tableNumber !== order.tableNumber
  const status = [statusWord(i18n.t, order), ...(isMoved ? [whereOf(i18n.t, order)] : [])].join(', ')
  toast({
    variant: 'destructive',
    title: i18n.t('orders.changedMeanwhile'),
    description: i18n.t('orders.changedMeanwhileDescription', { id: order.id, status }),
  })
}
