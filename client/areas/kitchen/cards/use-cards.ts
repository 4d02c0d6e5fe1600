import { useEffect, useMemo, useRef } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { useBoardState } from '../../orders/index.ts'
import { clearTicks, useTicks, withTicks } from '../lines/ticks.ts'
import { cardOf, type KitchenCard, oldestFirst } from './card-of.ts'
import type { IsMine, Known } from './known.ts'
import { closeKnown, learnOrders, openKnown, useKnown, writeKnown } from './known-store.ts'

/** The values from which a card was made: the card stays the same object until one of them changes. */
interface Made {
  order: Order
  ticks: ReadonlyMap<number, boolean> | undefined
  known: Known | undefined
  isMine: IsMine
  shown: Order
  card: KitchenCard | undefined
}

/** The orders as they are shown, and the cards of the chosen stations, oldest first. */
export function useCards(isMine: IsMine): { orders: readonly Order[]; cards: readonly KitchenCard[] } {
  const board = useBoardState((state) => state.board.orders)
  const ticks = useTicks((state) => state.ticks)
  const known = useKnown((state) => state.known)
  const made = useRef<ReadonlyMap<number, Made>>(new Map())
  return useMemo(() => {
    const next = new Map<number, Made>()
    for (const [id, order] of board)
      next.set(id, make(made.current.get(id), order, ticks.get(id), known.get(id), isMine))
    made.current = next
    const all = [...next.values()]
    return {
      orders: all.map(({ shown }) => shown),
      cards: all.flatMap(({ card }) => card ?? []).sort(oldestFirst),
    }
  }, [board, ticks, known, isMine])
}

function make(
  former: Made | undefined,
  order: Order,
  ticks: ReadonlyMap<number, boolean> | undefined,
  known: Known | undefined,
  isMine: IsMine,
): Made {
  const isSame = former?.order === order && former.ticks === ticks
  if (isSame && former.known === known && former.isMine === isMine) return former
  const shown = isSame ? former.shown : withTicks(order, ticks, new Date().toISOString())
  const card = cardOf(shown, known, isMine)
  const kept = isSame && former.isMine === isMine && isEqual(former.card, card) ? former.card : card
  return { order, ticks, known, isMine, shown, card: kept }
}

/** What the device has just remembered rarely changes a card. */
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Remembers on this device what the screen shows of each order. */
export function useRemembered(isMine: IsMine): void {
  useEffect(() => {
    openKnown()
    addEventListener('pagehide', writeKnown)
    return () => {
      removeEventListener('pagehide', writeKnown)
      closeKnown()
      clearTicks()
    }
  }, [])
  useEffect(() => {
    const seen = new WeakSet<Order>()
    const learn = () => {
      const changed = [...useBoardState.getState().board.orders.values()].filter((order) => !seen.has(order))
      for (const order of changed) seen.add(order)
      if (changed.length > 0) learnOrders(changed, isMine)
    }
    learn()
    // Not after a render, because a render may skip a state between two frames.
    return useBoardState.subscribe(learn)
  }, [isMine])
}
