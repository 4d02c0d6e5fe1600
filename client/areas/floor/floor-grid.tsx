import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { cx } from '../../ui/cx.ts'
import { splitMinutes, sumOf } from '../orders/index.ts'
import { openTable } from './address.ts'
import { STATUS_WORDS, shortName, type Tile, type TileState, tableName, tileOf } from './table-state.ts'

interface FloorGridProps {
  tables: readonly FloorTable[]
  /** The open orders by their table's id. */
  rounds: ReadonlyMap<number, readonly Order[]>
  /** Has the ids of the tables with a round that was not sent. */
  unsent: Pick<ReadonlySet<number>, 'has'>
  openId: number | null
}

/** The tables by number; they never change places (docs/product/floor.md#floor-grid). */
export function FloorGrid({ tables, rounds, unsent, openId }: FloorGridProps) {
  const { t } = useTranslation()
  const now = useServerNow()
  return (
    <div className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pt-1 pb-3 min-[390px]:px-3.5">
      <ul
        aria-label={t('floor.tables')}
        className="grid grid-cols-4 gap-2 @min-[34rem]:grid-cols-5 @min-[48rem]:grid-cols-6 @min-[60rem]:grid-cols-8 @min-[80rem]:grid-cols-10"
      >
        {tables.map((table) => {
          const atTable = rounds.get(table.id) ?? []
          const tile = tileOf(table, atTable, now, unsent.has(table.id))
          return (
            <li key={table.id} className="min-w-0">
              <TableTile table={table} tile={tile} sum={sumOf(atTable)} isOpen={table.id === openId} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const IN_USE = 'border-transparent bg-card text-ink shadow-soft'
const TONES: Record<TileState, string> = {
  unsent: 'border-pending bg-pending-soft text-ink',
  bill: 'border-accent bg-accent text-on-accent',
  waiter: 'border-accent bg-accent text-on-accent',
  taken: 'border-accent bg-accent-soft text-ink',
  ready: 'border-ready bg-ready-soft text-ink',
  busy: IN_USE,
  choosing: IN_USE,
  reserved: 'border-preparing bg-preparing-soft text-preparing',
  free: 'border-line text-muted',
}

const PILL_TONES: Partial<Record<TileState, string>> = {
  unsent: 'bg-pending text-card',
  bill: 'bg-card text-accent',
  waiter: 'bg-card text-accent',
  taken: 'bg-accent text-on-accent',
  ready: 'bg-ready text-card',
}

interface TableTileProps {
  table: FloorTable
  tile: Tile
  /** The formatted sum of the open orders; empty if there are none. */
  sum: string
  isOpen: boolean
}

function TableTile({ table, tile, sum, isOpen }: TableTileProps) {
  const { t } = useTranslation()
  const { state, minutes } = tile
  const words = useTileWords(tile)
  const pill = PILL_TONES[state]
  const isIdle = state === 'free' || state === 'reserved'
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnClose(button, isOpen)
  const spoken = [
    tableName(t, table),
    words,
    !isIdle && minutes !== null && t('floor.minutes', { count: minutes }),
    sum,
  ].filter(Boolean)
  return (
    <button
      ref={button}
      type="button"
      aria-label={spoken.join(', ').replaceAll('\u00a0', ' ')}
      aria-current={isOpen || undefined}
      onClick={() => openTable(table.id)}
      className={cx(
        'flex h-full min-h-26.5 w-full flex-col rounded-[16px] border-2 px-2 pt-1.5 pb-1 text-left leading-tight transition-colors',
        'aria-current:outline-2 aria-current:outline-ink aria-current:outline-offset-1',
        TONES[state],
      )}
    >
      <span className="display text-[26px] leading-none">{shortName(table)}</span>
      {pill ? (
        <span
          className={cx(
            // Its word begins below the number, and has the whole width.
            '-mx-1 my-1 truncate rounded-lg px-1 py-1 font-semibold text-[13px] leading-none max-[389px]:text-xs',
            pill,
          )}
        >
          {state === 'taken' ? tile.takenBy : words}
        </span>
      ) : (
        table.label !== null &&
        shortName(table) !== table.label && <span className="mt-0.5 w-full truncate text-xs">{table.label}</span>
      )}
      <span className="figures mt-auto flex w-full flex-col text-[15px] max-[389px]:text-[14px]">
        {!isIdle && minutes !== null && <span className="whitespace-nowrap font-semibold">{shortAge(minutes)}</span>}
        {sum && <span className="truncate">{withoutUnit(sum)}</span>}
        {!sum && !pill && <span className="truncate text-[13px] max-[389px]:text-xs">{words}</span>}
      </span>
    </button>
  )
}

/** Closing a table removes the element that had the focus, so its tile gets the focus. */
function useFocusOnClose(button: RefObject<HTMLButtonElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [button, isOpen])
}

/** The state of a table in words. */
function useTileWords({ state, ready, takenBy }: Tile): string | undefined {
  const { t } = useTranslation()
  if (state === 'ready') return t('floor.ready', { number: ready })
  if (state === 'taken') return t('floor.onTheWay', { name: takenBy })
  return state === 'free' || state === 'busy' || state === 'reserved' ? t(STATUS_WORDS[state]) : t(`floor.${state}`)
}

/** Minutes as a tile has room for them: `48 min`, `2 h 05`. */
function shortAge(age: number): string {
  const { days, hours, minutes } = splitMinutes(age)
  if (age < 100) return `${age} min`
  return days > 0 ? `${days * 24 + hours} h` : `${hours} h ${String(minutes).padStart(2, '0')}`
}

/** A tile has no room for the currency, which is the same on all of them. */
const withoutUnit = (sum: string): string => sum.replaceAll('\u00a0LEI', '')
