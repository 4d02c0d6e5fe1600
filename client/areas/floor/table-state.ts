import type { TableCall } from '#shared/contracts/calls.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { withLabel } from '#shared/domain/table.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { ageText, linesDone } from '../orders/index.ts'

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
  /** Whole minutes since the table is in use; null if it is not. */
  minutes: number | null
  /** The name of the user who is on the way; null if nobody is. */
  takenBy: string | null
}

/** The state of a table. @param rounds its open orders @param now milliseconds since 1970 */
export function tileOf(table: FloorTable, rounds: readonly Order[], now: number, isUnsent: boolean): Tile {
  const calls = table.calls.filter(({ status }) => status === 'open')
  const ready = rounds
    .filter(({ status }) => status === 'ready')
    .reduce((lines, round) => lines + linesDone(round).all, 0)
  const takenBy = table.calls.find(({ status }) => status === 'taken')?.takenBy ?? null
  // A round that has just come in is known here before the server has counted it.
  const since = table.since ?? rounds[0]?.createdAt ?? null
  const minutes = since === null ? null : Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  const state = (): TileState => {
    if (isUnsent) return 'unsent'
    if (calls.length > 0) return calls.some(({ kind }) => kind === 'bill') ? 'bill' : 'waiter'
    if (ready > 0) return 'ready'
    if (takenBy !== null) return 'taken'
    if (rounds.length > 0) return 'busy'
    if (table.session !== null) return 'choosing'
    if (table.status === 'occupied') return 'busy'
    return table.status === 'reserved' ? 'reserved' : 'free'
  }
  return { state: state(), ready, minutes, takenBy }
}

/** Something that a user of the floor has to do. */
export type FloorTask =
  /** A round that this phone has not sent yet. */
  | { kind: 'unsent'; at: string; table: FloorTable }
  | { kind: 'call'; at: string; table: FloorTable; call: TableCall }
  | { kind: 'ready'; at: string; round: Order }
  | { kind: 'taken'; at: string; table: FloorTable; call: TableCall }
  /** An order without a table that was handed over unpaid. */
  | { kind: 'owed'; at: string; round: Order }

const KINDS = ['unsent', 'call', 'ready', 'taken', 'owed'] as const satisfies readonly FloorTask['kind'][]

/**
 * What has to be done: rounds that were not sent, calls that nobody has taken, then ready rounds, then calls that
 * somebody has taken, then orders that were handed over unpaid; each group oldest first (docs/product/floor.md#floor-wants).
 * @param unsentAt when the rounds that wait were taken, by the table's id
 */
export function floorTasks(
  tables: readonly FloorTable[],
  rounds: Iterable<Order>,
  unsentAt: ReadonlyMap<number, string> = new Map(),
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
    if (round.status === 'ready') return [{ kind: 'ready', at: readySince(round), round }]
    return isOwed(round) ? [{ kind: 'owed', at: round.updatedAt, round }] : []
  })
  return [...unsent, ...calls, ...ofRounds].sort(
    (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || Date.parse(a.at) - Date.parse(b.at),
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
  return 'round' in task ? `round ${task.round.id}` : `call ${task.call.id}`
}

export function namesAt(rounds: readonly Order[]): string[] {
  const names = rounds.flatMap(({ items }) => items.flatMap(({ guestName }) => guestName ?? []))
  return [...new Set(names)]
}

interface Named {
  number: number
  label: string | null
}

/** A table's name: `Table 7 · Terasa 3`. */
export const tableName = (t: TFunction, { number, label }: Named): string =>
  withLabel(t('common.table', { number }), label)

/** A label of this length replaces the number on the tile. */
const SHORT_LABEL = 4

/** What a tile shows large: the table's label if it is as short as a number, such as `T3`, else its number. */
export const shortName = ({ number, label }: Named): string =>
  label !== null && label.length <= SHORT_LABEL ? label : String(number)

/** How long ago something was: `3 min ago`. @param now milliseconds since 1970 */
export function agoText(t: TFunction, at: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000))
  return minutes === 0 ? t('orders.justNow') : t('floor.since', { age: ageText(t, minutes) })
}
