import * as z from 'zod/mini'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import type { SharedLine } from '#shared/contracts/shared-sessions.ts'
import type { Named } from '#shared/domain/language.ts'
import { countChoices } from '#shared/domain/menu/options.ts'
import { type CartLine, type DishLine, linePrice, optionIds, type SeenPrice } from '#shared/domain/orders/cart.ts'
import { logProblem } from '../../lib/browser/environment.ts'
import { stored } from '../../lib/browser/storage.ts'
import type { FrameOf } from '../../lib/live/live.ts'
import { cart, removeOrdered } from '../cart/index.ts'
import {
  additionOf,
  type CarriedLine,
  carriedOf,
  keyOfLine,
  linesToGiveBack,
  newTableState,
  type PendingChange,
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
  /** When the session ends, in milliseconds, by this phone's clock; until SESSION_INFO says it, the latest moment. */
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
  shown: readonly (SeenPrice & Named)[]
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
  /** Set while this phone is connected. */
  page: TablePage | null
  /** What this phone knows of its session; after the end what it knew last, so that a closing drawer does not empty. */
  tableState: TableState
  /** This phone is about to leave, so the frame that reports it is not shown. */
  isLeaving: boolean
  /** The guest must scan the table's code before they can order (docs/product/tables.md#tables-proof). */
  mustScan: boolean
  placed: PlacedAtTable | null
  dialog: 'join' | null
  /** The state of sending the order. `unanswered`: no response was received, so the order may have been placed. */
  completing: 'sending' | 'failed' | 'unanswered' | RefusedOrder | null
}

/** The subject of the toasts that say that the session has ended. */
export const SESSION_END = 'the end of the shared session'

const NO_SEAT = { seat: null, page: null, isLeaving: false, isJoining: false, placed: null, dialog: null }
const NEW_SESSION = { ...NO_SEAT, tableState: newTableState(''), mustScan: false, completing: null, ended: null }

export const tableStore = createStore<SharedTableState>(() => ({
  tableId: null,
  tableKey: null,
  name: storedGuestName.read()?.name ?? '',
  ...NEW_SESSION,
}))

const { getState: get, setState: set } = tableStore

export function useTableStore<Part>(select: (table: SharedTableState) => Part): Part {
  return useStore(tableStore, select)
}

/** For what shows most of the state: it renders at each change. */
export const useTable = (): SharedTableState => useStore(tableStore)

/** Whether this phone has received the cart on its present connection, and so may change it. */
export const canChange = ({ seat, tableState }: SharedTableState): boolean => seat !== null && tableState.isSynced

/** Whether this phone has lost its connection: it shows the last cart that it received. */
export const isDisconnected = ({ seat, tableState: { isSynced, cart } }: SharedTableState): boolean =>
  seat !== null && !isSynced && cart !== undefined

/** Puts lines that the session did not order back into the phone's own cart. */
export function giveBack(lines: readonly CarriedLine[]): void {
  for (const line of lines) cart.put(dishLineOf(line))
}

/** A line as a cart shows it. The menu fills in what is missing; until then the dish's price is that of the portion. */
function dishLineOf({ dish, quantity, notes, options = [] }: CarriedLine): DishLine {
  const chosen = [...countChoices(options)].map(([id, count]) => ({ id, quantity: count }))
  return {
    dish: { ...dish, imageUrl: '', tags: [] },
    quantity,
    notes: notes ?? undefined,
    options: chosen.map((option) => ({ ...option, name: '', nameRo: '', price: 0 })),
  }
}

/** A line of the shared cart as a cart shows it. */
export const shownLineOf = (line: SharedLine): DishLine => ({
  ...dishLineOf(carriedOf(line)),
  isOrderable: line.isOrderable,
})

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
  set({ ...NEW_SESSION, tableId })
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
  set({ ...NEW_SESSION, seat, name: seat.name, tableState })
}

/** Ends this phone's part. Lines that were not ordered go back into its own cart, unless its guest chose to leave. */
export function leaveSeat(ended: SharedTableState['ended'], placed: PlacedAtTable | null = null): void {
  const { seat, tableState, isLeaving } = get()
  if (!seat) return
  if (!(isLeaving && ended === 'left')) giveBack(linesToGiveBack(tableState))
  storedChanges.clear()
  storedSeat.clear()
  set({ ...NO_SEAT, ended, placed })
}

/**
 * Applies SESSION_INFO: stores when the session ends, by this phone's own clock, which may differ from the server's,
 * and its table (docs/product/shared-sessions.md#sessions-moved).
 * @returns whether the session was moved to another table
 */
export function applySession({ timeRemaining, tableId, mustScan }: FrameOf<'SESSION_INFO'>['payload']): boolean {
  const { seat: before } = get()
  if (!before) return false
  const seat = { ...before, tableId, expiresAt: Date.now() + timeRemaining * 1000 }
  storedSeat.write(seat)
  const isMoved = before.tableId !== tableId
  set({ seat, mustScan: mustScan === true, ...(isMoved && { tableId }) })
  return isMoved
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

function linesOf(isOwn: boolean) {
  const { tableState } = get()
  return shownTable(tableState).lines.filter(({ participantId }) => (participantId === tableState.ownId) === isOwn)
}

/** The shared cart for the menu: steppers show this phone's lines, the bar counts those of all guests. */
export const sharedCart = {
  lines: () => linesOf(true).map(shownLineOf),
  others: () => linesOf(false).map(shownLineOf),
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
