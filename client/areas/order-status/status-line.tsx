import { ChevronUp, RotateCcw, WifiOff, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { WatchedLine } from '#shared/contracts/live.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { type Named, nameIn } from '#shared/domain/language.ts'
import { isSoldOut, type Orderable } from '#shared/domain/menu/filter.ts'
import { choiceProblems, possibleChoice } from '#shared/domain/menu/options.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { cartDishOf } from '#shared/domain/orders/cart.ts'
import { cartOptions } from '#shared/domain/orders/cart-repair.ts'
import { withLabel } from '#shared/domain/table.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { queryClient } from '../../lib/api/query.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { type FrameOf, followLive, sendFrame, useLiveStatus } from '../../lib/live/live.ts'
import { Watch } from '../../lib/live/watch.ts'
import { timeZone } from '../../lib/settings/settings.ts'
import { Button, Dialog, IconButton, language, t, toast, useRootMark } from '../../ui/index.ts'
import { mustAskBeforeAdding } from '../allergens/index.ts'
import { activeCart, groupsOfDish, optionsQuery } from '../cart/index.ts'
import { OrderedLines } from '../orders/index.ts'
import { useTableLabels } from '../tables/index.ts'
import { ConnectionNote, PickupTime, STAGE_COLOR, StageBar, UsualTime, useStageTexts } from './order-progress.tsx'
import {
  canDismiss,
  hasChangedSince,
  hasEnded,
  type OwnOrder,
  orderInLine,
  ownOrders,
  ownOrdersStore,
  stageOf,
  useOwnOrders,
} from './own-orders.ts'

function OwnOrdersDialog({ open, onClose, menu }: { open: boolean; onClose: () => void; menu: readonly MenuItem[] }) {
  const orders = useOwnOrders()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('orderStatus.title', { count: orders.length })}
    >
      <ConnectionNote className="mb-4" />
      <ul className="space-y-4">
        {orders.map((order) => (
          <OrderCard key={order.orderId} order={order} menu={menu} onAgain={onClose} />
        ))}
      </ul>
    </Dialog>
  )
}

interface OrderCardProps {
  order: OwnOrder
  menu: readonly MenuItem[]
  /** Its dishes were put into the cart again. */
  onAgain: () => void
}

function OrderCard({ order, menu, onAgain }: OrderCardProps) {
  const labelOf = useTableLabels()
  const { stageName, sentence, change } = useStageTexts()(order)
  const { orderId, tableNumber, takeaway, total, currency, at } = order
  const again = () => {
    void orderAgain(order.lines, menu)
    onAgain()
  }
  const where =
    tableNumber !== null
      ? withLabel(t('common.table', { number: tableNumber }), labelOf(tableNumber))
      : takeaway
        ? t('checkout.takeaway')
        : t('checkout.dineIn')
  return (
    <li className="card-face p-4">
      <h3 className="flex items-baseline justify-between gap-3">
        <span className="display figures text-lg">{t('orderStatus.order', { id: orderId })}</span>
        {total !== null && <span className="figures font-semibold">{formatMoney(total, currency)}</span>}
      </h3>
      <p className="text-small text-muted">
        {where} · {formatTime(new Date(at), timeZone)}
      </p>
      <p className="mt-3 text-body">
        <strong className={`font-semibold ${STAGE_COLOR[stageOf(order)]}`}>{stageName}</strong>
        <span className="block text-muted">{sentence}</span>
      </p>
      {change && <p className="mt-2 text-body text-pending">{change}</p>}
      {!hasEnded(order) && <StageBar order={order} isNamed className="mt-3.5" />}
      <UsualTime order={order} className="mt-3" />
      <PickupTime order={order} className="mt-3" />
      {order.lines.length > 0 && (
        <div className="mt-3 border-line border-t pt-1">
          <OrderedLines lines={order.lines} currency={order.currency} />
          <Button variant="outline" className="mt-1 w-full" disabled={menu.length === 0} onClick={again}>
            <RotateCcw className="size-4.5" />
            {t('orderStatus.again')}
            <span className="sr-only"> {t('orderStatus.order', { id: orderId })}</span>
          </Button>
        </div>
      )}
      {canDismiss(order) && (
        <Button variant="outline" size="small" className="mt-3.5" onClick={() => ownOrders.dismiss(orderId)}>
          {t('orderStatus.dismiss')}
          <span className="sr-only"> {t('orderStatus.order', { id: orderId })}</span>
        </Button>
      )}
    </li>
  )
}

