import { useEffect, useRef } from 'react'
import type { TableCall } from '#shared/contracts/calls.ts'
import { ring } from '../orders/index.ts'

/** A call that nobody has taken rings again after this time, in milliseconds (docs/product/floor.md#floor-bell). */
export const RING_AGAIN_MS = 2 * 60_000

/**
 * The open calls for which the bell has to ring now.
 * @param rungAt when it last rang for a call, by the call's id, in milliseconds since 1970
 */
export function callsToRing(
  calls: readonly TableCall[],
  rungAt: ReadonlyMap<number, number>,
  now: number,
): TableCall[] {
  return calls.filter(
    ({ id, status }) => status === 'open' && now - (rungAt.get(id) ?? Number.NEGATIVE_INFINITY) >= RING_AGAIN_MS,
  )
}

/** Rings for open calls, and again while nobody takes them. */
export function useCallBell(calls: readonly TableCall[], now: number): void {
  const rungAt = useRef(new Map<number, number>())
  useEffect(() => {
    const due = callsToRing(calls, rungAt.current, now)
    for (const { id } of due) rungAt.current.set(id, now)
    if (due.length > 0) void ring()
  }, [calls, now])
}
