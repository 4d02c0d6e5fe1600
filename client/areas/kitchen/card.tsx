import { CheckCheck, Eye, ShoppingBag, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode, type RefCallback, useEffect, useState } from 'react'
import type { Settings } from '#shared/contracts/settings.ts'
import { warnsOfAllergy } from '#shared/domain/kitchen.ts'
import { isUnseen } from '#shared/domain/orders/later.ts'
import { isInKitchen } from '#shared/domain/orders/order.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { createValue } from '../../lib/browser/storage.ts'
import { serverDate, useOfServerNow } from '../../lib/clock/server-clock.ts'
import { cx, language, t } from '../../ui/index.ts'
import {
  AgeClock,
  CardFrame,
  CardHead,
  type CardPartProps,
  dishName,
  isLateOrder,
  keyOfDish,
  LineOptions,
  LineRow,
  markSeen,
  pickupText,
  placeOf,
} from '../orders/index.ts'
import { type CardFragment, type CardLine, guestOfLine, type KitchenCard, seeEnd, seeLine, seeMove } from './cards.ts'
import { chosenDish } from './dishes.tsx'
import { LATE_TAP_MS, nameOf, tickLines, tickRest, useLateTaps } from './stations.ts'

/** The orders that a digit key chooses, in their order. Not a prop, so that a card is not rendered when only its number changes. */
export const numberedIds = createValue<readonly number[]>([])

interface CardViewProps extends Pick<CardFragment, 'index' | 'from' | 'to' | 'isLast'> {
  card: KitchenCard
  settings: Settings
  /** The ref of each part: what has a height of its own. */
  partRef: RefCallback<HTMLElement>
}

/** A card of an order, or the part of it in one column. Rendered only when its own order changes. */
export const CardView = memo(function CardView(props: CardViewProps) {
  const { card, index, from, to, isLast, settings, partRef } = props
  const { order, lines, notice, toCook } = card
  const isStarted = toCook.length < lines.filter(({ line }) => line.cooked).length
  const name = nameOf(t, order)
  return (
    <CardFrame
      data-card={order.id}
      aria-label={index === 0 ? name : `${name}, ${t('kitchen.continued')}`}
      className={cx(
        'focus-inside has-focus-visible:outline-3',
        notice === 'cancelled' ? 'border-cancelled/40 bg-cancelled-soft' : 'border-line bg-card',
      )}
    >
      {index === 0 ? (
        <KitchenCardHead card={card} settings={settings} partRef={partRef} />
      ) : (
        <header ref={partRef} data-part="again" className="px-3 pt-3 pb-2.5">
          <h2 className={TITLE}>{name}</h2>
          <p className="mt-1.5 flex items-center gap-2 text-base text-muted leading-6">
            <CardNumber order={order} />
            {t('kitchen.continued')}
          </p>
        </header>
      )}
      <ul>
        {lines.slice(from, to).map((cardLine) => (
          <KitchenLine key={cardLine.line.id} {...{ card, cardLine, language, partRef }} />
        ))}
      </ul>
      {isLast && toCook.length > 0 && (
        <div ref={partRef} data-part="foot" data-kept-free="" className="border-line border-t p-2.5">
          <button
            type="button"
            aria-label={t(isStarted ? 'kitchen.restDoneOf' : 'kitchen.doneOf', { name })}
            onClick={() => tickRest(card)}
            className="large-target w-full gap-3 border-transparent bg-sunk text-xl hover:bg-line"
          >
            <CheckCheck aria-hidden="true" className="size-6.5" />
            {t(isStarted ? 'kitchen.restDone' : 'kitchen.done')}
          </button>
        </div>
      )}
      {!isLast && (
        <p
          ref={partRef}
          data-part="next"
          className="border-line border-t px-3 py-2 text-center font-semibold text-base text-muted"
        >
          {t('kitchen.continues')}
        </p>
      )}
    </CardFrame>
  )
})

const TITLE = 'display figures min-w-0 break-words text-head leading-none'

type KitchenCardHeadProps = Pick<CardViewProps, 'card' | 'settings' | 'partRef'>

