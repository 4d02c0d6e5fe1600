import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import type { endCall, TableCall, takeCall } from '#shared/contracts/calls.ts'
import type { FloorTable, getFloor } from '#shared/contracts/floor.ts'
import { type BareEndpoint, callApi } from '../../lib/api/api.ts'
import { batched, refetchChanged } from '../../lib/api/query.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { entry } from '../../lib/browser/entry.ts'
import { paths } from '../../lib/browser/paths.ts'
import { ignoreNotFound, sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { followLive } from '../../lib/live/live.ts'
import { toast, useTranslation } from '../../ui/index.ts'
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

const floorEndpoint: BareEndpoint<typeof getFloor> = { method: 'GET', path: '/api/floor' }
export const floorKey = [floorEndpoint.path] as const

/**
 * The tables with their calls and sessions, kept up to date (docs/product/floor.md#floor-tables).
 * @param delayMs how long after a change the page may show the state before it
 */
export function useFloor(delayMs = 0) {
  useEffect(() => {
    const refetch = () => {
      cancel()
      void refetchChanged(floorKey)
    }
    const { request, cancel } = batched(refetch, () => delayMs)
    const unfollow = followLive({ opened: refetch, FLOOR_CHANGED: delayMs === 0 ? refetch : request })
    return () => {
      cancel()
      unfollow()
    }
  }, [delayMs])
  return useQuery({ queryKey: floorKey, queryFn: ({ signal }) => callApi(floorEndpoint, { signal }) })
}

const takeEndpoint: BareEndpoint<typeof takeCall> = { method: 'POST', path: '/api/tables/:id/calls/:callId/take' }
const endEndpoint: BareEndpoint<typeof endCall> = {
  method: 'DELETE',
  path: '/api/tables/:id/calls/:callId',
  status: 204,
}

const paramsOf = (table: FloorTable, call: TableCall) => ({ id: String(table.id), callId: String(call.id) })

/** Records that this user is on the way; a message names who already is (docs/product/floor.md#floor-calls). */
export function useTakeCall(table: FloorTable, call: TableCall) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: () => sendChange(takeEndpoint, { params: paramsOf(table, call) }),
    onError(error) {
      const takenBy = error instanceof RequestError && error.code === 'taken' ? error.body.takenBy : undefined
      if (takenBy === undefined) toastFailure(t('common.notChanged'), error)
      else toast({ title: t('floor.takenBy', { name: takenBy }) })
    },
    refetch: [floorKey],
  })
}

export function useEndCall(table: FloorTable, call: TableCall) {
  return useOwnerChange({
    mutationFn: () => ignoreNotFound(sendChange(endEndpoint, { params: paramsOf(table, call) })),
    failure: 'common.notChanged',
    refetch: [floorKey],
  })
}

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

/* What is open on the floor is in the address, so that the browser's Back closes it (docs/product/floor.md#floor-table). */

/** The id of the opened table; null if none is. */
export function useOpenTableId(): number | null {
  return useLocationProperty(() => Number(new URLSearchParams(location.search).get('table')) || null)
}

export function useIsTakingRound(): boolean {
  return useLocationProperty(() => new URLSearchParams(location.search).get('view') === 'round')
}

export function openTable(tableId: number): void {
  // Beside the grid one table replaces another: Back closes it, whichever it is.
  const isOpen = new URLSearchParams(location.search).has('table')
  go(addressOf(tableId), isOpen)
}

export function openNewRound(tableId: number): void {
  go(`${addressOf(tableId)}&view=round`)
}

export function closeTable(): void {
  goBackTo(paths.floor)
}

/** Closes the table from a dialog above it, whose own entry of the history Back would take. */
export function backToTables(): void {
  navigate(paths.floor, { replace: true })
}

export function closeNewRound(tableId: number): void {
  goBackTo(addressOf(tableId))
}

const addressOf = (tableId: number) => `${paths.floor}?table=${tableId}`

function go(address: string, replace = false): void {
  navigate(address, { replace, state: entry.of({ isOpenedHere: replace ? entry.get('isOpenedHere') : true }) })
}

function goBackTo(address: string): void {
  if (entry.get('isOpenedHere')) history.back()
  else navigate(address, { replace: true })
}
