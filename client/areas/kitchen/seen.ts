import type { Order, OrderLine, setLineDone } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import { isInKitchen } from '#shared/domain/orders/order.ts'
import type { BareEndpoint } from '../../lib/api/api.ts'
import { errorMessage, NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { createValue, stored } from '../../lib/browser/storage.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { i18n, toast } from '../../ui/index.ts'
import { changeOptimistically, dishName, leftSince, placeOf, refetchOrders } from '../orders/index.ts'

/**
 * What this device has shown of an order, apart from the changes that somebody must still see. Those, the difference
 * from the current order, are shown struck through until somebody taps "Seen" (docs/product/kitchen.md#kitchen-seen).
 */
export interface SeenState {
  /** Ids of the lines that this screen has shown open. */
  open: readonly number[]
  /** How many portions of a line were taken off, by its id; 0 is left out. */
  removed: Readonly<Record<number, number>>
  tableNumber: number | null
}

export type IsMine = (line: OrderLine) => boolean

/** Whether a line is still to be cooked; set menus and fees never are. */
export function isToCook({ quantity, doneAt, cooked }: Pick<OrderLine, 'quantity' | 'doneAt' | 'cooked'>): boolean {
  return quantity > 0 && !doneAt && cooked
}

/** How many portions were taken off a line since this device showed it. */
export function takenOff(line: Pick<OrderLine, 'id' | 'removedQuantity'>, seen: SeenState | undefined): number {
  return seen ? line.removedQuantity - (seen.removed[line.id] ?? 0) : 0
}

/**
 * Returns what the device knows of an order after it has shown it once more; undefined for an order that it need not
 * remember. What somebody must still see stays unseen, and what closed with open lines stays as it was. Lines that this
 * device has shown count also while their station is not chosen: it may be chosen again.
 */
export function nextSeenState(seen: SeenState | undefined, order: Order, isMine: IsMine): SeenState | undefined {
  if (!isInKitchen(order.status)) return seen
  const isShown = (line: OrderLine) => isMine(line) || seen?.open.includes(line.id)
  const open = order.items
    .filter((line) => isShown(line) && (isToCook(line) || isTakenOffUnseen(line, seen)))
    .map(({ id }) => id)
  const mine = order.items.filter((line) => isMine(line) || open.includes(line.id))
  if (!seen) return open.length > 0 ? { open, removed: removedOf(mine), tableNumber: order.tableNumber } : undefined
  if (open.length === 0) return undefined
  // Whoever cooks a line has seen it.
  const unseen = mine.filter(({ id }) => open.includes(id) && seen.open.includes(id))
  const removed = removedOf(
    mine.map((line) => (unseen.includes(line) ? { ...line, removedQuantity: seen.removed[line.id] ?? 0 } : line)),
  )
  return same(seen, { open, removed, tableNumber: seen.tableNumber })
}

/** Whether a line that this screen has shown open was taken off, and nobody has seen that. */
function isTakenOffUnseen(line: OrderLine, seen: SeenState | undefined): boolean {
  return !line.doneAt && takenOff(line, seen) > 0 && seen?.open.includes(line.id) === true
}

/** Returns what the device knows once somebody has seen that portions of a line were taken off. */
export function withSeenLine(seen: SeenState, line: OrderLine): SeenState {
  const open = line.quantity === 0 ? seen.open.filter((id) => id !== line.id) : seen.open
  return { ...seen, open, removed: { ...seen.removed, [line.id]: line.removedQuantity } }
}

export function withSeenMove(seen: SeenState, { tableNumber }: Order): SeenState {
  return { ...seen, tableNumber }
}

function removedOf(lines: readonly OrderLine[]): Record<number, number> {
  return Object.fromEntries(
    lines.flatMap(({ id, removedQuantity }) => (removedQuantity > 0 ? [[id, removedQuantity]] : [])),
  )
}

/** Returns the former value if it is equal, so that a card is not rendered again. */
function same(seen: SeenState, next: SeenState): SeenState {
  return JSON.stringify(seen) === JSON.stringify(next) ? seen : next
}

/** More orders than a kitchen has open; beyond this number, only the newest are remembered. */
const MAX_REMEMBERED = 600
/** Writing to the browser's storage is slow, so several changes are written together. */
const WRITE_AFTER_MS = 300

const storedStates = stored<[number, SeenState][]>('kitchen-known', 1, (value) =>
  Array.isArray(value) ? value.filter(isEntry).slice(-MAX_REMEMBERED) : undefined,
)

function isEntry(value: unknown): value is [number, SeenState] {
  if (!Array.isArray(value) || typeof value[0] !== 'number' || typeof value[1] !== 'object') return false
  const seen = value[1] as Partial<SeenState> | null
  return Array.isArray(seen?.open) && typeof seen.removed === 'object' && seen.removed !== null
}

/** What has been seen on this device of the orders on its kitchen screen, by order id. */
export const seenStates = createValue<ReadonlyMap<number, SeenState>>(new Map())
/** The orders whose state is not written yet. */
const unwritten = new Set<number>()
let writing: ReturnType<typeof setTimeout> | undefined

/** Reads what the device remembers. Call it when the screen opens. */
export function loadSeenStates(): void {
  seenStates.set(new Map(storedStates.read()))
}

/** Writes what is not written yet, and clears the memory. Call it when the page is left. */
export function unloadSeenStates(): void {
  writeSeenStates()
  seenStates.set(new Map())
}

export function writeSeenStates(): void {
  if (writing === undefined) return
  clearTimeout(writing)
  writing = undefined
  const states = seenStates.get()
  // Only what has changed here: another tab writes what was seen there.
  const written = new Map(storedStates.isUpToDate() ? storedStates.read() : states)
  for (const id of unwritten) {
    const seen = states.get(id)
    if (seen) written.set(id, seen)
    else written.delete(id)
  }
  unwritten.clear()
  storedStates.write([...written].sort(([a], [b]) => a - b).slice(-MAX_REMEMBERED))
}

function change(orders: Iterable<Order>, next: (order: Order, seen?: SeenState) => SeenState | undefined): void {
  const states = seenStates.get()
  const changed = new Map(states)
  let isChanged = false
  for (const order of orders) {
    const before = states.get(order.id)
    const after = next(order, before)
    if (after === before) continue
    unwritten.add(order.id)
    if (after) changed.set(order.id, after)
    else changed.delete(order.id)
    isChanged = true
  }
  if (!isChanged) return
  seenStates.set(changed)
  writing ??= setTimeout(writeSeenStates, WRITE_AFTER_MS)
}

/** Remembers what the orders of the board show now. */
export function recordShown(orders: Iterable<Order>, isMine: IsMine): void {
  change(orders, (order, seen) => nextSeenState(seen, order, isMine))
}

export function seeLine(order: Order, line: OrderLine): void {
  change([order], (_, seen) => seen && withSeenLine(seen, line))
}

export function seeMove(order: Order): void {
  change([order], (_, seen) => seen && withSeenMove(seen, order))
}

/** Somebody has seen that an order was cancelled, delivered or completed: its card disappears. */
export function seeEnd(order: Order): void {
  change([order], () => undefined)
}

const doneEndpoint: BareEndpoint<typeof setLineDone> = { method: 'POST', path: '/api/orders/:id/items/:itemId/done' }

interface OrderOfLine {
  order: Order
  line: OrderLine
}

/**
 * Ticks lines, or takes the ticks back. The page shows this at once, and then the server's state. One toast reports all
 * failures.
 * @param language the language of the dishes on the cards
 */
export async function tickLines(lines: readonly OrderOfLine[], done: boolean, language: Language): Promise<void> {
  const isPageLeft = leftSince()
  const failures = await Promise.all(
    lines.map(async (one) => {
      try {
        await tick(one, done)
        return []
      } catch (error) {
        // Another page, perhaps of another user, has nothing to say about it.
        if (isPageLeft()) return []
        refetchOrders()
        return [{ ...one, reason: reasonOf(error) }]
      }
    }),
  )
  reportFailures(failures.flat(), done, language)
}

/** Changes of one line are sent one after another. */
function tick({ order: { id }, line }: OrderOfLine, done: boolean): Promise<unknown> {
  const doneAt = done ? new Date().toISOString() : null
  const apply = (order: Order) => ({
    ...order,
    items: order.items.map((item) =>
      item.id === line.id && done !== Boolean(item.doneAt) ? { ...item, doneAt } : item,
    ),
  })
  return changeOptimistically({ orderId: id, queue: `line ${line.id}`, apply }, () =>
    sendChange(doneEndpoint, { params: { id: String(id), itemId: String(line.id) }, body: { done } }),
  )
}

export function reportClosed(one: OrderOfLine, done: boolean, language: Language): void {
  reportFailures([{ ...one, reason: i18n.t('kitchen.failed.closed') }], done, language)
}

type Failure = OrderOfLine & { reason: string }

function reportFailures(failures: readonly Failure[], done: boolean, language: Language): void {
  const [first] = failures
  if (!first) return
  const { t } = i18n
  const nameOf = ({ order, line }: OrderOfLine) =>
    `${order.tableNumber === null ? `#${order.id}` : placeOf(t, order)}: ${dishName(t, language, line)}`
  const reasons = new Set(failures.map(({ reason }) => reason))
  toast({
    variant: 'destructive',
    title: t(done ? 'kitchen.failed.done' : 'kitchen.failed.undone'),
    description: `${failures.map(nameOf).join('; ')}. ${[...reasons].join(' ')}`,
    subject: `ticks of ${first.order.id}`,
  })
}

function reasonOf(error: unknown): string {
  const { t } = i18n
  if (error instanceof NoAnswerError) return t('kitchen.failed.noAnswer')
  const code = error instanceof RequestError ? error.code : undefined
  if (code === 'order_closed') return t('kitchen.failed.closed')
  return errorMessage(error)
}
