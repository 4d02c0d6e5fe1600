import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import type { DishPrice } from '#shared/domain/cart.ts'
import type { Named } from '#shared/domain/language.ts'
import { randomKey } from '../../lib/api/random-key.ts'
import { logProblem } from '../../lib/browser/log.ts'
import type { FrameOf } from '../../lib/live/live.ts'
import type { CarriedLine } from './engine/carry-over.ts'
import { everybodyReady } from './engine/shared-cart.ts'
import type { ShownTable, TableChange } from './engine/table-changes.ts'
import type { PlacedAtTable, TablePage } from './engine/table-page.ts'
import { newTableState, shownTable, type TableState } from './engine/table-state.ts'
import { linesNotTaken, resume, type Unconfirmed, unconfirmedLines } from './engine/unconfirmed.ts'
import { type Seat, storedAsked, storedChanges, storedSeat } from './stored.ts'

/** Why the server refused the cart, and what was shown of the cart and its dishes when it was sent; prices in minor units. */
export interface Refused {
  refusal: Partial<ErrorBody>
  before: number
  shown: readonly (DishPrice & Named)[]
}

/** The table at which a session is. */
export interface TableOfSession {
  id: number
  number: number
  /** The key of the table's code; null where none is known or needed. */
  key: string | null
}

export interface SharedTableState {
  /** The table that this page is at; null before it is known. */
  tableId: number | null
  /** The key of its code, which joining may need (docs/product.md#tables-keys). */
  tableKey: string | null
  seat: Seat | null
  isJoining: boolean
  /** How the last session at this table ended for this phone. */
  ended: 'completed' | 'expired' | 'left' | null
  /** The name last given at a table in this visit. */
  name: string
  /** Set while this phone is kept connected; `view` is what it knew last. */
  page: TablePage | null
  view: TableState | null
  shown: ShownTable
  /** This phone is about to leave, so the frame that it has left is no news. */
  isLeaving: boolean
  /** The server's cart has arrived on this connection, so changes can be made. */
  isOpen: boolean
  /** When the session ends, as the server last said it, by this phone's clock, in milliseconds. */
  endsAt: number | null
  placed: PlacedAtTable | null
  dialog: 'join' | 'leave' | null
  /** Called once this phone has left, if it left in order to do something else. */
  afterLeaving: (() => void) | null
  /** `unanswered`: it failed without the server's word, so the order may have been made. */
  completing: 'sending' | 'failed' | 'unanswered' | Refused | null
}

const NOTHING: ShownTable = { lines: [], guests: [] }
const NOBODY = {
  isLeaving: false,
  seat: null,
  page: null,
  view: null,
  shown: NOTHING,
  isOpen: false,
  endsAt: null,
  completing: null,
  isJoining: false,
}

export const tableStore = createStore<SharedTableState>(() => ({
  tableId: null,
  tableKey: null,
  ended: null,
  name: storedAsked.read()?.name ?? '',
  placed: null,
  dialog: null,
  afterLeaving: null,
  ...NOBODY,
}))

const { getState: get, setState: set } = tableStore

export function useTableStore<Part>(part: (table: SharedTableState) => Part): Part {
  return useStore(tableStore, part)
}

/** Whether the server knows that everybody is ready for the cart that is shown. Unconfirmed changes do not count. */
export function isSendable({ view }: SharedTableState): boolean {
  return view !== null && view.pending.length === 0 && everybodyReady(view.guests, view.cart?.lines ?? [])
}

let ownCart: ((lines: readonly CarriedLine[]) => void) | undefined

/** Sets where dishes go that the table has not taken (the phone's own cart), until the function returned is called. */
export function giveBackTo(take: (lines: readonly CarriedLine[]) => void): () => void {
  ownCart = take
  return () => {
    if (ownCart === take) ownCart = undefined
  }
}

export function giveBack(lines: readonly CarriedLine[]): void {
  if (lines.length > 0) ownCart?.(lines)
}

/** Changes that never reached a session that this browser has left go back into its own cart. */
function giveBackStranded(seat: Seat | undefined): void {
  const kept = storedChanges.read()
  if (!kept || kept.sessionId === seat?.sessionId || !ownCart) return
  giveBack(unconfirmedLines(kept))
  storedChanges.clear()
}

/**
 * The page is at this table. A phone that sat at it sits again; any other is asked for a name, once per visit.
 * @param mustScan the phone cannot join yet: after its guest has scanned the code it is asked
 */
