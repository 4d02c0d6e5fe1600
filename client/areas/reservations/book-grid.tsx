import { type MouseEvent, useEffect, useRef } from 'react'
import type { ListedReservation } from '#shared/contracts/reservations.ts'
import { DEFAULT_RESERVATIONS, IN_USE_MS } from '#shared/domain/reservations/reservations.ts'
import { partyText, reservationText } from '#shared/domain/table.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { serverNow, useServerNow } from '../../lib/clock/server-clock.ts'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import { cx, t } from '../../ui/index.ts'
import { useTables } from '../tables/index.ts'
import { useFreeTimes } from './book-requests.ts'
import { openReservation } from './requests.ts'
import type { Wish } from './reservation-form.tsx'
import { hoursOf, lateMinutes, peopleByHour } from './rows.ts'

interface BookGridProps {
  day: string
  list: readonly ListedReservation[]
  onGap: (wish: Wish) => void
}

const HOUR_MS = 60 * 60_000
/** The least width of an hour, by which an evening and an afternoon fit a tablet. */
const HOUR_PX = 40
/** The width of a table's name and seats. */
const TABLE_PX = 80
const BAR = 'absolute inset-y-0.5 rounded-xl'

/** Tables by the hour with the guests of each hour above; a phone has no room for it. */
export function BookGrid({ day, list, onGap }: BookGridProps) {
  const now = useServerNow()
  const { reservations: rules = DEFAULT_RESERVATIONS } = useSettings()
  const { data: tables = [] } = useTables(true)
  const { data: times = [] } = useFreeTimes(day, 1, undefined)
  const shown = list.filter(({ status }) => status !== 'cancelled' && status !== 'no_show')
  const moments = [
    ...times.map(({ at }) => Date.parse(at)),
    ...shown.flatMap((one) => [startOf(one), Date.parse(one.until)]),
  ]
  const isShown = moments.length > 0 && tables.length > 0
  const { from, to } = hoursOf(isShown ? moments : [now])
  const grid = useRef<HTMLElement>(null)
  const isToday = from <= now && now < to
  const first = Math.min(...shown.map(({ at }) => Date.parse(at)), to)
  // What is left of today, or another day's first guests, come into sight where the hours are wider than the page.
  useEffect(() => {
    const { current } = grid
    if (isShown && current)
      current.scrollLeft = (((isToday ? serverNow() : first) - from) / (to - from)) * current.scrollWidth - 2 * HOUR_PX
  }, [isShown, isToday, first, from, to])
  if (!isShown) return null
  const minWidth = TABLE_PX + ((to - from) / HOUR_MS) * HOUR_PX
  const hours = Array.from({ length: (to - from) / HOUR_MS }, (_, i) => from + i * HOUR_MS)
  const people = new Map(peopleByHour(list, timeZone).map(({ hour, people }) => [hour, people]))
  const most = Math.max(1, ...people.values())
  const shareOf = (moment: number) => `${((moment - from) / (to - from)) * 100}%`
  /** Guests who stay longer than planned have their table at least for the next hour, as for the server. */
  const endOf = ({ status, until }: ListedReservation) =>
    Math.max(Date.parse(until), isToday && status === 'seated' ? Math.min(now + IN_USE_MS, to) : 0)
  /** Opens the form with the table and the time under the finger; by keyboard with the table alone. */
  const choose = (id: number, { detail, clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const slotMs = rules.slotMinutes * 60_000
    const at = from + Math.floor((((clientX - left) / width) * (to - from)) / slotMs) * slotMs
    onGap({ day, tableId: id, ...(detail > 0 && { at: new Date(at).toISOString() }) })
  }
  return (
    <section
      ref={grid}
      aria-label={t('reservations.grid')}
      // It scrolls both ways by itself, so that hours and tables stay in sight, below the floor's strip of 44 px too.
      className="@max-[50rem]/book:hidden sticky top-0 max-h-[calc(100dvh-2.75rem)] scroll-pt-20 scroll-pl-20 self-start overflow-auto overscroll-x-contain pr-4"
    >
      <div
        role="img"
        aria-label={`${t('reservations.byHour')}: ${hours.map((hour) => `${formatTime(new Date(hour), timeZone)}: ${people.get(hour) ?? 0}`).join(' · ')}`}
        className="sticky top-0 z-2 flex bg-paper pt-3"
        style={{ minWidth }}
      >
        <span className="sticky left-0 z-1 flex w-20 shrink-0 items-end bg-paper pr-2 pl-4 text-muted text-xs leading-tight">
          {t('reservations.byHour')}
        </span>
        {hours.map((hour) => (
          <div key={hour} className="figures @container flex min-w-0 flex-1 flex-col justify-end">
            {people.has(hour) && <span className="text-center font-semibold text-sm">{people.get(hour)}</span>}
            <span
              className="mx-1 rounded-t-md bg-sunk"
              style={{ height: `${((people.get(hour) ?? 0) / most) * 32}px` }}
            />
            <span className="truncate border-line border-t text-muted text-sm">
              {formatTime(new Date(hour), timeZone).slice(0, 2)}
              <span className="@max-[3rem]:hidden">{formatTime(new Date(hour), timeZone).slice(2)}</span>
            </span>
          </div>
        ))}
      </div>
      <p className="sticky left-0 w-fit pt-1 pb-2 pl-4 text-muted text-sm">{t('reservations.gapHint')}</p>
      <ul aria-label={t('reservations.grid')} className="relative" style={{ minWidth }}>
        {tables.map(({ id, number, label, capacity, status, seated }) => (
          // A row out of sight keeps its height, so that hundreds of tables scroll without a jump.
          <li
            key={id}
            className="flex h-11 border-line border-b [contain-intrinsic-size:auto_44px] [content-visibility:auto]"
          >
            <span className="sticky left-0 z-1 w-20 shrink-0 truncate bg-paper pr-2 pl-4 font-semibold text-sm leading-11">
              {label ?? number} <span className="font-normal text-muted">· {capacity}</span>
            </span>
            <div className="relative min-w-0 flex-1">
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={`${t('reservations.new')}: ${label ?? t('common.table', { number })}`}
                onClick={(event) => choose(id, event)}
                className="absolute inset-0"
              />
              {isToday && status === 'occupied' && !seated && (
                <span
                  className={cx(BAR, 'min-w-fit border border-dashed px-1 text-center text-muted text-small/9')}
                  // A tap opens the form, as beside it: the house may name the table.
                  style={{
                    left: shareOf(now),
                    width: shareOf(from + Math.min(IN_USE_MS, to - now)),
                    pointerEvents: 'none',
                  }}
                >
                  {t('reservations.inUse')}
                </span>
              )}
              {isToday && (
                <span
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-y-0 w-0.5 bg-accent"
                  style={{ left: shareOf(now) }}
                />
              )}
              {shown
                .filter(({ tableIds }) => tableIds.includes(id))
                .map((one) => (
                  <button
                    key={one.id}
                    type="button"
                    aria-haspopup="dialog"
                    aria-label={reservationText(named(one), timeZone) + seatedText(one)}
                    onClick={() => openReservation({ id: one.id })}
                    className={cx(
                      BAR,
                      '@container flex items-center px-1.5 text-left font-semibold text-small/4',
                      barClass(one, now),
                    )}
                    style={{
                      left: shareOf(startOf(one)),
                      width: `calc(${shareOf(endOf(one))} - ${shareOf(startOf(one))} - 2px)`,
                    }}
                  >
                    <span className="line-clamp-2 wrap-anywhere">
                      {one.status !== 'seated' && (
                        <span className="@max-[8rem]:hidden">{formatTime(one.at, timeZone)} </span>
                      )}
                      {partyText(named(one)) + seatedText(one)}
                    </span>
                  </button>
                ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who was seated sits from then on, perhaps earlier than reserved. */
const startOf = ({ at, seatedAt }: ListedReservation) => Math.min(Date.parse(at), Date.parse(seatedAt ?? at))

const named = (one: ListedReservation) => ({ ...one, name: one.name || t('customers.noName') })

const seatedText = ({ status }: ListedReservation) =>
  status === 'seated' ? ` ·\u00a0${t('reservations.status.seated')}` : ''

function barClass(one: ListedReservation, now: number): string {
  if (one.status === 'seated') return 'bg-ink text-paper'
  if (one.status === 'done') return 'bg-sunk text-muted'
  return lateMinutes(one, now) === null
    ? 'bg-preparing-soft text-preparing'
    : 'bg-pending-soft text-pending outline-2 outline-pending -outline-offset-2'
}
