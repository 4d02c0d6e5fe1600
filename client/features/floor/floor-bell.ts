import { useEffect, useRef } from 'react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { ring } from '../../entities/live-orders/index.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { callsToRing } from './table-state.ts'

/**
 * Rings for calls, again while nobody takes them, and plays once when a round becomes ready
 * (docs/product/floor.md#floor-bell).
 * @param readyIds the orders that are ready; undefined until they are loaded
 */
export function useFloorBell(tables: readonly FloorTable[], readyIds: readonly number[] | undefined): void {
  const now = useServerNow()
  const rungAt = useRef(new Map<number, number>())
  const known = useRef<readonly number[]>(undefined)
  useEffect(() => {
    const due = callsToRing(tables, rungAt.current, now)
    for (const { id } of due) rungAt.current.set(id, now)
    const isNewReady = known.current && readyIds?.some((id) => !known.current?.includes(id))
    known.current = readyIds
    if (due.length > 0) void ring()
    else if (isNewReady) void ring(1)
  }, [tables, readyIds, now])
}
