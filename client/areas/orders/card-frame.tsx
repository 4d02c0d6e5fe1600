import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { type Currency, formatMoney, lineTotal, moneyParts } from '#shared/domain/money.ts'
import { countsFrom } from '#shared/domain/orders/later.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { cx, language, t } from '../../ui/index.ts'
import { lineInsteadOf } from '../prices/index.ts'
import { LineOptions, PART } from './line-options.tsx'
import { ageText, type CardPartProps, dishName, lateAfter, orderAge } from './order-text.ts'

interface AgeProps {
  /** How long the order has waited, in whole minutes. */
  minutes: number
  settings: Pick<Settings, 'kitchenMinutes'>
  isLate?: boolean
  /** For the kitchen, which reads at two metres: larger, and in the accent colour from the first threshold on. */
  isFar?: boolean
}

/** How long an order has waited: a clock that is full when it is late, and the time as text. */
export function Age({ minutes, settings, isLate = false, isFar = false }: AgeProps) {
  const warm = settings.kitchenMinutes?.[0] ?? 5
  const late = lateAfter(settings)
  return (
    <span
      className={cx(
        'ml-auto inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap font-semibold',
        isFar ? 'pt-1 text-xl leading-none' : 'text-body',
      )}
    >
      <ClockFace
        fill={minutes / late}
        className={
          isFar
            ? cx('size-6.5', minutes >= warm && minutes < late && 'text-accent')
            : cx('size-5', !isLate && 'text-muted')
        }
      />
      <span className="figures">
        {minutes > 0 && <span className="sr-only">{t('orders.waiting')} </span>}
        {ageText(t, minutes)}
      </span>
    </span>
  )
}

/** The same, which follows the clock by itself. */
export function AgeClock({ order, ...rest }: Omit<AgeProps, 'minutes'> & Pick<CardPartProps, 'order'>) {
  const now = useServerNow()
  return <Age {...rest} minutes={orderAge(countsFrom(order), now).minutes} />
}

/** The frame of an order's card, at the board and in the kitchen. */
export function CardFrame({ className, ...rest }: ComponentProps<'article'>) {
  return <article className={cx('rounded-card border shadow-soft', className)} {...rest} />
}

/** The head of a card or of a round; inverted when it is late: then its parts take no colour of their own but badges. */
export function CardHead({ isLate, className, ...rest }: ComponentProps<'div'> & { isLate: boolean }) {
  return (
    <div
      className={cx('rounded-t-[calc(var(--radius-card)-1px)]', isLate && 'bg-ink text-paper', className)}
      {...rest}
    />
  )
}

interface LineRowProps extends Omit<ComponentProps<'li'>, 'children'> {
  line: OrderLine
  /** That of the sum at the end of the row; without it, the row has none. */
  currency?: Currency
  /** The button that the row then is. */
  tap?: (ComponentProps<'button'> & { 'data-line'?: '' }) | undefined
  above?: ReactNode
  /** Below the dish, such as for whom it is. */
  below?: ReactNode
  /** Before the sum, such as the tick of a dish that is done. */
  mark?: ReactNode
  /** Below what was taken off. */
  belowRemoved?: ReactNode
  /** For the kitchen, which reads at two metres and shows the options itself, in `below`. */
  isFar?: boolean
  /** The state of a dish that a cook ticks: its quantity is in a tile. */
  tick?: { isDone: boolean; isChosen: boolean } | undefined
}

const NEAR = {
  row: 'min-h-11 items-baseline gap-2 py-2.5',
  count: 'min-w-7',
  name: '',
  button: '-mx-2 w-[calc(100%+--spacing(4))] rounded-chip px-2 hover:bg-sunk',
  removed: 'text-muted',
}
const FAR = {
  row: 'min-h-14 items-center gap-2.5 px-2.5 py-1.5',
  count: 'w-11 text-center text-figure leading-none',
  name: 'break-words font-medium text-2xl leading-[1.15]',
  button: 'w-full -outline-offset-2 hover:bg-sunk/50',
  removed: 'bg-cancelled-soft text-cancelled decoration-2',
}

/** What is not cooked here stands above its parts. */
const FAR_UNTICKED = 'break-words font-semibold text-xl leading-tight'

