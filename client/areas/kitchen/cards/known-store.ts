import { create } from 'zustand'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { stored } from '../../../lib/browser/storage.ts'
import { type IsMine, type Known, learned, withSeenLine, withSeenMove } from './known.ts'

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