function KitchenCardHead({ card, settings, partRef }: KitchenCardHeadProps) {
  const { order, notice, cancellation, movedFrom } = card
  const isLate = useOfServerNow((now) => isLateOrder(order, settings, now))
  const isNew = !notice && isUnseen(order, serverDate())
  const isTakeaway = order.tableNumber === null && order.diningOption === 'takeaway'
  // Beside Seen there is no room for the time of day, nor beside Takeaway and LATE.
  const hasTime = !isNew && !(isTakeaway && isLate)
  const nowAt = t('kitchen.nowAt', { place: nameOf(t, order) })
  const place = order.tableNumber === null ? placeOf(t, order) : `#${order.id}`
  const timeOf = (at: string) => formatTime(at, settings.timeZone)
  const end = cancellation && { user: cancellation.user, time: timeOf(cancellation.at) }
  return (
    <header ref={partRef} data-part="head">
      <CardHead isLate={isLate} className="relative px-3 pt-3 pb-2.5">
        <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
          <h2 className={cx(TITLE, notice === 'cancelled' && 'line-through')}>{nameOf(t, order)}</h2>
          {!notice && <AgeClock order={order} settings={settings} isFar />}
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
          <CardNumber order={order} />
          {isTakeaway ? (
            <span className="inline-flex items-center gap-1.5 font-semibold">
              <ShoppingBag aria-hidden="true" className="size-5" />
              {t('orders.takeaway')}
            </span>
          ) : (
            <span className="figures">
              {place}
              {hasTime && ' ·'}
            </span>
          )}
          {hasTime && (
            <time dateTime={order.createdAt} className="figures">
              {timeOf(order.createdAt)}
            </time>
          )}
          {isNew && (
            // What a tap on the head does.
            <span
              aria-hidden="true"
              className={cx(
                'ml-auto inline-flex items-center gap-1 rounded-full border border-current px-2 font-semibold',
                !isLate && 'text-ink',
              )}
            >
              <Eye className="size-4.5 shrink-0" />
              {t('kitchen.seen')}
            </span>
          )}
          {isLate && <strong className="ml-auto font-bold text-name">{t('kitchen.late')}</strong>}
        </p>
        {isNew && (
          // The whole head is the button, so that it is large enough.
          <button
            type="button"
            aria-label={t('kitchen.markSeen', { name: nameOf(t, order) })}
            onClick={() => void markSeen(order)}
            className="absolute inset-0 rounded-t-card"
          />
        )}
      </CardHead>
      {notice === 'cancelled' && (
        <SeenRow
          tone="cancelled"
          label={
            !end
              ? t('orders.status.cancelled')
              : end.user
                ? t('kitchen.cancelledBy', { user: end.user, time: end.time })
                : t('kitchen.cancelledAt', end)
          }
          onSeen={() => seeEnd(order)}
        />
      )}
      {notice === 'ended' && (
        <SeenRow
          label={t(order.status === 'completed' ? 'kitchen.ended.completed' : 'kitchen.ended.delivered')}
          onSeen={() => seeEnd(order)}
        />
      )}
      {movedFrom !== undefined && (
        <SeenRow label={nowAt} onSeen={() => seeMove(order)}>
          <s className="block font-medium text-muted">
            {movedFrom === null ? t('orders.takeaway') : t('common.table', { number: movedFrom })}
          </s>{' '}
        </SeenRow>
      )}
      {order.notes && (
        <div className="border-line border-t px-2.5 py-2">
          <span className="sr-only">{t('kitchen.orderNote')}: </span>
          <Note note={order.notes} className="px-0.5" />
        </div>
      )}
    </header>
  )
}

function CardNumber({ order }: CardPartProps) {
  const number = numberedIds.use((ids) => ids.indexOf(order.id) + 1)
  if (number === 0) return null
  return (
    <kbd className="key-cap figures text-body">
      <span className="sr-only">{t('kitchen.number', { number })}</span>
      <span aria-hidden="true">{number}</span>
    </kbd>
  )
}

interface SeenRowProps {
  /** `cancelled` is red. */
  tone?: 'cancelled'
  label: string
  /** What was seen, for screen readers; by default the label. */
  what?: string
  onSeen: () => void
  /** Before the label. */
  children?: ReactNode
}

