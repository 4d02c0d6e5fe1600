import { useMemo } from 'react'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { DEFAULT_STATIONS, type Station, stationIdOf } from '#shared/domain/kitchen.ts'
import { isInKitchen, TAKE_BACK_MS } from '#shared/domain/orders/order.ts'
import { createValue, stored } from '../../lib/browser/storage.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import type { IsMine } from './seen.ts'

const storedChoice = stored<number[]>('kitchen-stations', 1, (value) =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : undefined,
)

const choice = createValue<readonly number[]>(storedChoice.read() ?? [])

/** Reads what the device has stored. Call it when the screen opens. */
export function readStations(): void {
  choice.set(storedChoice.read() ?? [])
}

interface Stations {
  all: readonly Station[]
  /** Ids of the stations that this device shows; at least one. */
  chosen: readonly number[]
  /** Whether a line belongs to one of them; the same function until the choice changes. */
  isMine: IsMine
  /** Adds or removes a station; the last one stays. */
  toggle: (id: number) => void
}

/** The stations that this device shows (docs/product/kitchen.md#kitchen-stations); the first one at first. */
export function useStations(): Stations {
  const { stations } = useSettings()
  const ids = choice.use()
  return useMemo(() => {
    const all = stations?.length ? stations : DEFAULT_STATIONS
    const known = all.map(({ id }) => id).filter((id) => ids.includes(id))
    const chosen = known.length > 0 ? known : all.slice(0, 1).map(({ id }) => id)
    return {
      all,
      chosen,
      isMine: (line) => chosen.includes(stationIdOf(all, line.stationId ?? null)),
      toggle(id) {
        const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
        if (next.length === 0) return
        storedChoice.write(next)
        choice.set(next)
      },
    }
  }, [stations, ids])
}

export interface Recallable {
  order: Order
  lines: readonly OrderLine[]
  /** When the last of them was cooked, in milliseconds since 1970. */
  doneAt: number
}

/**
 * The orders of which the chosen stations have finished everything in the last half hour, the newest first. The server
 * takes no line back that was cooked earlier, nor of an order that was delivered.
 * @param now milliseconds since 1970
 */
export function recallable(orders: Iterable<Order>, isMine: IsMine, now: number): Recallable[] {
  return [...orders].flatMap((order) => recallableOf(order, isMine, now) ?? []).sort((a, b) => b.doneAt - a.doneAt)
}

function recallableOf(order: Order, isMine: IsMine, now: number): Recallable | undefined {
  if (!isInKitchen(order.status)) return undefined
  const mine = order.items.filter((line) => line.quantity > 0 && line.cooked && isMine(line))
  if (mine.length === 0 || mine.some(({ doneAt }) => !doneAt)) return undefined
  const lines = mine.filter(({ doneAt }) => now - Date.parse(doneAt ?? '') < TAKE_BACK_MS)
  if (lines.length === 0) return undefined
  return { order, lines, doneAt: Math.max(...lines.map(({ doneAt }) => Date.parse(doneAt ?? ''))) }
}

export const HEAD_BUTTON = 'large-target min-w-14 shrink-0 px-4'

/** Inside an element with these classes, controls shared with other pages are as large as those of the kitchen. */
export const LARGE_TARGETS = '[&_button]:min-h-14 [&_button]:min-w-14 [&_summary]:min-h-14'