/** A line above the cart's bar with this phone's most important order; a tap opens a dialog with all. */
export default function StatusLine({ menu }: { menu: readonly MenuItem[] }) {
  const orders = useOwnOrders()
  const textsOf = useStageTexts()
  const { state } = useLiveStatus()
  const [open, setOpen] = useState(false)
  useEffect(followOrders, [])
  useMarkEndsSeen(orders)
  const shown = orderInLine(orders)
  useRootMark('status-line', shown !== undefined)
  if (!shown) return null
  const isDisconnected = state === 'reconnecting' || state === 'offline'
  const allEnded = orders.every(hasEnded)
  const { change } = textsOf(shown)
  return (
    <>
      <div
        data-status-line=""
        className="above-bars fixed inset-x-4 bottom-(--above-cart) z-30 flex h-16 card-face text-ink shadow-lift md:right-auto md:left-10 md:w-90"
      >
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-card pr-3 pl-4 text-left"
        >
          <span className="min-w-0 flex-1">
            <span className="flex items-baseline justify-between gap-2">
              <strong className={`truncate text-body font-semibold ${STAGE_COLOR[stageOf(shown)]}`}>
                {textsOf(shown).stageName}
              </strong>
              <span className="figures shrink-0 text-small text-muted">
                <span className="max-[23rem]:sr-only">{t('orderStatus.order', { id: shown.orderId })}</span>
                {/* On the narrowest phones the status itself needs the room. */}
                <span aria-hidden="true" className="min-[23rem]:hidden">
                  #{shown.orderId}
                </span>
                {orders.length > 1 && ` ${t('orderStatus.more', { count: orders.length - 1 })}`}
              </span>
            </span>
            {isDisconnected ? (
              <span className="mt-0.5 flex items-center gap-1.5 text-small leading-tight text-pending">
                <WifiOff className="size-3.5 shrink-0" />
                <span className="line-clamp-2">{t('sharedTable.connectionLost')}</span>
              </span>
            ) : allEnded ? (
              <span className="mt-0.5 line-clamp-2 text-small leading-tight text-muted">{textsOf(shown).sentence}</span>
            ) : change ? (
              <span className="mt-0.5 line-clamp-2 text-small leading-tight text-pending">{change}</span>
            ) : (
              <>
                <PickupTime order={shown} isLine />
                <StageBar order={shown} className="mt-2" />
              </>
            )}
          </span>
          {!allEnded && <ChevronUp className="size-4.5 shrink-0 text-muted" />}
        </button>
        {allEnded && (
          <IconButton
            label={t('orderStatus.dismissAll')}
            onClick={() => {
              for (const { orderId } of orders) ownOrders.dismiss(orderId)
            }}
            className="my-auto mr-2 size-10 rounded-full"
          >
            <X className="size-4.5" />
          </IconButton>
        )}
      </div>
      <OwnOrdersDialog open={open} onClose={() => setOpen(false)} menu={menu} />
      <StatusAnnouncer />
    </>
  )
}

/** Announces each change of stage, total or table to a screen reader, but not the initial state. */
function StatusAnnouncer() {
  const orders = useOwnOrders()
  const textsOf = useStageTexts()
  const labelOf = useTableLabels()
  const [previousOrders, setPreviousOrders] = useState(orders)
  const [announcement, setAnnouncement] = useState('')
  if (orders !== previousOrders) {
    setPreviousOrders(orders)
    const announcements = orders.flatMap((order) => {
      const earlier = previousOrders.find(({ orderId }) => orderId === order.orderId)
      if (!earlier) return []
      const { stageName, sentence, change } = textsOf(order)
      const id = order.orderId
      const { tableNumber: number } = order
      const isMoved = number !== null && earlier.tableNumber !== number
      return [
        ...(stageOf(earlier) === stageOf(order) ? [] : [t('orderStatus.announced', { id, word: stageName, sentence })]),
        ...(change && hasChangedSince(earlier, order) ? [`${t('orderStatus.order', { id })}: ${change}`] : []),
        ...(isMoved
          ? [`${t('orderStatus.order', { id })}: ${withLabel(t('common.table', { number }), labelOf(number))}`]
          : []),
      ]
    })
    if (announcements.length > 0) setAnnouncement(announcements.join(' '))
  }
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}

/** Records that the guest has seen an order's end, once the page is visible. */
function useMarkEndsSeen(orders: readonly OwnOrder[]): void {
  useEffect(() => {
    const unseenIds = orders.filter((order) => hasEnded(order) && !order.told).map(({ orderId }) => orderId)
    if (unseenIds.length === 0) return
    const markSeen = () => {
      if (document.visibilityState === 'visible') ownOrders.markEndSeen(unseenIds)
    }
    markSeen()
    document.addEventListener('visibilitychange', markSeen)
    return () => document.removeEventListener('visibilitychange', markSeen)
  }, [orders])
}

