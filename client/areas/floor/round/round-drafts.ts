import { useEffect, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { isRecord, isText } from '#shared/domain/objects.ts'
import { cartCount, type DishLine, parseStoredLines, putLine } from '#shared/domain/orders/cart.ts'
import { storedDraft } from '../../../lib/browser/draft.ts'
import { createValue, followOtherTabs, latestOf } from '../../../lib/browser/storage.ts'
import { promisedText } from '../../../lib/settings/promised.ts'
import { t, toast } from '../../../ui/index.ts'
import {
  attemptStore,
  type Checkout,
  type CheckoutState,
  type OrderAttempt,
  openCheckout,
  openCheckoutDraft,
  phaseOf,
} from '../../checkout/index.ts'

/* A round while it is taken: the lines of a cart, each for a seat or the whole table (docs/product/floor.md#floor-round). */

interface RoundDraft {
  lines: readonly DishLine[]
  notes: string
}

/** The draft of an order without a table, by telephone or at the counter; no table has this id. */
export const TELEPHONE_DRAFT = 0

type RoundDrafts = Readonly<Record<string, RoundDraft>>

const storedRounds = storedDraft<RoundDrafts>('rounds', 3, parseDrafts)
const useDrafts = create<{ rounds: RoundDrafts }>(() => ({ rounds: {} }))

const EMPTY: RoundDraft = { lines: [], notes: '' }

export function useRoundDraft(tableId: number): RoundDraft {
  return useDrafts(({ rounds }) => rounds[tableId] ?? EMPTY)
}

/** How many portions of an order without a table are chosen and not sent yet. */
export const useUnsentCount = (): number => cartCount(useRoundDraft(TELEPHONE_DRAFT).lines)

/** Reads the stored drafts. Call it once the user is known: drafts of another user are then removed. */
export function restoreRoundDrafts(): void {
  useDrafts.setState({ rounds: currentRounds() })
}
followOtherTabs(storedRounds, restoreRoundDrafts)

const currentRounds = () => latestOf(storedRounds, useDrafts.getState().rounds, {})

/** Adds portions, or puts the line in the place of the one with the key `replaced`. */
export function putInRound(tableId: number, line: DishLine, replaced?: string): void {
  changeRoundDraft(tableId, ({ lines }) => ({ lines: putLine(lines, line, replaced) }))
}

export function dropRoundDraft(tableId: number): void {
  changeRoundDraft(tableId, () => EMPTY)
}

/** Changes a round; without lines it is dropped, with its note. */
export function changeRoundDraft(tableId: number, change: (draft: RoundDraft) => Partial<RoundDraft>): void {
  const { [tableId]: draft = EMPTY, ...others } = currentRounds()
  const changed = { ...draft, ...change(draft) }
  const rounds = changed.lines.length > 0 ? { ...others, [tableId]: changed } : others
  useDrafts.setState({ rounds })
  storedRounds.write(rounds)
}

function parseDrafts(value: unknown): RoundDrafts | undefined {
  const drafts = Object.entries(isRecord(value) ? value : {}).flatMap(([tableId, draft]): [string, RoundDraft][] => {
    const { lines: storedLines, notes } = isRecord(draft) ? draft : {}
    const lines = parseStoredLines(storedLines)
    if (lines.length === 0) return []
    return [[tableId, { lines, notes: isText(notes) ? notes : '' }]]
  })
  return drafts.length > 0 ? Object.fromEntries(drafts) : undefined
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
    placed(_attempt, { id, tableNumber, promised }) {
      dropRoundDraft(tableId)
      if (tableId === TELEPHONE_DRAFT) telephoneDraft.drop()
      checkout.acknowledge()
      const title = tableId === TELEPHONE_DRAFT ? t('floor.placed') : t('floor.sent', { number: tableNumber })
      const description = [t('orders.order', { id }), promisedText(promised)].filter(Boolean).join(' · ')
      toast({ title, description })
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
