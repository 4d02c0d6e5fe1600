import * as z from 'zod/mini'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import type { SharedLine } from '#shared/contracts/shared-sessions.ts'
import type { Named } from '#shared/domain/language.ts'
import { countChoices } from '#shared/domain/menu/options.ts'
import { type CartLine, type DishLine, type DishPrice, linePrice, optionIds } from '#shared/domain/orders/cart.ts'
import { logProblem } from '../../lib/browser/environment.ts'
import { stored } from '../../lib/browser/storage.ts'
import type { FrameOf } from '../../lib/live/live.ts'
import { cart, removeOrdered } from '../cart/index.ts'
import {
  additionOf,
  type CarriedLine,
  keyOfLine,
  linesToGiveBack,
  newTableState,
  type PendingChange,
  type ShownTable,
  shownTable,
  type TableChange,
  type TableState,
  type Unconfirmed,
  unconfirmed,
} from './table-cart.ts'
import type { PlacedAtTable, SessionEnd, TablePage } from './table-page.ts'

const seat = z.object({
  sessionId: z.string(),
  participantId: z.string(),
  tableId: z.int(),
  /** When the session ends at the latest, in milliseconds, by this phone's clock. */
  expiresAt: z.number(),
  name: z.string(),
})
/** The seat of this browser, stored so that a guest is asked for a name once. A cookie authenticates it. */
export type Seat = z.infer<typeof seat>

export const storedSeat = stored('seat', 1, (value) => seat.safeParse(value).data)

/** The name last entered; empty if the dialog was closed. Once stored, this visit is not asked again. */
const storedGuestName = stored('table-asked', 1, (value) => z.object({ name: z.string() }).safeParse(value).data, 'tab')

/** Changes that may not have reached the server yet; a reloaded page sends them again. */
const storedChanges = stored('table-changes', 2, (value) => unconfirmed.safeParse(value).data)

/** Why the order was rejected, with the total and the dishes shown when it was sent; in minor units. */
export interface RefusedOrder {
  refusal: Partial<ErrorBody>
  before: number
  shown: readonly (DishPrice & Named)[]
}

export interface TableOfSession {
  id: number
  number: number
  /** The key of the table's code; null if none is known or needed. */
  key: string | null
}

export interface SharedTableState {
  /** The id of the table that the page is for; null before it is known. */
  tableId: number | null
  /** The key of the table's code, which joining may need (docs/product/tables.md#tables-keys). */
  tableKey: string | null
  seat: Seat | null
  isJoining: boolean
  /** How the last session at this table ended for this phone. */
  ended: 'completed' | SessionEnd | null
  /** The name last used at a table in this visit. */
  name: string
  /** Set while this phone is connected; `tableState` is its last state. */
  page: TablePage | null
  tableState: TableState | null
  shown: ShownTable
  /** This phone is about to leave, so the frame that reports it is not shown. */
  isLeaving: boolean
  /** The cart was received on this connection, so it can be changed. */
  canChange: boolean
  /** The guest must scan the table's code before they can order (docs/product/tables.md#tables-proof). */
  mustScan: boolean
  /** When the session ends, as the server last sent it, by this phone's clock, in milliseconds. */
  endsAt: number | null
  placed: PlacedAtTable | null
  dialog: 'join' | null
  /** The state of sending the order. `unanswered`: no response was received, so the order may have been placed. */
  completing: 'sending' | 'failed' | 'unanswered' | RefusedOrder | null
}

/** The subject of the toasts that say that the session has ended. */
export const SESSION_END = 'the end of the shared session'

const NO_LINES: ShownTable = { lines: [], guests: [] }
const NO_SEAT = {
  isLeaving: false,
  seat: null,
  page: null,
  tableState: null,
  shown: NO_LINES,
  canChange: false,
  mustScan: false,
  endsAt: null,
  completing: null,
  isJoining: false,
}

export const tableStore = createStore<SharedTableState>(() => ({
  tableId: null,
  tableKey: null,
  ended: null,
  name: storedGuestName.read()?.name ?? '',
  placed: null,
  dialog: null,
  ...NO_SEAT,
}))

const { getState: get, setState: set } = tableStore

export function useTableStore<Part>(select: (table: SharedTableState) => Part): Part {
  return useStore(tableStore, select)
}

let lastSeated: SharedTableState | undefined
tableStore.subscribe((table) => {
  if (table.seat) lastSeated = table
})

/** A select of the shared table's state; after leaving its last value, so that a closing drawer does not empty. */
export function useSeated<Part>(select: (table: SharedTableState) => Part): Part {
  return useTableStore((table) => select(table.seat ? table : (lastSeated ?? table)))
}

/** Puts lines that the session did not order back into the phone's own cart. */
export function giveBack(lines: readonly CarriedLine[]): void {
  for (const { dish, options, ...line } of lines)
    cart.put({ ...line, dish: { ...PLAIN, ...dish }, options: namelessOptions(options) })
}

// What neither the session nor its lines know is filled in from the menu; until then a dish's price is the portion's.
const PLAIN = { imageUrl: '', tags: [] }
const namelessOptions = (ids: readonly number[] = []) =>
  [...countChoices(ids)].map(([id, quantity]) => ({ id, name: '', nameRo: '', price: 0, quantity }))

/** Gives back the stored changes of a session that this browser is no longer in. */
function giveBackStranded(seat: Seat | undefined): void {
  const changes = storedChanges.read()
  if (!changes || changes.sessionId === seat?.sessionId) return
  giveBack(linesToGiveBack(newTableState('', changes)))
  storedChanges.clear()
}

/**
 * Sets the page's table. A phone with a seat at it takes that seat again; any other is asked for a name, once per
 * visit.
 * @param mustScan the phone cannot join yet: it is asked for a name after its guest has scanned the code
 */