export function comeTo(tableId: number, mustScan = false): void {
  if (get().tableId === tableId) return
  const seat = storedSeat.read()
  const isOpen = seat !== undefined && seat.expiresAt > Date.now()
  const sits = isOpen && seat.tableId === tableId
  giveBackStranded(isOpen ? seat : undefined)
  set({ ...NOBODY, tableId, ended: null, placed: null, dialog: null })
  if (sits) sitDown(seat)
  else if (!storedAsked.read()) set({ dialog: 'join' })
  if (!mustScan) storedAsked.write({ name: get().name })
}

export function sitDown(seat: Seat): void {
  storedSeat.write(seat)
  storedAsked.write({ name: seat.name })
  giveBackStranded(seat)
  const kept = storedChanges.read()
  const view = newTableState(seat.participantId, randomKey())
  set({
    ...NOBODY,
    seat,
    name: seat.name,
    ended: null,
    placed: null,
    dialog: null,
    ...showing(kept?.sessionId === seat.sessionId ? resume(view, kept) : view),
  })
}

/** This phone leaves its session. Changes that the server has not taken go back into its own cart, unless its guest chose to leave. */
export function standUp(ended: SharedTableState['ended'], placed: PlacedAtTable | null = null): void {
  const { view, isLeaving } = get()
  if (view && !(isLeaving && ended === 'left')) giveBack(linesNotTaken(view))
  storedChanges.clear()
  storedSeat.clear()
  set({ ...NOBODY, ended, placed, dialog: null })
}

let page: ((table: TableOfSession, isMoved: boolean) => void) | undefined

/** Sets what follows the session to its table (the page around the shared cart), until the function returned is called. */
export function followSession(follow: (table: TableOfSession, isMoved: boolean) => void): () => void {
  page = follow
  return () => {
    if (page === follow) page = undefined
  }
}

/**
 * What the server says of the session: when it ends, kept by this phone's own clock, which may differ from the server's,
 * and at which table it is (docs/product.md#sessions-moved).
 */
export function applySession({
  timeRemaining,
  tableId,
  tableNumber,
  tableKey,
}: FrameOf<'SESSION_INFO'>['payload']): void {
  const { seat } = get()
  if (!seat) return
  const endsAt = Date.now() + timeRemaining * 1000
  const isMoved = seat.tableId !== tableId
  storedSeat.write({ ...seat, tableId, expiresAt: endsAt })
  set({ endsAt, ...(isMoved && { tableId, seat: { ...seat, tableId } }) })
  // At once: with the page's table still the former one, the cart would be taken off the screen.
  page?.({ id: tableId, number: tableNumber, key: tableKey ?? null }, isMoved)
}

const showing = (view: TableState) => ({ view, shown: shownTable(view) })

/** Shows what the page knows, unless this phone has left its session. */
export function showPage(page: TablePage): void {
  if (get().page === page) set({ ...showing(page.view), isOpen: page.isOpen })
}

export function storeUnconfirmed(kept: Unconfirmed | undefined): void {
  if (kept) storedChanges.write(kept)
  else storedChanges.clear()
}

/**
 * Changes the cart, or one's own ready mark. Before session and connection are ready it only logs, and does nothing
 * (docs/product.md#sessions-offline-tap).
 * @returns whether it was taken
 */
export function change(what: TableChange): boolean {
  const isTaken = get().page?.change(what) ?? false
  if (!isTaken) logProblem('The shared cart is not connected yet:', what.kind)
  return isTaken
}

/** Moves the lines of the phone's own cart into the table's. At every moment they are stored in one of the two, or as unconfirmed. */
export function carryIntoTable(lines: readonly CarriedLine[], takeOut: () => void): void {
  const { page } = get()
  if (!page) return
  page.carryOver(lines)
  takeOut()
}

/** The shared cart as the menu sees it: its steppers show this phone's lines, the cart button counts everybody's. */
export const tablePlace = {
  quantityOf(dishId: number): number {
    const { shown, seat } = get()
    const isOwn = (line: { participantId: string; menuItemId: number }) =>
      line.menuItemId === dishId && line.participantId === seat?.participantId
    return shown.lines.find(isOwn)?.quantity ?? 0
  },
  count: () => get().shown.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  add: ({ id, name, nameRo, price }: CarriedLine['dish']) =>
    change({ kind: 'add', dish: { id, name, nameRo, price }, quantity: 1 }),
  setQuantity: (dishId: number, quantity: number) => change({ kind: 'set', menuItemId: dishId, quantity }),
  subscribe: tableStore.subscribe,
  leave: (then: () => void) => set({ dialog: 'leave', afterLeaving: then }),
}
