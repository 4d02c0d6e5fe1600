import { CheckCheck, ShoppingBag } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Language } from '#shared/domain/language.ts'
import { countsFrom, isUnseen } from '#shared/domain/orders/later.ts'
import { formatTime } from '#shared/i18n/format.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { createValue } from '../../lib/browser/storage.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { ageText, orderAge, pickupText, placeOf, recordTap, useMarkSeen } from '../orders/index.ts'
import type { KitchenCard } from './cards.ts'
import { LineRow, Note, SeenRow } from './line-row.tsx'
import { seeEnd, seeMove, tickLines } from './seen.ts'

/** How long an order waits: the minutes after which its clock has the accent colour, and after which it is late. */
function useWaiting(order: Order, { kitchenMinutes: [fills = 5, late = 10] = [] }: Settings) {
  const { minutes } = orderAge(countsFrom(order), useServerNow())
  return { minutes, fill: Math.min(1, minutes / late), isWarm: minutes >= fills, isLate: minutes >= late }
}

interface KitchenClockProps {
  t: TFunction
  waiting: ReturnType<typeof useWaiting>
}

/** How long an order has waited: a dial that is full when the order is late, and the time as text. */
function KitchenClock({ t, waiting: { minutes, fill, isWarm, isLate } }: KitchenClockProps) {
  return (
    <span className="ml-auto inline-flex shrink-0 items-center gap-2 whitespace-nowrap pt-1 font-semibold text-xl leading-none">
      <Dial fill={fill} className={cx('size-6.5', isWarm && !isLate && 'text-accent')} />
      <span className="figures">
        {minutes > 0 && <span className="sr-only">{t('orders.waiting')} </span>}
        {ageText(t, minutes)}
      </span>
    </span>
  )
}

const RADIUS = 4.5
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

