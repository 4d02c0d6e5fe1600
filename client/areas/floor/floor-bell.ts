import { useEffect, useMemo, useRef } from 'react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { ring } from '../orders/index.ts'
import { useCallBell } from './call-bell.ts'

/**
 * Rings for calls, again while nobody takes them, and plays once when a round becomes ready
 * (docs/product/floor.md#floor-bell).
 * @param readyIds the orders that are ready; undefined until they are loaded
 */
export function useFloorBell(tables: readonly FloorTable[], readyIds: readonly number[] | undefined): void {
  const calls = useMemo(() => tables.flatMap((table) => table.calls), [tables])
  useCallBell(calls, useServerNow())
  const known = useRef<readonly number[]>(undefined)
  useEffect(() => {
    const isNewReady = known.current && readyIds?.some((id) => !known.current?.includes(id))
    known.current = readyIds
    if (isNewReady) void ring(1)
  }, [readyIds])
}
