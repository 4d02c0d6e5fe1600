import { useEffect, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { isRecord } from '#shared/domain/objects.ts'
import { MAX_LINES, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { storedDraft } from '../../../lib/browser/draft.ts'
import { createValue, followOtherTabs } from '../../../lib/browser/storage.ts'
import { i18n, toast } from '../../../ui/index.ts'
import {
  attemptStore,
  type Checkout,
  type CheckoutState,
  type OrderAttempt,
  openCheckout,
  openCheckoutDraft,
  phaseOf,
} from '../../checkout/index.ts'

/* A round while it is taken: pure functions (docs/product/floor.md#floor-round). */

/** A dish for one seat; for the whole table if `guestName` is null. */
export interface RoundLine {
  menuItemId: number
  guestName: string | null
  quantity: number
  notes: string
  /** The ids of the chosen options, in order; a draft that an older version has stored lacks them. */
  options?: readonly number[]
}
export type Round = readonly RoundLine[]
type Seat = Pick<RoundLine, 'menuItemId' | 'guestName' | 'options'>

const isSame = (a: Seat, b: Seat) => lineKey(a) === lineKey(b)

export const lineKey = ({ menuItemId, guestName, options = [] }: Seat): string =>
  JSON.stringify([menuItemId, guestName, options])

/** One portion more of a dish for a seat. A full round, or line, stays as it is. */
export function withOneMore(round: Round, seat: Seat): Round {
  if (round.some((line) => isSame(line, seat))) return withQuantity(round, seat, quantityOf(round, seat) + 1)
  return round.length >= MAX_LINES ? round : [...round, { ...seat, quantity: 1, notes: '' }]
}

export function withQuantity(round: Round, seat: Seat, quantity: number): Round {
  if (quantity <= 0) return round.filter((line) => !isSame(line, seat))
  return round.map((line) => (isSame(line, seat) ? { ...line, quantity: Math.min(quantity, MAX_QUANTITY) } : line))
}

export function withNotes(round: Round, seat: Seat, notes: string): Round {
  return round.map((line) => (isSame(line, seat) ? { ...line, notes } : line))
}

/** Replaces the options of a line; what becomes equal to another line is added to that. */
export function withOptionsOf(round: Round, seat: Seat, options: readonly number[]): Round {
  const line = round.find((other) => isSame(other, seat))
  if (!line) return round
  const changed = { ...line, options }
  const equal = round.find((other) => other !== line && isSame(other, changed))
  if (!equal) return round.map((other) => (other === line ? changed : other))
  const others = round.filter((other) => other !== line)
  return withQuantity(others, equal, equal.quantity + line.quantity)
}

function quantityOf(round: Round, seat: Seat): number {
  return round.find((line) => isSame(line, seat))?.quantity ?? 0
}

export function roundLinesOf(round: Round, { menuItemId, guestName }: Seat): Round {
  return round.filter((line) => line.menuItemId === menuItemId && line.guestName === guestName)
}

export const countOfRound = (round: Round): number => round.reduce((sum, { quantity }) => sum + quantity, 0)

interface RoundDraft {
  lines: Round
  notes: string
  /** When its first dish was chosen, in milliseconds since 1970; a draft that an older version has stored lacks it. */
  at?: number | undefined
}

/** The draft of an order without a table, by telephone or at the counter; no table has this id. */
export const NO_TABLE = 0

type RoundDrafts = Readonly<Record<string, RoundDraft>>

const storedRounds = storedDraft<RoundDrafts>('rounds', 2, (value) => (isDrafts(value) ? value : undefined))
const useDrafts = create<{ rounds: RoundDrafts }>(() => ({ rounds: {} }))

const EMPTY: RoundDraft = { lines: [], notes: '' }

export function useRoundDraft(tableId: number): Round {
  return useDrafts(({ rounds }) => (rounds[tableId] ?? EMPTY).lines)
}

export function useRoundNotes(tableId: number): string {
  return useDrafts(({ rounds }) => (rounds[tableId] ?? EMPTY).notes)
}

/** When the round was begun, in milliseconds since 1970. */
export function useRoundBegun(tableId: number): number | undefined {
  return useDrafts(({ rounds }) => rounds[tableId]?.at)
}

/** How many portions of an order without a table are chosen and not sent yet. */
export const useUnsentCount = (): number => countOfRound(useRoundDraft(NO_TABLE))

/** Reads the stored drafts. Call it once the user is known: drafts of another user are then removed. */
export function restoreRoundDrafts(): void {
  useDrafts.setState({ rounds: currentRounds() })
}
followOtherTabs(storedRounds, restoreRoundDrafts)

/** From storage, where another tab may have changed one; in memory only if nothing can be stored. */
function currentRounds(): RoundDrafts {
  return storedRounds.isUpToDate() ? (storedRounds.read() ?? {}) : useDrafts.getState().rounds
}

/** Changes the lines of a round; a round without lines is dropped, with its note. */
export function changeRoundDraft(tableId: number, change: (round: Round) => Round): void {
  changeDraft(tableId, (draft) => ({ ...draft, lines: change(draft.lines) }))
}

export function changeRoundNotes(tableId: number, notes: string): void {
  changeDraft(tableId, (draft) => ({ ...draft, notes }))
}

export function dropRoundDraft(tableId: number): void {
  changeDraft(tableId, () => EMPTY)
}

function changeDraft(tableId: number, change: (draft: RoundDraft) => RoundDraft): void {
  const { [tableId]: draft = EMPTY, ...others } = currentRounds()
  const changed = { at: Date.now(), ...change(draft) }
  const rounds = changed.lines.length > 0 ? { ...others, [tableId]: changed } : others
  useDrafts.setState({ rounds })
  storedRounds.write(rounds)
}

// By hand, as zod alone is larger than the page (docs/decisions/030-little-script.md).
function isDrafts(value: unknown): value is RoundDrafts {
  return isRecord(value) && Object.values(value).every(isDraft)
}

function isDraft(value: unknown): value is RoundDraft {
  if (!isRecord(value)) return false
  const { lines, notes, at = 0 } = value
  return Array.isArray(lines) && lines.every(isLine) && typeof notes === 'string' && typeof at === 'number'
}

function isLine(value: unknown): value is RoundLine {
  if (!isRecord(value)) return false
  const { menuItemId, guestName, quantity, notes, options = [] } = value
  const isSeat = guestName === null || typeof guestName === 'string'
  const hasIds = Array.isArray(options) && options.every(Number.isInteger)
  return Number.isInteger(menuItemId) && Number.isInteger(quantity) && typeof notes === 'string' && isSeat && hasIds
}

/*
 * How rounds are sent: like a guest's order, but with a checkout for each table and one for the telephone, so that a
 * round that waits for the network does not delay the others (docs/product/floor.md#floor-waiting).
 */

const checkouts = new Map<number, Checkout>()
/** The name and number of who orders without a table. */
export const telephoneDraft = openCheckoutDraft('telephone')
const states = createValue<ReadonlyMap<number, CheckoutState>>(new Map())

export function tableCheckout(tableId: number): Checkout {
  const existing = checkouts.get(tableId)
  if (existing) return existing
  const checkout = openCheckout(attemptStore(`round.${tableId}`, 1))
  checkouts.set(tableId, checkout)
  checkout.subscribe(publish)
  checkout.follow({
    placed(_attempt, { id, tableNumber }) {
      dropRoundDraft(tableId)
      if (tableId === NO_TABLE) telephoneDraft.drop()
      checkout.acknowledge()
      const title = tableId === NO_TABLE ? i18n.t('floor.placed') : i18n.t('floor.sent', { number: tableNumber })
      toast({ title, description: i18n.t('orders.order', { id }) })
    },
  })
  return checkout
}

function publish(): void {
  states.set(new Map([...checkouts].map(([tableId, checkout]) => [tableId, checkout.state()])))
}

export function useTableCheckout(tableId: number): CheckoutState {
  const { subscribe, state } = tableCheckout(tableId)
  return useSyncExternalStore(subscribe, state)
}

/** The same for all tables, including rounds that an earlier visit has left. */
export function useTableCheckouts(tableIds: readonly number[]): ReadonlyMap<number, CheckoutState> {
  const ids = tableIds.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new at each fetch, its ids are not.
  useEffect(() => {
    for (const id of tableIds) tableCheckout(id)
    publish()
  }, [ids])
  return states.use()
}

/** The attempt of a round that was not sent, or whose outcome is not known; undefined for any other state. */
export function waitingAttempt(state: CheckoutState | undefined): OrderAttempt | undefined {
  return state && phaseOf(state) && 'attempt' in state ? state.attempt : undefined
}