function Dial({ fill, className }: { fill: number; className: string }) {
  return (
    <svg viewBox="0 0 26 26" fill="none" stroke="currentColor" aria-hidden="true" className={className}>
      <circle cx="13" cy="13" r="11.5" strokeWidth="2" />
      {/* A stroke twice as wide as its radius fills the dial like a slice. */}
      <circle
        cx="13"
        cy="13"
        r={RADIUS}
        strokeWidth={RADIUS * 2}
        strokeDasharray={`${fill * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
        transform="rotate(-90 13 13)"
      />
    </svg>
  )
}

/** The orders that a digit key chooses, in their order. Not a prop, so that a card is not rendered when only its number changes. */
export const numberedIds = createValue<readonly number[]>([])

/** What cooks call an order: its table, or its number. */
export function nameOf(t: TFunction, order: Order): string {
  return order.tableNumber === null ? `#${order.id}` : placeOf(t, order)
}

function CardHead({ t, card, settings }: { t: TFunction; card: KitchenCard; settings: Settings }) {
  const { timeZone } = settings
  const { order, notice, cancellation } = card
  const waiting = useWaiting(order, settings)
  const isStanding = notice === undefined
  const isLate = isStanding && waiting.isLate
  const isNew = isStanding && isUnseen(order, serverDate())
  return (
    <header data-part="head">
      <div
        className={cx(
          'relative rounded-t-[calc(var(--radius-card)-1px)] px-3 pt-3 pb-2.5',
          isLate && 'bg-ink text-paper',
        )}
      >
        <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
          <Title t={t} order={order} isCancelled={notice === 'cancelled'} />
          {isStanding && <KitchenClock t={t} waiting={waiting} />}
        </div>
        {order.tableLabel !== null && <p className="mt-0.5 font-semibold text-lg leading-tight">{order.tableLabel}</p>}
        {order.pickupAt !== null && (
          <p className="display figures mt-1 text-figure leading-none">{pickupText(t, order.pickupAt, settings)}</p>
        )}
        <p
          className={cx(
            'mt-1.5 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-body leading-6',
            !isLate && 'text-muted',
          )}
        >
          <CardNumber t={t} id={order.id} />
          <Facts t={t} order={order} timeZone={timeZone} isShort={isLate || isNew} />
          {isNew && !isLate && (
            // What a tap on the head does; the ring says that it is new.
            <span aria-hidden="true" className="ml-auto rounded-full border border-current px-2 font-semibold text-ink">
              {t('kitchen.seen')}
            </span>
          )}
          {isLate && <strong className="ml-auto font-bold text-name">{t('kitchen.late')}</strong>}
        </p>
        {isNew && <MarkSeen t={t} order={order} />}
      </div>
      {notice === 'cancelled' && (
        <SeenRow
          tone="cancelled"
          label={cancellationText(t, cancellation, timeZone)}
          t={t}
          onSeen={() => seeEnd(order)}
        />
      )}
      {notice === 'ended' && (
        <SeenRow
          tone="plain"
          label={t(order.status === 'completed' ? 'kitchen.ended.completed' : 'kitchen.ended.delivered')}
          t={t}
          onSeen={() => seeEnd(order)}
        />
      )}
      {card.movedFrom !== undefined && <Moved t={t} card={card} />}
      {order.notes && (
        <div className="border-line border-t px-2.5 py-2">
          <span className="sr-only">{t('kitchen.orderNote')}: </span>
          <Note t={t} note={order.notes} className="px-0.5" />
        </div>
      )}
    </header>
  )
}

function RepeatedHead({ t, order }: { t: TFunction; order: Order }) {
  return (
    <header data-part="again" className="px-3 pt-3 pb-2.5">
      <Title t={t} order={order} isCancelled={false} />
      <p className="mt-1.5 flex items-center gap-2 text-base text-muted leading-6">
        <CardNumber t={t} id={order.id} />
        {t('kitchen.continued')}
      </p>
    </header>
  )
}

function Title({ t, order, isCancelled }: { t: TFunction; order: Order; isCancelled: boolean }) {
  return (
    <h2 className={cx('display figures min-w-0 break-words text-head leading-none', isCancelled && 'line-through')}>
      {nameOf(t, order)}
    </h2>
  )
}

function CardNumber({ t, id }: { t: TFunction; id: number }) {
  const number = numberedIds.use((ids) => ids.indexOf(id) + 1)
  if (number === 0) return null
  return (
    <kbd className="figures grid size-6 place-items-center rounded-small border border-current font-sans font-semibold text-body">
      <span className="sr-only">{t('kitchen.number', { number })}</span>
      <span aria-hidden="true">{number}</span>
    </kbd>
  )
}

interface FactsProps {
  t: TFunction
  order: Order
  timeZone: string
  /** Beside the words LATE and New there is no room for the time of day of a takeaway order. */
  isShort: boolean
}

function Facts({ t, order, timeZone, isShort }: FactsProps): ReactNode {
  const time = <time dateTime={order.createdAt}>{formatTime(order.createdAt, timeZone)}</time>
  if (order.tableNumber !== null || order.diningOption !== 'takeaway')
    return (
      <span className="figures">
        {order.tableNumber === null ? placeOf(t, order) : `#${order.id}`} · {time}
      </span>
    )
  return (
    <>
      <span className="inline-flex items-center gap-1.5 font-semibold">
        <ShoppingBag aria-hidden="true" className="size-5" />
        {t('orders.takeaway')}
      </span>
      {!isShort && <span className="figures">{time}</span>}
    </>
  )
}

/** The whole head is the button, so that it is large enough. */
function MarkSeen({ t, order }: { t: TFunction; order: Order }) {
  const { mutate } = useMarkSeen(order)
  return (
    <button
      type="button"
      aria-label={t('kitchen.markSeen', { name: nameOf(t, order) })}
      onClick={() => mutate()}
      className="absolute inset-0 rounded-t-card"
    />
  )
}

function Moved({ t, card: { order, movedFrom } }: { t: TFunction; card: KitchenCard }) {
  const now = t('kitchen.nowAt', { place: nameOf(t, order) })
  const before = movedFrom == null ? t('orders.takeaway') : t('common.table', { number: movedFrom })
  return (
    <SeenRow
      tone="plain"
      label={
        <>
          <s className="block font-medium text-muted">{before}</s> {now}
        </>
      }
      t={t}
      what={now}
      onSeen={() => seeMove(order)}
    />
  )
}

function cancellationText(t: TFunction, change: KitchenCard['cancellation'], timeZone: string): string {
  if (!change) return t('orders.status.cancelled')
  const time = formatTime(change.at, timeZone)
  return change.user ? t('kitchen.cancelledBy', { user: change.user, time }) : t('kitchen.cancelledAt', { time })
}

interface CardFragmentViewProps {
  card: KitchenCard
  /** Counted from 0 within its card. */
  index: number
  /** The lines of this fragment: from the first to before the second. */
  from: number
  to: number
  isLast: boolean
  settings: Settings
}

/** Ticks all lines of a card that are still to be cooked, which are those of the chosen stations. */
export function tickRest({ order, toCook }: KitchenCard, language: Language): void {
  void tickLines(
    toCook.map((line) => ({ order, line })),
    true,
    language,
  )
}

/** A card of an order, or the part of it in one column. Rendered only when its own order changes. */
export const CardFragmentView = memo(function CardFragmentView(props: CardFragmentViewProps) {
  const { card, index, from, to, isLast, settings } = props
  const { t, language } = useTranslation()
  const { order, lines, notice, toCook } = card
  const isStarted = toCook.length < lines.filter(({ line }) => line.cooked).length
  const name = nameOf(t, order)
  return (
    <article
      data-card={order.id}
      aria-label={index === 0 ? name : `${name}, ${t('kitchen.continued')}`}
      className={cx(
        'focus-inside rounded-card border shadow-soft has-focus-visible:outline-3',
        notice === 'cancelled' ? 'border-cancelled/40 bg-cancelled-soft' : 'bg-card',
        notice !== 'cancelled' &&
          (!notice && isUnseen(order, serverDate()) ? 'border-ink ring-1 ring-ink' : 'border-line'),
      )}
    >
      {index === 0 ? <CardHead t={t} card={card} settings={settings} /> : <RepeatedHead t={t} order={order} />}
      <ul>
        {lines.slice(from, to).map((cardLine) => (
          <LineRow key={cardLine.line.id} t={t} card={card} cardLine={cardLine} language={language} />
        ))}
      </ul>
      {isLast && toCook.length > 0 && (
        <div data-part="foot" data-kept-free="" className="border-line border-t p-2.5">
          <button
            type="button"
            aria-label={t(isStarted ? 'kitchen.restDoneOf' : 'kitchen.doneOf', { name })}
            onClick={(event) => {
              if (!recordTap(event.nativeEvent)) tickRest(card, language)
            }}
            className="large-target w-full gap-3 border-transparent bg-sunk text-xl hover:bg-line"
          >
            <CheckCheck aria-hidden="true" className="size-6.5" />
            {t(isStarted ? 'kitchen.restDone' : 'kitchen.done')}
          </button>
        </div>
      )}
      {!isLast && (
        <p data-part="next" className="border-line border-t px-3 py-2 text-center font-semibold text-base text-muted">
          {t('kitchen.continues')}
        </p>
      )}
    </article>
  )
})
