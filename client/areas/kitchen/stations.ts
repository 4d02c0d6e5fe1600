import { useLayoutEffect, useMemo, useRef } from 'react'
import type { Order, OrderLine, setLineDone } from '#shared/contracts/orders.ts'
import { DEFAULT_STATIONS, type Station, stationIdOf } from '#shared/domain/kitchen.ts'
import { isInKitchen, TAKE_BACK_MS } from '#shared/domain/orders/order.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { errorMessage, NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { createValue, followOtherTabs, latestOf, stored } from '../../lib/browser/storage.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { language, t, toast } from '../../ui/index.ts'
import { changeOptimistically, dishName, leftSince, placeOf, refetchOrders } from '../orders/index.ts'
import type { IsMine, KitchenCard } from './cards.ts'

/* The stations that this device shows, and what their cooks do: they tick lines, and call them back. */

const storedChoice = stored<number[]>('kitchen-stations', 1, (value) =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : undefined,
)

const choice = createValue<readonly number[]>(storedChoice.read() ?? [])

/** Reads what the device has stored. Call it when the screen opens. */
export function readStations(): void {
  choice.set(latestOf(storedChoice, choice.get(), []))
}
followOtherTabs(storedChoice, readStations)

interface Stations {
  all: readonly Station[]
  /** Ids of the stations that this device shows; at least one. */
  chosen: readonly number[]
  /** Whether a line belongs to one of them; the same function until the choice changes. */
  isMine: IsMine
  /** Adds or removes a station; the last one stays. */
  toggle: (id: number) => void
}

/** The stations that this device shows (docs/product/kitchen.md#kitchen-stations); the first one at first. */
export function useStations(): Stations {
  const { stations } = useSettings()
  const ids = choice.use()
  return useMemo(() => {
    const all = stations?.length ? stations : DEFAULT_STATIONS
    const chosenOf = (stored: readonly number[]) => {
      const known = all.map(({ id }) => id).filter((id) => stored.includes(id))
      return known.length > 0 ? known : all.slice(0, 1).map(({ id }) => id)
    }
    const chosen = chosenOf(ids)
    return {
      all,
      chosen,
      isMine: (line) => chosen.includes(stationIdOf(all, line.stationId)),
      toggle(id) {
        readStations()
        const before = chosenOf(choice.get())
        const next = before.includes(id) ? before.filter((other) => other !== id) : [...before, id]
        if (next.length === 0) return
        storedChoice.write(next)
        choice.set(next)
      },
    }
  }, [stations, ids])
}

export interface Recallable {
  order: Order
  lines: readonly OrderLine[]
  /** When the last of them was cooked, in milliseconds since 1970. */
  doneAt: number
}

/**
 * The orders of which the chosen stations have finished everything in the last half hour, the newest first. The server
 * takes no line back that was cooked earlier, nor of an order that was delivered.
 * @param now milliseconds since 1970
 */
export function recallable(orders: Iterable<Order>, isMine: IsMine, now: number): Recallable[] {
  return [...orders].flatMap((order) => recallableOf(order, isMine, now) ?? []).sort((a, b) => b.doneAt - a.doneAt)
}

function recallableOf(order: Order, isMine: IsMine, now: number): Recallable | undefined {
  if (!isInKitchen(order.status)) return undefined
  const mine = order.items.filter((line) => line.quantity > 0 && line.cooked && isMine(line))
  if (mine.length === 0 || mine.some(({ doneAt }) => !doneAt)) return undefined
  const lines = mine.filter(({ doneAt }) => now - Date.parse(doneAt ?? '') < TAKE_BACK_MS)
  if (lines.length === 0) return undefined
  return { order, lines, doneAt: Math.max(...lines.map(({ doneAt }) => Date.parse(doneAt ?? ''))) }
}

interface OrderOfLine {
  order: Order
  line: OrderLine
}

/** What cooks call an order: its table, or its number. */
export function nameOf(t: TFunction, order: Order): string {
  return order.tableNumber === null ? `#${order.id}` : placeOf(t, order)
}

/** Ticks lines, or takes the ticks back: shown at once, then the server's state. One toast reports all failures. */
export async function tickLines(lines: readonly OrderOfLine[], done: boolean): Promise<void> {
  const isPageLeft = leftSince()
  const reasons = await Promise.all(lines.map((line) => tick(line, done).then(() => undefined, reasonOf)))
  const failed = lines.filter((_, i) => reasons[i] !== undefined)
  const [first] = failed
  // Another page, perhaps of another user, has nothing to say about it.
  if (!first || isPageLeft()) return
  refetchOrders()
  const names = failed.map(({ order, line }) => `${nameOf(t, order)}: ${dishName(t, language, line)}`)
  toast({
    variant: 'destructive',
    title: t(done ? 'kitchen.failed.done' : 'kitchen.failed.undone'),
    description: `${names.join('; ')}. ${[...new Set(reasons)].join(' ').trim()}`,
    subject: `ticks of ${first.order.id}`,
  })
}

/** No line of an order that has left the kitchen can be ticked. */
const CLOSED = new Error('closed')

/** Changes of one line are sent one after another. */
async function tick({ order: { id, status }, line }: OrderOfLine, done: boolean): Promise<void> {
  const doneAt = done ? new Date().toISOString() : null
  const apply = (order: Order) => ({
    ...order,
    items: order.items.map((item) =>
      item.id === line.id && done !== Boolean(item.doneAt) ? { ...item, doneAt } : item,
    ),
  })
  if (!isInKitchen(status)) throw CLOSED
  await changeOptimistically({ orderId: id, queue: `line ${line.id}`, apply }, () =>
    sendChange<typeof setLineDone>('POST /api/orders/:id/items/:itemId/done', {
      params: { id: String(id), itemId: String(line.id) },
      body: { done },
    }),
  )
}

function reasonOf(error: unknown): string {
  if (error instanceof NoAnswerError) return t('kitchen.failed.noAnswer')
  const isClosed = error === CLOSED || (error instanceof RequestError && error.code === 'order_closed')
  return isClosed ? t('kitchen.failed.closed') : errorMessage(error)
}

/** Ticks all lines of a card that are still to be cooked, which are those of the chosen stations. */
export function tickRest({ order, toCook }: KitchenCard): void {
  void tickLines(
    toCook.map((line) => ({ order, line })),
    true,
  )
}

/** A tap within this time, in ms, was meant for what its place showed before. */
export const LATE_TAP_MS = 500

/**
 * Recognizes a tap that was meant to do what somebody else did a moment before, and would undo it.
 * @param shown the state that a tap reverses
 * @returns call it with each tap and the state that it wants: whether the tap comes too late to count
 */
export function useLateTaps(shown: boolean): (wanted: boolean) => boolean {
  const expected = useRef(shown)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (expected.current === shown) return
    expected.current = shown
    changedAt.current = performance.now()
  }, [shown])
  return (wanted) => {
    if (performance.now() - changedAt.current < LATE_TAP_MS) return true
    expected.current = wanted
    return false
  }
}

export const HEAD_BUTTON = 'large-target min-w-14 shrink-0 px-4'
