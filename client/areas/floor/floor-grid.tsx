import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { urgencyOf } from '#shared/domain/reservations/reservations.ts'
import { partyText, reservationText } from '#shared/domain/table.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx, Skeleton, t } from '../../ui/index.ts'
import { ageText, isLateOrder, paidOf, sumOf } from '../orders/index.ts'
import { openTable, STATUS_WORDS, shortName, type Tile, type TileState, tableName, tileOf } from './tables.ts'

interface FloorGridProps {
  tables: readonly FloorTable[]
  rounds: ReadonlyMap<number, readonly Order[]>
  /** Has the ids of the tables with a round that was not sent. */
  unsent: Pick<ReadonlySet<number>, 'has'>
  openId: number | null
}

const FRAME = '@container min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pt-1 pb-3 min-[390px]:px-3.5'

/** Twenty tables, until they are loaded. */
export function FloorGridSkeleton() {
  return (
    <div role="status" className={FRAME}>
      <span className="sr-only">{t('common.loading')}</span>
      <div className="floor-tiles">
        {Array.from({ length: 20 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
          <Skeleton key={index} className="rounded-panel" />
        ))}
      </div>
    </div>
  )
}

/** The tables by number; they never change places (docs/product/floor.md#floor-grid). */
export function FloorGrid({ tables, rounds, unsent, openId }: FloorGridProps) {
  return (
    <div className={FRAME}>
      <ul aria-label={t('floor.tables')} className="floor-tiles">
        {tables.map((table) => (
          <li key={table.id} className="min-h-26.5 min-w-0">
            <TableTile
              table={table}
              rounds={rounds.get(table.id) ?? []}
              isUnsent={unsent.has(table.id)}
              isOpen={table.id === openId}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

const IN_USE = 'border-edge bg-card text-ink shadow-soft'
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
  /** Its open orders, oldest first. */
  rounds: readonly Order[]
  isUnsent: boolean
  isOpen: boolean
}

function TableTile({ table, rounds, isUnsent, isOpen }: TableTileProps) {
  const settings = useSettings()
  const now = useServerNow()
  const tile = tileOf(table, rounds, now, isUnsent)
  const { state, minutes } = tile
  const words = wordsOf(tile)
  const isLate = rounds.some((round) => isLateOrder(round, settings, now))
  const { seated } = table
  const reserved = reservationText(table.reservation, settings.timeZone)
  const isInUse = state !== 'free' && state !== 'reserved'
  const expected = isInUse ? null : table.reservation
  const comesAt = table.reservation && localTime(new Date(table.reservation.at), settings.timeZone).time
  const urgency = table.reservation ? urgencyOf(table.reservation, isInUse, now) : null
  // What somebody must do at the table is said before who is to come, and both before that its round is late.
  const wanted = PILL_TONES[state]
  const isNeeded = urgency === 'needed'
  const pill =
    wanted ??
    (isNeeded ? 'bg-cancelled text-card' : isLate ? 'bg-ink text-paper' : urgency ? 'bg-pending text-card' : undefined)
  // A freed table says nothing of what its last guests left open.
  const money = moneyOf(isInUse ? rounds : [])
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // Closing a table removes the element that had the focus, so its tile gets the focus.
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  const seats = t('floor.seats', { count: table.capacity })
  const spoken = [
    tableName(table),
    words,
    tile.cooked && t('floor.doneOfAll', tile.cooked),
    isLate && t('kitchen.late'),
    seated && partyText(seated),
    reserved,
    urgency && t(`reservations.urgency.${urgency}`),
    isInUse && minutes !== null && t('floor.minutes', { count: minutes }),
    money.spoken,
    state === 'free' && seats,
  ].filter(Boolean)
  return (
    <button
      ref={button}
      type="button"
      aria-label={spoken.join(', ').replaceAll('\u00a0', ' ')}
      aria-current={isOpen || undefined}
      onClick={() => openTable(table.id)}
      className={cx(
        'flex h-full w-full flex-col rounded-panel px-2 pt-1.5 pb-1 text-left leading-tight transition-colors',
        'aria-current:outline-2 aria-current:outline-ink aria-current:outline-offset-1',
        state === 'free' ? 'border' : 'border-2',
        urgency === 'late' ? 'border-pending bg-pending-soft text-ink' : TONES[state],
      )}
    >
      <span className="display text-figure leading-none">{shortName(table)}</span>
      {pill ? (
        <span
          className={cx(
            // Its word begins below the number, and has the whole width.
            '-mx-1 my-1 break-words rounded-lg p-1 font-semibold text-small leading-none max-[389px]:text-xs',
            pill,
          )}
        >
          {state === 'taken'
            ? tile.takenBy
            : wanted
              ? words
              : isNeeded
                ? `${comesAt} ${t('floor.needed')}`
                : isLate
                  ? t('kitchen.late')
                  : t('reservations.urgency.late')}
        </span>
      ) : (
        table.label !== null &&
        shortName(table) !== table.label && (
          <span className="mt-0.5 line-clamp-2 w-full break-words text-xs">{table.label}</span>
        )
      )}
      <span className="figures mt-auto flex w-full flex-col text-body max-[389px]:text-sm">
        {isInUse && minutes !== null && <span className="whitespace-nowrap font-semibold">{ageText(t, minutes)}</span>}
        {[tile.cooked && t('floor.ready', { number: `${tile.cooked.done}/${tile.cooked.all}` }), money.paid].map(
          (text, isPaid) =>
            text && (
              <span
                key={text}
                className="-mr-2 flex items-center whitespace-nowrap text-small tracking-tight max-[389px]:text-xs"
              >
                {isPaid > 0 && <Check aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={3} />}
                {text}
              </span>
            ),
        )}
        {money.note && <span className="text-small max-[389px]:text-xs">{money.note}</span>}
        {money.sum && (
          // A figure is never cut: from 1,000 up it is smaller.
          <span
            className={cx('-mr-1.5', money.sum.length > SHORT_SUM && 'text-small tracking-tighter max-[389px]:text-xs')}
          >
            {money.sum}
          </span>
        )}
        {seated && (!pill || rounds.length === 0) && <Who {...seated} />}
        {expected && <Who {...expected} time={comesAt} />}
        {isInUse && table.reservation && !(isNeeded && !wanted) && (
          <span className="truncate text-small max-[389px]:text-xs">
            → {comesAt} {table.reservation.name}
          </span>
        )}
        {(rounds.length === 0 || !isInUse) && !pill && !seated && !expected && (
          <span className="line-clamp-3 text-small max-[389px]:text-xs">
            {reserved || words}
            {state === 'free' && ` · ${seats}`}
          </span>
        )}
      </span>
    </button>
  )
}

interface WhoProps {
  name: string
  party: number
  /** When they are expected; they sit there otherwise. */
  time?: string | null | undefined
}

/** Who sits or is expected: of a long name two lines are seen. */
function Who({ name, party, time }: WhoProps) {
  return (
    <>
      {time && <span className="font-semibold text-name leading-tight">{time}</span>}
      <span className="text-small max-[389px]:text-xs">{t('floor.party', { count: party })}</span>
      <span className="line-clamp-2 wrap-anywhere text-small max-[389px]:text-xs">{name}</span>
    </>
  )
}

function wordsOf({ state, ready, takenBy }: Tile): string {
  if (state === 'ready') return t('floor.ready', { number: ready })
  if (state === 'taken') return t('floor.onTheWay', { name: takenBy })
  return state === 'free' || state === 'busy' || state === 'reserved' ? t(STATUS_WORDS[state]) : t(`floor.${state}`)
}

/** Longer ones, such as `1 282.50`, do not fit a phone's tile in the size of the others. */
const SHORT_SUM = '999.99'.length

/** The money of a table: the sum of its rounds, or what is paid of it, and due or to be given back. */
function moneyOf(rounds: readonly Order[]) {
  const owed = paidOf(rounds)
  const sum = sumOf(rounds)
  // A tile has no room for the currency, which is the same on all of them.
  if (!owed || (owed.paid === 0 && owed.due >= 0)) return { spoken: sum, sum: sum.replaceAll('\u00a0LEI', '') }
  const [paid, due] = [owed.paid, Math.abs(owed.due)].map((minor) => moneyParts(minor, 'lei').figure)
  if (owed.due === 0) return { spoken: t('due.paid'), paid: t('due.paid') }
  if (owed.due > 0)
    return { spoken: `${t('due.paidOf', { amount: paid })}, ${t('due.due', { amount: due })}`, paid, sum: due }
  const spoken = t('due.toGiveBack', { amount: due })
  return { spoken, note: spoken }
}
