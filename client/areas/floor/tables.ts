import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import type { endCall, TableCall, takeCall } from '#shared/contracts/calls.ts'
import type { FloorTable, getFloor } from '#shared/contracts/floor.ts'
import type { Order } from '#shared/contracts/orders.ts'
import type { Reservation } from '#shared/contracts/reservations.ts'
import { isOpen } from '#shared/domain/orders/order.ts'
import { withLabel } from '#shared/domain/table.ts'
import { callApi } from '../../lib/api/api.ts'
import { refetchChanged } from '../../lib/api/query.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { entry, paths } from '../../lib/browser/paths.ts'
import { useOwnerChange } from '../../lib/changes/refetching.ts'
import { ignoreNotFound, sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { batched, followLive } from '../../lib/live/live.ts'
import { t, toast } from '../../ui/index.ts'
import { ageText, linesDone, orderAge, ring, useShownOrders } from '../orders/index.ts'
import { isAsked } from '../reservations/index.ts'

/** What still waits rings again after this time, in milliseconds (docs/product/floor.md#floor-bell). */
export const RING_AGAIN_MS = 2 * 60_000

interface Waiting {
  id: number
}

/**
 * The open calls, or reservations to answer, for which the bell has to ring now.
 * @param rungAt when it last rang for one, by its id, in milliseconds since 1970
 */
export function dueToRing(waiting: readonly Waiting[], rungAt: ReadonlyMap<number, number>, now: number): Waiting[] {
  return waiting.filter(({ id }) => now - (rungAt.get(id) ?? Number.NEGATIVE_INFINITY) >= RING_AGAIN_MS)
}

/** Rings for what waits for somebody, and again while it does. */
export function useWaitingBell(waiting: readonly Waiting[], now: number): void {
  const rungAt = useRef(new Map<number, number>())
  useEffect(() => {
    const due = dueToRing(waiting, rungAt.current, now)
    for (const { id } of due) rungAt.current.set(id, now)
    if (due.length > 0) void ring()
  }, [waiting, now])
}

export const floorKey = ['/api/floor'] as const

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
  return useQuery({
    queryKey: floorKey,
    queryFn: ({ signal }) => callApi<typeof getFloor>('GET /api/floor', { signal }),
  })
}

const paramsOf = (table: FloorTable, call: TableCall) => ({ id: String(table.id), callId: String(call.id) })

/** Records that this user is on the way; a message names who already is (docs/product/floor.md#floor-calls). */
export function useTakeCall(table: FloorTable, call: TableCall) {
  return useOwnerChange({
    mutationFn: () =>
      sendChange<typeof takeCall>('POST /api/tables/:id/calls/:callId/take', { params: paramsOf(table, call) }),
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
    mutationFn: () =>
      ignoreNotFound(
        sendChange<typeof endCall>('DELETE /api/tables/:id/calls/:callId 204', { params: paramsOf(table, call) }),
      ),
    failure: 'common.notChanged',
    refetch: [floorKey],
  })
}

/**
 * Rings for calls and for reservations to answer, again while nobody does, and plays once when a round becomes ready
 * (docs/product/floor.md#floor-bell).
 * @param readyIds the orders that are ready; undefined until they are loaded
 * @param news the reservations that wait for the house
 */
