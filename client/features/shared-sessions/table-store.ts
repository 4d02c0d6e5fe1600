import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import type { DishPrice } from '#shared/domain/cart.ts'
import type { CarriedLine } from '#shared/domain/shared-sessions/carry-over.ts'
import { everybodyReady } from '#shared/domain/shared-sessions/shared-cart.ts'
import type { ShownTable, TableChange } from '#shared/domain/shared-sessions/table-changes.ts'
import type { PlacedAtTable, TablePage } from '#shared/domain/shared-sessions/table-page.ts'
import { newTableState, shownTable, type TableState } from '#shared/domain/shared-sessions/table-state.ts'
import {
  linesNotTaken,
  resume,
  type Unconfirmed,
  unconfirmedLines,
} from '#shared/domain/shared-sessions/unconfirmed.ts'
import { logProblem } from '../../lib/log.ts'
import { randomKey } from '../../lib/random-key.ts'
import { type Seat, storedAsked, storedChanges, storedSeat } from './stored.ts'

/** Why the cart was not taken as an order, and what it and its dishes cost when it was sent, in minor units. */
export interface Refused {
  refusal: Partial<ErrorBody>
  before: number
  shown: readonly DishPrice[]
}

export interface SharedTableState {
  /** The table that this page is at; null before it is known. */
  tableId: number | null
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
  /** This phone is about to leave: that it is no longer in the session is then no news. */
  isLeaving: boolean
  /** The server's cart was heard on this connection: changes can be made. */
  isOpen: boolean
  /** When the session ends, as the server last said it, by this phone's clock, in milliseconds. */
  endsAt: number | null
  placed: PlacedAtTable | null
  dialog: 'join' | 'leave' | null
  /** Where leaving was only the first step of something else. */
  afterLeaving: (() => void) | null
  completing: 'sending' | 'failed' | Refused | null
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
  ended: null,
  name: storedAsked.read()?.name ?? '',
  placed: null,
  dialog: null,
  afterLeaving: null,
  ...NOBODY,
}))

const { getState: get, setState: set } = tableStore

export function useTable<Part>(part: (table: SharedTableState) => Part): Part {
  return useStore(tableStore, part)
}

/** Whether the server has everybody ready for the cart that is shown: what is only tapped yet does not count. */
export function isSendable({ view }: SharedTableState): boolean {
  return view !== null && view.pending.length === 0 && everybodyReady(view.guests, view.cart?.lines ?? [])
}

let ownCart: ((lines: readonly CarriedLine[]) => void) | undefined

/** Where dishes go that the table has not taken, until the function returned is called: back into the phone's own cart. */
export function giveBackTo(take: (lines: readonly CarriedLine[]) => void): () => void {
  ownCart = take
  return () => {
    if (ownCart === take) ownCart = undefined
  }
}

export function giveBack(lines: readonly CarriedLine[]): void {
  if (lines.length > 0) ownCart?.(lines)
}

/** What was on its way to a session in which this browser sits no more is its own again. */
function giveBackStranded(seat: Seat | undefined): void {
  const kept = storedChanges.read()
  if (!kept || kept.sessionId === seat?.sessionId || !ownCart) return
  giveBack(unconfirmedLines(kept))
  storedChanges.clear()
}

/** The page is at this table: who sat at it before sits again; anybody else is asked for a name, once per visit. */
export function comeTo(tableId: number): void {
  if (get().tableId === tableId) return
  const seat = storedSeat.read()
  const isOpen = seat !== undefined && seat.expiresAt > Date.now()
  const sits = isOpen && seat.tableId === tableId
  giveBackStranded(isOpen ? seat : undefined)
  set({ ...NOBODY, tableId, ended: null, placed: null, dialog: null })
  if (sits) sitDown(seat)
  else if (!storedAsked.read()) set({ dialog: 'join' })
  storedAsked.write({ name: get().name })
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

/** This phone is in no session any more. What was not in its cart yet is its own again, but for who takes it along. */
export function standUp(ended: SharedTableState['ended'], placed: PlacedAtTable | null = null): void {
  const { view, isLeaving } = get()
  if (view && !(isLeaving && ended === 'left')) giveBack(linesNotTaken(view))
  storedChanges.clear()
  storedSeat.clear()
  set({ ...NOBODY, ended, placed, dialog: null })
}

/** The server has said how long the session lasts: kept by this phone's clock, which may be any. */
export function hearTime(secondsLeft: number): void {
  const { seat } = get()
  const endsAt = Date.now() + secondsLeft * 1000
  set({ endsAt })
  if (seat) storedSeat.write({ ...seat, expiresAt: endsAt })
}

const showing = (view: TableState) => ({ view, shown: shownTable(view) })

/** Shows what the page knows, unless this phone has stood up from it. */
export function showPage(page: TablePage): void {
  if (get().page === page) set({ ...showing(page.view), isOpen: page.isOpen })
}

export function keepUnconfirmed(kept: Unconfirmed | undefined): void {
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

/** Puts what lay in the phone's own cart into the table's; at every moment it is kept in one of the two, or between them. */
export function carryOver(lines: readonly CarriedLine[], takeOut: () => void): void {
  const { page } = get()
  if (!page) return
  page.carryOver(lines)
  takeOut()
}

/** The shared cart, as the menu's steppers see it: one's own lines are stepped, everybody's are counted. */
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