/** A line of an order: what is still ordered, and what was taken off, struck through. */
export function LineRow(props: LineRowProps) {
  const { line, currency, tap, above, below, mark, belowRemoved, isFar, tick, ...rest } = props
  const { quantity, removedQuantity, price, partOf } = line
  const isNearPart = partOf !== null && !isFar
  const size = isFar ? FAR : NEAR
  const name = dishName(t, language, line)
  const row = cx('flex w-full text-left', size.row, isNearPart && PART)
  const count = (portions: number) => (
    <span className={cx('figures shrink-0 font-bold', size.count)}>{isFar ? portions : `${portions}×`}</span>
  )
  const sum = (portions: number) =>
    currency &&
    (!isNearPart || price > 0) && (
      <span className="figures shrink-0">
        {moneyParts(lineTotal({ ...line, quantity: portions }), currency).figure}
      </span>
    )
  const insteadOf = currency && lineInsteadOf(currency, line)
  const left = (
    <>
      <span className={row}>
        {tick ? <TickTile {...tick} quantity={quantity} /> : !isFar && count(quantity)}
        <span className={cx('min-w-0 flex-1', isFar && !tick ? FAR_UNTICKED : size.name, tick?.isDone && 'text-muted')}>
          {isFar && tick?.isDone !== false && <span className="figures">{quantity}× </span>}
          {name}
          {!isFar && (
            <>
              <LineOptions options={line.options} />
              {line.notes && <q className="mt-0.5 block font-semibold text-accent text-small">{line.notes}</q>}
              {insteadOf && <span className="figures block text-muted text-small">{insteadOf}</span>}
              {below}
            </>
          )}
        </span>
        {mark}
        {sum(quantity)}
      </span>
      {isFar && !tick?.isDone && below}
    </>
  )
  return (
    <li {...rest}>
      {above}
      {quantity > 0 &&
        (tap ? (
          <button type="button" {...tap} className={cx('block text-left transition-colors', size.button)}>
            {left}
          </button>
        ) : (
          left
        ))}
      {removedQuantity > 0 && (
        <s className={cx(row, size.removed)}>
          {!isFar && <span className="sr-only">{t('orders.takeOff.takenOff')} </span>}
          {count(removedQuantity)}
          <span className={cx('min-w-0 flex-1', size.name)}>{name}</span>
          {sum(removedQuantity)}
        </s>
      )}
      {belowRemoved}
    </li>
  )
}

function TickTile({ isDone, isChosen, quantity }: NonNullable<LineRowProps['tick']> & { quantity: number }) {
  return (
    <span
      className={cx(
        'count-tile h-11 min-w-11 rounded-field px-1',
        isDone ? 'bg-ready-soft text-ready' : isChosen ? 'border-3 border-ink' : 'bg-sunk',
      )}
    >
      {isDone ? <Check aria-hidden="true" strokeWidth={3} className="size-6" /> : quantity}
    </span>
  )
}

const RADIUS = 2.5
const CIRCUMFERENCE = 2 * Math.PI * RADIUS
/** The smallest slice shown, so that the first minutes are visible. */
const MIN_FILL = 0.07

/** A dial. @param fill its part that is full, from 0; above 1 it is full, too */
function ClockFace({ fill, className }: { fill: number; className: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true" className={className}>
      <circle cx="8" cy="8" r="6.5" strokeWidth="1.4" />
      {fill === 0 ? (
        <path d="M8 4.6V8l2.1 1.3" strokeWidth="1.4" strokeLinecap="round" />
      ) : (
        // A stroke twice as wide as its radius fills the dial like a slice.
        <circle
          cx="8"
          cy="8"
          r={RADIUS}
          strokeWidth={RADIUS * 2}
          strokeDasharray={`${Math.min(1, Math.max(MIN_FILL, fill)) * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          transform="rotate(-90 8 8)"
        />
      )}
    </svg>
  )
}

/** In place of a card that could not be rendered: its number and total. */
export function PlainCard({ order: { id, total, currency } }: { order: Order }) {
  return (
    <CardFrame aria-label={t('orders.order', { id })} className="border-cancelled bg-card p-4.5">
      <h2 className="display figures text-title leading-tight">#{id}</h2>
      <p className="mt-1.5 text-body">{t('orders.notDrawn')}</p>
      <p className="display figures mt-3.5 text-xl leading-tight">
        <span className="sr-only">{t('orders.total')} </span>
        {formatMoney(total, currency)}
      </p>
    </CardFrame>
  )
}
