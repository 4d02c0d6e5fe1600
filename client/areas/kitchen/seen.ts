import { create } from 'zustand'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { isInKitchen } from '#shared/domain/orders/order-status.ts'
import { stored } from '../../lib/browser/storage.ts'

/**
 * What this device has shown of an order, apart from the changes that somebody must still see. Those, the difference
 * from the current order, are shown struck through until somebody taps "Seen" (docs/product/kitchen.md#kitchen-seen).
 */
export interface Known {
  /** Ids of the lines that this screen has shown open. */
  open: readonly number[]
  /** How many portions of a line were taken off, by its id; 0 is left out. */
  removed: Readonly<Record<number, number>>
  tableNumber: number | null
}

export type IsMine = (line: OrderLine) => boolean

/** Whether a line is still to be cooked. */
export function isToCook({ quantity, doneAt }: Pick<OrderLine, 'quantity' | 'doneAt'>): boolean {
  return quantity > 0 && !doneAt
}

/** How many portions were taken off a line since this device showed it. */
export function takenOff(line: Pick<OrderLine, 'id' | 'removedQuantity'>, known: Known | undefined): number {
  return known ? line.removedQuantity - (known.removed[line.id] ?? 0) : 0
}

/**
 * Returns what the device knows of an order after it has shown it once more; undefined for an order that it need not
 * remember. What somebody must still see stays unknown, and what closed with open lines stays as it was. Lines that this
 * device has shown count also while their station is not chosen: it may be chosen again.
 */
export function learned(known: Known | undefined, order: Order, isMine: IsMine): Known | undefined {
  if (!isInKitchen(order.status)) return known
  const isShown = (line: OrderLine) => isMine(line) || known?.open.includes(line.id)
  const open = order.items
    .filter((line) => isShown(line) && (isToCook(line) || isTakenOffUnseen(line, known)))
    .map(({ id }) => id)
  const mine = order.items.filter((line) => isMine(line) || open.includes(line.id))
  if (!known) return open.length > 0 ? { open, removed: removedOf(mine), tableNumber: order.tableNumber } : undefined
  if (open.length === 0) return undefined
  // Whoever cooks a line has seen it.
  const unseen = mine.filter(({ id }) => open.includes(id) && known.open.includes(id))
  const removed = removedOf(
    mine.map((line) => (unseen.includes(line) ? { ...line, removedQuantity: known.removed[line.id] ?? 0 } : line)),
  )
  return same(known, { open, removed, tableNumber: known.tableNumber })
}

/** Whether a line that this screen has shown open was taken off, and nobody has seen that. */
function isTakenOffUnseen(line: OrderLine, known: Known | undefined): boolean {
  return !line.doneAt && takenOff(line, known) > 0 && known?.open.includes(line.id) === true
}

/** Returns what the device knows once somebody has seen that portions of a line were taken off. */
export function withSeenLine(known: Known, line: OrderLine): Known {
  const open = line.quantity === 0 ? known.open.filter((id) => id !== line.id) : known.open
  return { ...known, open, removed: { ...known.removed, [line.id]: line.removedQuantity } }
}

export function withSeenMove(known: Known, { tableNumber }: Order): Known {
  return { ...known, tableNumber }
}

/** The number of portions taken off each line. */
function removedOf(lines: readonly OrderLine[]): Record<number, number> {
  return Object.fromEntries(
    lines.flatMap(({ id, removedQuantity }) => (removedQuantity > 0 ? [[id, removedQuantity]] : [])),
  )
}

/** Returns the former value if it is equal, so that a card is not rendered again. */
function same(known: Known, next: Known): Known {
  return JSON.stringify(known) === JSON.stringify(next) ? known : next
}

type AllKnown = ReadonlyMap<number, Known>

/** More orders than can be open on one board; beyond this number, only the newest are remembered. */
const MAX_REMEMBERED = 600
/** Writing to the browser's storage is slow, so several changes are written together. */
const WRITE_AFTER_MS = 300

const storedKnown = stored<[number, Known][]>('kitchen-known', 1, (value) =>
  Array.isArray(value) ? value.filter(isEntry).slice(-MAX_REMEMBERED) : undefined,
)

function isEntry(value: unknown): value is [number, Known] {
  if (!Array.isArray(value) || typeof value[0] !== 'number' || typeof value[1] !== 'object') return false
  const known = value[1] as Partial<Known> | null
  return Array.isArray(known?.open) && typeof known.removed === 'object' && known.removed !== null
}

/** What this device knows of the orders on its kitchen screen, by order id. */
export const useKnown = create<{ known: AllKnown }>(() => ({ known: new Map() }))

let writing: ReturnType<typeof setTimeout> | undefined

/** Reads what the device remembers. Call it when the screen opens. */
export function openKnown(): void {
  useKnown.setState({ known: new Map(storedKnown.read()) })
}

/** Writes what is not written yet, and clears the memory. Call it when the page is left. */
export function closeKnown(): void {
  writeKnown()
  useKnown.setState({ known: new Map() })
}

export function writeKnown(): void {
  if (writing === undefined) return
  clearTimeout(writing)
  writing = undefined
  storedKnown.write([...useKnown.getState().known].sort(([a], [b]) => a - b).slice(-MAX_REMEMBERED))
}

function setKnown(known: AllKnown): void {
  useKnown.setState({ known })
  writing ??= setTimeout(writeKnown, WRITE_AFTER_MS)
}

/** Remembers what the orders of the board show now. */
export function learnOrders(orders: Iterable<Order>, isMine: IsMine): void {
  const { known } = useKnown.getState()
  let next: Map<number, Known> | undefined
  for (const order of orders) {
    const before = known.get(order.id)
    const after = learned(before, order, isMine)
    if (after === before) continue
    next ??= new Map(known)
    if (after) next.set(order.id, after)
    else next.delete(order.id)
  }
  if (next) setKnown(next)
}

function changeKnown(orderId: number, change: (known: Known) => Known | undefined): void {
  const known = new Map(useKnown.getState().known)
  const before = known.get(orderId)
  const after = before && change(before)
  if (after) known.set(orderId, after)
  else known.delete(orderId)
  setKnown(known)
}

/** Somebody has seen that portions of a line were taken off. */
export function seeLine({ id }: Order, line: OrderLine): void {
  changeKnown(id, (known) => withSeenLine(known, line))
}

/** Somebody has seen that an order has another table. */
export function seeMove(order: Order): void {
  changeKnown(order.id, (known) => withSeenMove(known, order))
}

/** Somebody has seen that an order was cancelled, delivered or completed: its card disappears. */
export function seeEnd({ id }: Order): void {
  changeKnown(id, () => undefined)
}