/** Puts what an order had into the cart, as it was, and names what is left out (docs/product/checkout.md#checkout-again). */
export async function orderAgain(
  lines: readonly WatchedLine[],
  menu: readonly (MenuItem & Orderable)[],
): Promise<void> {
  const hasGroups = ({ menuItemId }: WatchedLine) =>
    menu.some(({ id, optionGroupIds }) => id === menuItemId && optionGroupIds.length > 0)
  // Without them, the dishes that have some are left out.
  const groups = lines.some(hasGroups) ? await queryClient.ensureQueryData(optionsQuery).catch(() => undefined) : []
  // The parts of a line stand below it.
  const wholes = lines.flatMap((line, index) => (line.partOf === null ? [{ line, index }] : []))
  const leftOut: Named[] = []
  for (const [i, { line, index }] of wholes.entries()) {
    const dish = menu.find(({ id }) => id === line.menuItemId)
    const parts = lines.slice(index + 1, wholes[i + 1]?.index)
    if (!dish || !putAgain(dish, line, parts, groupsOfDish(dish, groups))) leftOut.push(dish ?? line)
  }
  const names = [...new Set(leftOut.map((dish) => nameIn(language, dish)))].join(', ')
  const outcome = leftOut.length === 0 ? 'againDone' : leftOut.length < wholes.length ? 'againPart' : 'againNone'
  toast({
    title: t(`orderStatus.${outcome}`),
    description: names ? t('orderStatus.againLeftOut', { names }) : undefined,
  })
}

/** Whether a line could be put into the cart as it was: with each option, and without a question about allergens. */
function putAgain(
  dish: MenuItem & Orderable,
  { quantity, notes, options }: WatchedLine,
  parts: readonly WatchedLine[],
  groups: readonly OptionGroup[] | undefined,
): boolean {
  if (isSoldOut(dish) || !groups) return false
  const all = groups.flatMap((group) => group.options)
  const wanted = [
    ...options,
    // The parts name dishes; a fee, which has a price, is none.
    ...parts
      .filter(({ menuItemId, price }) => menuItemId !== null || price === 0)
      .map((part) => ({
        id: all.find(({ menuItemId }) => menuItemId === part.menuItemId)?.id ?? null,
        quantity: Math.round(part.quantity / quantity),
      })),
  ].flatMap(({ id, quantity }) => Array<number>(quantity).fill(id ?? 0))
  const chosen = possibleChoice(groups, wanted, serverDate())
  if (chosen.length < wanted.length || choiceProblems(groups, chosen, serverDate()).length > 0) return false
  const ofOptions = all.filter(({ id }) => chosen.includes(id)).flatMap(({ allergenCodes }) => allergenCodes)
  if (mustAskBeforeAdding({ ...dish, allergenCodes: [...dish.allergenCodes, ...ofOptions] })) return false
  return activeCart().put({
    dish: cartDishOf(dish),
    quantity,
    notes: notes ?? '',
    options: cartOptions(groups, chosen),
  })
}

/** Keeps the status of this phone's orders up to date over the live channel. @returns a function that stops it */
export function followOrders(): () => void {
  const { getState: orders } = ownOrdersStore
  const watch = new Watch<OwnOrder>(
    ({ orderId }) => orderId,
    ({ orderId, token }) => sendFrame({ type: 'WATCH_ORDER', payload: { orderId, token }, ref: -orderId }),
  )

  function onStatus({ payload }: FrameOf<'ORDER_STATUS'>) {
    watch.answered(payload.orderId)
    ownOrders.applyStatus(payload)
  }

  function onError({ payload: { code }, ref }: FrameOf<'ERROR'>) {
    if (ref === undefined || ref >= 0) return
    if (code !== 'order_not_yours') return watch.failed(-ref)
    watch.answered(-ref)
    // The server does not have this order, for example after a backup was restored.
    ownOrders.dismiss(-ref)
  }

  function onHeartbeat() {
    ownOrders.expire()
    watch.heartbeat(orders())
  }

  const unfollow = followLive({
    opened: () => watch.opened(orders()),
    ORDER_STATUS: onStatus,
    ERROR: onError,
    HEARTBEAT: onHeartbeat,
  })
  const unsubscribe = ownOrdersStore.subscribe((orders) => watch.changed(orders))
  return () => {
    unsubscribe()
    unfollow()
  }
}