export function useFloorBell(
  tables: readonly FloorTable[],
  readyIds: readonly number[] | undefined,
  news: readonly Reservation[],
): void {
  const now = useServerNow()
  const calls = useMemo(
    () => tables.flatMap((table) => table.calls.filter(({ status }) => status === 'open')),
    [tables],
  )
  useWaitingBell(calls, now)
  useWaitingBell(
    useMemo(() => news.filter(isAsked), [news]),
    now,
  )
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

/* What the floor shows of a table, and what needs attention: pure functions (docs/product/floor.md#floor-grid). */

/** The most urgent thing about a table; its tile has a word and a colour for each. */
export type TileState = 'unsent' | 'bill' | 'waiter' | 'ready' | 'taken' | 'busy' | 'choosing' | 'reserved' | 'free'

/** The words for the states that are also a table's status: the same wherever a table is chosen. */
export const STATUS_WORDS = {
  free: 'orderMove.status.available',
  busy: 'orderMove.status.occupied',
  reserved: 'orderMove.status.reserved',
} as const satisfies Partial<Record<TileState, string>>

export interface Tile {
  state: TileState
  /** The number of lines that are to be carried to the table. */
  ready: number
  /** Of rounds that are being cooked, how many lines can be carried already; null while none can. */
  cooked: { done: number; all: number } | null
  /** Whole minutes since the table is in use; null if it is not. */
  minutes: number | null
  /** The name of the user who is on the way; null if nobody is. */
  takenBy: string | null
}

/** The state of a table. @param rounds its open orders @param now milliseconds since 1970 */
export function tileOf(table: FloorTable, rounds: readonly Order[], now: number, isUnsent: boolean): Tile {
  const calls = table.calls.filter(({ status }) => status === 'open')
  const linesOf = (one: Order['status']) =>
    linesDone({ items: rounds.flatMap(({ status, items }) => (status === one ? items : [])) })
  const ready = linesOf('ready').all
  const cooked = linesOf('preparing')
  const takenBy = table.calls.find(({ status }) => status === 'taken')?.takenBy ?? null
  // A round that has just come in is known here before the server has counted it.
  const since = table.since ?? rounds[0]?.createdAt ?? null
  const minutes = since === null || isFreed(table) ? null : orderAge(since, now).minutes
  const state = (): TileState => {
    if (isUnsent) return 'unsent'
    if (calls.length > 0) return calls.some(({ kind }) => kind === 'bill') ? 'bill' : 'waiter'
    if (ready > 0) return 'ready'
    if (takenBy !== null) return 'taken'
    if (rounds.length > 0 && !isFreed(table)) return 'busy'
    if (table.session !== null) return 'choosing'
    if (isTaken(table, rounds)) return 'busy'
    return table.status === 'reserved' ? 'reserved' : 'free'
  }
  return { state: state(), ready, cooked: cooked.done > 0 ? cooked : null, minutes, takenBy }
}

/** Whether somebody sits at a table, who may not have ordered yet. @param rounds its open orders */
export const isTaken = (table: FloorTable, rounds: readonly Order[]): boolean =>
  (rounds.length > 0 && !isFreed(table)) ||
  table.session !== null ||
  table.status === 'occupied' ||
  Boolean(table.seated)

/** Whether a table was freed by hand while orders stayed open: the server has counted them, and says that it is available. */
const isFreed = ({ status, orders, session, seated }: FloorTable): boolean =>
  status === 'available' && orders > 0 && session === null && !seated

/**
 * The numbers of a table's rounds, by their ids. Guests' later rounds were placed while an earlier one was open, so a
 * round keeps its number when those before it end (docs/product/floor.md#floor-table).
 * @param orders all loaded orders, also those that have ended
 */
export function roundNumbers(rounds: readonly Order[], orders: readonly Order[]): ReadonlyMap<number, number> {
  const ended = orders.filter(({ tableId, status }) => tableId === rounds[0]?.tableId && !isOpen(status))
  const all = [...ended, ...rounds].sort((a, b) => a.id - b.id)
  const numbers = new Map<number, number>()
  for (const { id, createdAt } of all) {
    const before = all.filter((other) => other.id < id && (isOpen(other.status) || other.updatedAt > createdAt))
    numbers.set(id, Math.max(0, ...before.map((other) => numbers.get(other.id) ?? 0)) + 1)
  }
  return numbers
}

export function useRoundNumbers(rounds: readonly Order[]): ReadonlyMap<number, number> {
  const orders = useShownOrders()
  return useMemo(() => roundNumbers(rounds, orders), [rounds, orders])
}

/** Something that a user of the floor has to do. */
export type FloorTask =
  /** A round that this phone has not sent yet. */
  | { kind: 'unsent'; at: string; table: FloorTable }
  | { kind: 'call'; at: string; table: FloorTable; call: TableCall }
  /** A round to carry; of one at a table perhaps a part. */
  | { kind: 'ready' | 'partly'; at: string; round: Order }
  | { kind: 'taken'; at: string; table: FloorTable; call: TableCall }
  /** An order without a table that was handed over unpaid. */
  | { kind: 'owed'; at: string; round: Order }
  /** A guest's reservation: one to answer, or one that nobody has seen. */
  | { kind: 'asked' | 'unseen'; at: string; reservation: Reservation }

const KINDS = [
  'unsent',
  'call',
  'ready',
  'partly',
  'asked',
  'taken',
  'owed',
  'unseen',
] as const satisfies readonly FloorTask['kind'][]

/**
 * What has to be done: rounds that were not sent, calls that nobody has taken, then ready rounds, then those of which a
 * part is ready, then reservations to answer, then calls that somebody has taken, then orders that were handed over unpaid, then reservations that nobody has seen;
 * reservations in the order of the news, the others oldest first (docs/product/floor.md#floor-wants).
 * @param unsentAt when the rounds that wait were taken, by the table's id
 * @param news the reservations that wait for the house
 */
export function floorTasks(
  tables: readonly FloorTable[],
  rounds: Iterable<Order>,
  unsentAt: ReadonlyMap<number, string> = new Map(),
  news: readonly Reservation[] = [],
): FloorTask[] {
  const unsent = tables.flatMap((table): FloorTask[] => {
    const at = unsentAt.get(table.id)
    return at === undefined ? [] : [{ kind: 'unsent', at, table }]
  })
  const calls = tables.flatMap((table) =>
    table.calls.map(
      (call): FloorTask => ({ kind: call.status === 'taken' ? 'taken' : 'call', at: call.at, table, call }),
    ),
  )
  const ofRounds = [...rounds].flatMap((round): FloorTask[] => {
    const isPartly = round.status === 'preparing' && round.tableId !== null && linesDone(round).done > 0
    if (isPartly || round.status === 'ready')
      return [{ kind: isPartly ? 'partly' : 'ready', at: readySince(round), round }]
    return isOwed(round) ? [{ kind: 'owed', at: round.updatedAt, round }] : []
  })
  const reservations = news.map(
    (reservation): FloorTask => ({
      kind: isAsked(reservation) ? 'asked' : 'unseen',
      at: reservation.createdAt,
      reservation,
    }),
  )
  return [...unsent, ...calls, ...ofRounds, ...reservations].sort(
    (a, b) =>
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      // The news have an order of their own.
      ('reservation' in a ? 0 : Date.parse(a.at) - Date.parse(b.at)),
  )
}

/** The guests of a table pay its bill. */
const isOwed = ({ status, tableId, due = 0 }: Order) => status === 'delivered' && tableId === null && due > 0

/** When the last line was cooked; if no line has that time, when the order last changed. */
function readySince({ items, updatedAt }: Order): string {
  const done = items.flatMap(({ quantity, doneAt }) => (quantity > 0 && doneAt ? [doneAt] : []))
  return done.sort().at(-1) ?? updatedAt
}

export function taskKey(task: FloorTask): string {
  if (task.kind === 'unsent') return `unsent ${task.table.id}`
  if ('reservation' in task) return `reservation ${task.reservation.id}`
  return 'round' in task ? `round ${task.round.id}` : `call ${task.call.id}`
}

interface Named {
  number: number
  label: string | null
}

/** A table's name: `Table 7 · Terasa 3`. */
export const tableName = ({ number, label }: Named): string => withLabel(t('common.table', { number }), label)

/** A label of this length replaces the number on the tile. */
const SHORT_LABEL = 4

/** What a tile shows large: the table's label if it is as short as a number, such as `T3`, else its number. */
export const shortName = ({ number, label }: Named): string =>
  label !== null && label.length <= SHORT_LABEL ? label : String(number)

/** How long ago something was: `3 min ago`. @param now milliseconds since 1970 */
export function agoText(at: string, now: number): string {
  const { minutes } = orderAge(at, now)
  return minutes === 0 ? t('orders.justNow') : t('floor.since', { age: ageText(t, minutes) })
}