export function enterTable(tableId: number, mustScan = false): void {
  if (get().tableId === tableId) return
  const seat = storedSeat.read()
  const isValid = seat !== undefined && seat.expiresAt > Date.now()
  giveBackStranded(isValid ? seat : undefined)
  set({ ...NO_SEAT, tableId, ended: null, placed: null, dialog: null })
  if (isValid && seat.tableId === tableId) takeSeat(seat)
  else if (!storedGuestName.read()) set({ dialog: 'join' })
  if (!mustScan) storedGuestName.write({ name: get().name })
}

/** Makes this phone a participant of the session, and restores its unconfirmed changes. */
export function takeSeat(seat: Seat): void {
  storedSeat.write(seat)
  storedGuestName.write({ name: seat.name })
  giveBackStranded(seat)
  const changes = storedChanges.read()
  const tableState = newTableState(seat.participantId, changes?.sessionId === seat.sessionId ? changes : undefined)
  set({ ...NO_SEAT, seat, name: seat.name, ended: null, placed: null, dialog: null, ...withShown(tableState) })
}

/** Ends this phone's part. Lines that were not ordered go back into its own cart, unless its guest chose to leave. */
export function leaveSeat(ended: SharedTableState['ended'], placed: PlacedAtTable | null = null): void {
  const { tableState, isLeaving } = get()
  if (tableState && !(isLeaving && ended === 'left')) giveBack(linesToGiveBack(tableState))
  storedChanges.clear()
  storedSeat.clear()
  set({ ...NO_SEAT, ended, placed, dialog: null })
}

/**
 * Applies SESSION_INFO: stores when the session ends, by this phone's own clock, which may differ from the server's,
 * and its table (docs/product/shared-sessions.md#sessions-moved).
 * @returns whether the session was moved to another table
 */
export function applySession({ timeRemaining, tableId, mustScan }: FrameOf<'SESSION_INFO'>['payload']): boolean {
  const { seat } = get()
  if (!seat) return false
  const endsAt = Date.now() + timeRemaining * 1000
  const isMoved = seat.tableId !== tableId
  storedSeat.write({ ...seat, tableId, expiresAt: endsAt })
  set({ endsAt, mustScan: mustScan === true, ...(isMoved && { tableId, seat: { ...seat, tableId } }) })
  return isMoved
}

const withShown = (tableState: TableState) => ({ tableState, shown: shownTable(tableState) })

/** Shows the page's state, unless this phone has left its session. */
export function showPage(page: TablePage): void {
  if (get().page === page) set({ ...withShown(page.state), canChange: page.canChange })
}

/** Stores this page's changes beside those of other tabs. @param before those that it stored last */
export function storeUnconfirmed(changes: Unconfirmed | undefined, before: readonly PendingChange[]): void {
  const sessionId = get().seat?.sessionId
  if (!sessionId) return
  const own = changes?.changes ?? []
  const refs = new Set([...before, ...own].map(({ ref }) => ref))
  const all = storedChanges.isUpToDate() ? storedChanges.read() : undefined
  const others = all?.sessionId === sessionId ? all.changes.filter(({ ref }) => !refs.has(ref)) : []
  if (own.length + others.length > 0) storedChanges.write({ sessionId, changes: [...others, ...own] })
  else storedChanges.clear()
}

/**
 * Changes the cart, or the guest's own ready mark. Without a connected session it only logs
 * (docs/product/shared-sessions.md#sessions-offline-tap).
 * @returns whether the change was accepted
 */
export function changeSharedCart(change: TableChange): boolean {
  const isAccepted = get().page?.change(change) ?? false
  if (!isAccepted) logProblem('The shared cart is not connected yet:', change.kind)
  return isAccepted
}

/** Moves the phone's own lines into the table's. At every moment they are stored in one of the two. */
export function carryIntoTable(lines: readonly CartLine<CarriedLine['dish']>[]): void {
  const { page } = get()
  if (!page) return
  const carried = lines.map(carriedLine)
  page.carryOver(carried)
  removeOrdered(carried.map(({ dish, ...line }) => ({ ...line, menuItemId: dish.id })))
}

const carriedLine = (line: CartLine<CarriedLine['dish']>): CarriedLine => ({
  dish: { ...line.dish, price: linePrice(line) },
  quantity: line.quantity,
  notes: line.notes,
  options: optionIds(line.options),
})

/** A line as a cart shows it. */
export function dishLineOf({ menuItemId: id, name, nameRo, price, quantity, notes, ...line }: SharedLine): DishLine {
  return {
    dish: { ...PLAIN, id, name, nameRo, price },
    quantity,
    notes: notes ?? '',
    options: namelessOptions(line.options),
    isOrderable: line.isOrderable,
  }
}

function linesOf(isOwn: boolean) {
  const { shown, seat } = get()
  return shown.lines.filter(({ participantId }) => (participantId === seat?.participantId) === isOwn)
}

/** The shared cart for the menu: steppers show this phone's lines, the bar counts those of all guests. */
export const sharedCart = {
  lines: () => linesOf(true).map(dishLineOf),
  others: () => linesOf(false).map(dishLineOf),
  put(line: CartLine<CarriedLine['dish']>, replaced?: string): boolean {
    const carried = carriedLine(line)
    const own = linesOf(true).find((other) => keyOfLine(other) === replaced)
    if (!own) return changeSharedCart(additionOf(carried))
    const { dish, quantity, notes, options } = carried
    const change = { menuItemId: own.menuItemId, line: replaced, quantity, notes: notes || null, options }
    return changeSharedCart({ kind: 'set', ...change, price: dish.price })
  },
  subscribe: tableStore.subscribe,
}