/** Something that changed, with the button that says that somebody has seen it, at first inactive. */
function SeenRow({ tone, label, what = label, onSeen, children }: SeenRowProps) {
  const [isActive, setActive] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setActive(true), LATE_TAP_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={cx('flex items-center gap-2 border-line border-t px-3 py-2', tone ? 'text-cancelled' : 'bg-sunk')}>
      <p className="min-w-0 flex-1 break-words font-semibold text-base leading-tight">
        {children}
        {label}
      </p>
      <button
        type="button"
        disabled={!isActive}
        aria-label={t('kitchen.seenOf', { what })}
        onClick={onSeen}
        className={cx(
          'min-h-14 shrink-0 rounded-control border-2 bg-card px-4 font-semibold text-lg leading-tight',
          tone ? 'border-cancelled text-cancelled hover:bg-cancelled-soft' : 'border-edge hover:bg-sunk',
        )}
      >
        {t('kitchen.seen')}
      </button>
    </div>
  )
}

interface NoteProps {
  note: string
  /** Where a note that is no warning begins. */
  className: string
}

function Note({ note, className }: NoteProps) {
  const text = <span className="min-w-0">{t('kitchen.quoted', { note })}</span>
  if (!warnsOfAllergy(note))
    // Framed as what is left out (LineOptions): a guest's words weigh as much as an option.
    return (
      <span className={cx('flex', className)}>
        <span className="w-fit rounded-small border-3 border-accent px-2 font-bold text-xl text-accent leading-[1.2]">
          {text}
        </span>
      </span>
    )
  return (
    <span className="flex items-start gap-2 rounded-chip bg-accent px-2.5 py-2 font-bold text-xl text-on-accent leading-[1.2]">
      <TriangleAlert role="img" aria-label={t('kitchen.allergy')} className="mt-px size-5.5 shrink-0" />
      {text}
    </span>
  )
}

interface KitchenLineProps extends Pick<CardViewProps, 'card' | 'partRef'> {
  cardLine: CardLine
}

const BELOW = '-mt-0.5 block break-words pr-2.5 pb-2 pl-16 leading-tight'

/** A line of a card: what was taken off it, and what is to be cooked or done, which a tap ticks. */
function KitchenLine({ card: { order, notice }, cardLine, partRef }: KitchenLineProps) {
  const { line, takenOff, removal, isPart = false } = cardLine
  const isFixed = !isInKitchen(order.status)
  const isDone = Boolean(line.doneAt)
  const isLateTap = useLateTaps(isDone)
  const isChosen = chosenDish.use((key) => key === keyOfDish(line))
  // That of a part is said above.
  const guest = isPart ? null : guestOfLine(order, line)
  const guestBelow = guest && <span className={cx(BELOW, 'font-medium text-base text-muted')}>{guest}</span>
  const [quantity, removedQuantity] = notice === 'cancelled' ? [0, line.quantity] : [line.quantity, takenOff]
  return (
    <LineRow
      line={{ ...line, quantity, removedQuantity }}
      ref={partRef}
      data-part={`line-${line.id}`}
      className={cx('border-line', isPart ? 'ml-5 border-l-4' : 'border-t')}
      isFar
      tick={line.cooked ? { isDone, isChosen } : undefined}
      tap={
        line.cooked
          ? {
              'data-line': '',
              'aria-pressed': isDone,
              'aria-disabled': isFixed || undefined,
              onClick() {
                if (isFixed || !isLateTap(!isDone)) void tickLines([{ order, line }], !isDone)
              },
            }
          : undefined
      }
      below={
        <>
          {guestBelow}
          {line.options.length > 0 && (
            <span className={cx(BELOW, 'text-xl')}>
              <LineOptions options={line.options} isFar />
            </span>
          )}
          {line.notes && (
            <span className="block px-2.5 pb-2.5">
              <Note note={line.notes} className="pl-13.5" />
            </span>
          )}
        </>
      }
      belowRemoved={
        takenOff > 0 && (
          <div className="bg-cancelled-soft">
            {line.quantity === 0 && guestBelow}
            <SeenRow
              tone="cancelled"
              label={removal?.user ? t('kitchen.takenOffBy', { user: removal.user }) : t('kitchen.takenOff')}
              what={`${takenOff} ${dishName(t, language, line)}`}
              onSeen={() => seeLine(order, line)}
            />
          </div>
        )
      }
    />
  )
}
