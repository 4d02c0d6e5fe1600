import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { Badge, cx, Money, PhoneLink, useTranslation } from '../../ui/index.ts'
import './arrive.css'
import { AlarmClock, ArrowLeftRight, ChevronDown, ChevronRight, StickyNote, User } from 'lucide-react'
import { memo, useState } from 'react'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Language } from '#shared/domain/language.ts'
import { lineTotal, moneyParts } from '#shared/domain/money.ts'
import { countsFrom, isUnseen } from '#shared/domain/orders/later.ts'
import { isOpen } from '#shared/domain/orders/order.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { useOfServerNow } from '../../lib/clock/use-server-now.ts'
import {
  AgeClock,
  type CardPartProps,
  dishName,
  hasPhone,
  isErased,
  isLateOrder,
  isTableName,
  LATE_HEAD,
  LineOptions,
  lateAfter,
  linesDone,
  PART,
  pickupText,
  placeOf,
} from '../orders/index.ts'
import { DueButton } from '../payments/index.ts'
import { PrintHistory } from '../printing/index.ts'
import { OrderActions } from './order-actions.tsx'

/** Who ordered: name, which may be the table's, phone and e-mail, small; at a table, how many guests. */
function OrderPerson({ t, order }: CardPartProps) {
  const guests = new Set(order.items.map(({ guestName }) => guestName).filter(Boolean)).size
  const parts = [
    // For orders without a table, the card's title says for whom they are, and how they are served.
    order.tableNumber !== null && t('orders.dineIn'),
    guests > 0 && t('orders.guests', { count: guests }),
    isErased(order)
      ? t('orders.erased')
      : order.tableNumber !== null &&
        (isTableName(order.customerName, order.tableNumber) ? placeOf(t, order) : order.customerName),
  ]
  return (
    <div className="min-w-0 text-sm text-muted">
      <p>{joined(parts)}</p>
      {hasPhone(order) && (
        <p>
          <PhoneLink number={order.phoneNumber} />
        </p>
      )}
      {order.email && <p className="wrap-anywhere">{order.email}</p>}
    </div>
  )
}

// Non-breaking spaces keep short parts whole, and the dot at the end of a row.
function joined(parts: readonly (string | false)[]): string {
  return parts
    .filter((part): part is string => !!part)
    .map((part) => (part.length <= 16 ? part.replaceAll(' ', '\u00a0') : part))
    .join('\u00a0· ')
}

interface OrderCardProps {
  order: Order
  settings: Settings
  /** Whether the kitchen does not start with it yet. */
  isForLater: boolean
  /** Whether it is the last one that came in: it alone has a frame. */
  isNewest?: boolean
}

/** An order that nobody has seen is marked as new for this long. */
const NEW_FOR_MS = 60_000

export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { order, settings, isForLater, isNewest = false } = props
  const { t, language } = useTranslation()
  const start = Date.parse(countsFrom(order))
  const isSeen = !isUnseen(order, serverDate())
  const isNew = useOfServerNow((now) => now - start < NEW_FOR_MS) && !isSeen
  return (
    <article
      aria-label={t('orders.order', { id: order.id })}
      className={cx(
        'flex flex-col rounded-card border bg-card p-3.5 shadow-soft',
        isNew && isNewest ? 'order-arrives border-accent' : 'border-line',
      )}
    >
      <Head t={t} order={order} settings={settings} language={language} isForLater={isForLater} isNew={isNew} />
      <OrderLines t={t} order={order} language={language} />
      {order.notes && (
        <p className="mt-3 flex gap-2 rounded-field bg-accent-soft px-3 py-2 text-sm font-medium">
          <StickyNote className="mt-0.5 size-4 shrink-0 text-accent" />
          <span className="min-w-0">{order.notes}</span>
        </p>
      )}
      <div
        className={cx(
          'mt-2.5 mb-2.5 flex items-end justify-between gap-3',
          order.due !== undefined && 'flex-wrap gap-y-2',
        )}
      >
        <OrderPerson t={t} order={order} />
        <div className="ml-auto flex shrink-0 items-center gap-2">
          <DueButton t={t} order={order} />
          <p className="display figures text-xl leading-tight">
            <span className="sr-only">{t('orders.total')} </span>
            <Money parts={moneyParts(order.total, order.currency)} />
          </p>
        </div>
      </div>
      <OrderActions t={t} order={order} settings={settings} isSeen={isSeen} />
      <PrintHistory order={order} settings={settings} />
    </article>
  )
})

type HeadProps = CardPartProps & { settings: Settings; language: Language; isForLater: boolean; isNew: boolean }

function Head({ t, order, settings, language, isForLater, isNew }: HeadProps) {
  const { done, all } = linesDone(order)
  const isPartlyDone = order.status === 'preparing' && done > 0
  const changedBy = userOfLastChange(order)
  const place = placeOf(t, order)
  // How it is served stands below the name, so that most names have room in one line.
  const title = order.tableNumber === null && order.customerName !== '' ? order.customerName : place
  const isLate = useOfServerNow((now) => isLateOrder(order, settings, now))
  return (
    <header
      className={cx(
        '-mx-3.5 -mt-3.5 rounded-t-[calc(var(--radius-card)-1px)] px-3.5 pt-3 pb-2.5',
        isLate && `mb-1 ${LATE_HEAD}`,
      )}
    >
      <div className="flex items-center gap-2">
        <h2 className="display min-w-0 flex-1 text-title leading-tight">
          <Destination t={t} order={order} title={title} />
        </h2>
        {isOpen(order.status) && !isForLater && (
          <AgeClock t={t} createdAt={countsFrom(order)} late={lateAfter(settings)} />
        )}
      </div>
      {order.tableLabel !== null && <p className="font-semibold text-body break-words">{order.tableLabel}</p>}
      {order.pickupAt !== null && <PickupTime t={t} order={order} text={pickupText(t, order.pickupAt, settings)} />}
      <p className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-small text-muted">
        {isNew && <Badge tone="accent">{t('orders.new')}</Badge>}
        {isForLater && <Badge>{t('later.mark')}</Badge>}
        {title !== place && <span className="font-semibold text-ink">{place}</span>}
        <span className="figures">#{order.id}</span>
        <time dateTime={order.createdAt} className="figures">
          {formatMoment(order.createdAt, settings.timeZone, language)}
        </time>
        {isLate && <strong className="ml-auto font-bold text-sm">{t('kitchen.late')}</strong>}
        {isPartlyDone && <span className="font-semibold text-preparing">{t('orders.linesDone', { done, all })}</span>}
        {changedBy !== undefined && <span>{t('orders.changedBy', { user: changedBy })}</span>}
        {isOpen(order.status) && order.movedFrom !== null && (
          <span className="font-semibold text-accent">{t('orderMove.movedFrom', { number: order.movedFrom })}</span>
        )}
      </p>
    </header>
  )
}

const userOfLastChange = ({ tickets }: Order) => tickets.findLast(({ user }) => user !== undefined)?.user

/** Where the order goes; a tap moves an open order to another table (docs/product/board.md#board-move). */
function Destination({ t, order, title }: CardPartProps & { title: string }) {
  if (!isOpen(order.status)) return title
  return (
    <button
      type="button"
      title={t('orderMove.open')}
      aria-haspopup="dialog"
      onClick={() => openDialog('moveOrder', { orderId: order.id })}
      className="touch -ml-1.5 inline-flex max-w-full items-center gap-2 rounded-chip px-1.5 text-left hover:bg-sunk"
    >
      <span className="min-w-0 break-words">{title}</span>
      <ArrowLeftRight className="size-4 shrink-0 text-muted" />
    </button>
  )
}

/** When the order is picked up; a tap changes that while it is open (docs/product/board.md#board-pickup). */
function PickupTime({ t, order, text }: CardPartProps & { text: string }) {
  const words = (
    <>
      {order.asap && <span className="font-medium text-body">{t('later.asap')} ·</span>}
      <span className="display figures text-title leading-tight">{text}</span>
    </>
  )
  if (!isOpen(order.status)) return <p className="flex items-baseline gap-1.5">{words}</p>
  return (
    <button
      type="button"
      title={t('later.change')}
      aria-haspopup="dialog"
      onClick={() => openDialog('pickup', { orderId: order.id })}
      className="touch -ml-1.5 inline-flex max-w-full flex-wrap items-baseline gap-x-1.5 rounded-chip px-1.5 text-left hover:bg-sunk"
    >
      {words}
      <AlarmClock className="size-4 shrink-0 self-center text-muted" />
    </button>
  )
}

/** A card with more lines than this is folded: one long order must not push the others off the screen. */
const MAX_LINES = 7
const LINES_WHEN_FOLDED = 5

/**
 * An order's lines for the kitchen: quantities first, dishes in the reader's language, notes in the accent colour.
 */
function OrderLines({ t, order, language }: CardPartProps & { language: Language }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isLong = order.items.length > MAX_LINES
  const shown = isLong && !isUnfolded ? order.items.slice(0, LINES_WHEN_FOLDED) : order.items
  return (
    <ul className="divide-y divide-line border-y border-line">
      {shown.map((line, index) => {
        const { guestName } = line
        return (
          <Line
            key={line.id}
            t={t}
            order={order}
            line={line}
            language={language}
            // The lines of a shared cart are sorted by guest: the guest's name is above their first line.
            guest={guestName !== order.items[index - 1]?.guestName ? guestName : null}
          />
        )
      })}
      {isLong && (
        <li>
          <button
            type="button"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
            className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-2 rounded-chip px-2 pl-11 text-left font-semibold text-body hover:bg-sunk"
          >
            <span className="flex-1">
              {isUnfolded
                ? t('common.showLess')
                : t('orders.unfold', { count: order.items.length - LINES_WHEN_FOLDED })}
            </span>
            <ChevronDown className={cx('size-4.5 shrink-0', isUnfolded && 'rotate-180')} />
          </button>
        </li>
      )}
    </ul>
  )
}

interface LineProps extends CardPartProps {
  line: OrderLine
  language: Language
}

function Line({ guest, ...props }: LineProps & { guest: string | null }) {
  const { quantity, removedQuantity } = props.line
  return (
    <li className="text-body">
      {guest && (
        <span className="flex items-center gap-1.5 pt-2 font-semibold text-small text-muted">
          <User className="size-3.5 shrink-0" />
          {guest}
        </span>
      )}
      {quantity > 0 && <OrderedQuantity {...props} />}
      {removedQuantity > 0 && <TakenOffQuantity {...props} />}
    </li>
  )
}

const ROW = 'flex min-h-11 items-baseline gap-2 py-2.5 text-left'

/** The quantity still ordered; a tap takes the line, with its parts, off or lowers its quantity. */
function OrderedQuantity({ t, order, line, language }: LineProps) {
  const isPart = line.partOf !== null
  const row = (
    <>
      <span className="figures min-w-7 shrink-0 font-bold">{line.quantity}×</span>
      <span className="min-w-0 flex-1">
        {dishName(t, language, line)}
        <LineOptions options={line.options} language={language} />
        {line.notes && <q className="mt-0.5 block text-small font-semibold text-accent">{line.notes}</q>}
      </span>
      {(!isPart || line.price > 0) && (
        <span className="figures shrink-0">{moneyParts(lineTotal(line), order.currency).figure}</span>
      )}
    </>
  )
  if (!isOpen(order.status)) return <div className={cx(ROW, isPart && PART)}>{row}</div>
  if (isPart) return <div className={cx(ROW, PART, 'pr-5')}>{row}</div>
  return (
    <button
      type="button"
      title={t('orders.takeOff.open')}
      aria-haspopup="dialog"
      onClick={() => openDialog('takeOff', { orderId: order.id, itemId: line.id })}
      className={`${ROW} -mx-2 w-[calc(100%+1rem)] rounded-chip px-2 transition-colors hover:bg-sunk`}
    >
      {row}
      <ChevronRight className="-mr-1 -ml-1 size-4 shrink-0 self-center text-muted" />
    </button>
  )
}

/** The quantity taken off, struck through (docs/product/orders.md#orders-lines-off). */
function TakenOffQuantity({ t, order, line, language }: LineProps) {
  const { removedQuantity, price } = line
  return (
    <s className={cx(ROW, 'text-muted', line.partOf !== null && PART)}>
      <span className="sr-only">{t('orders.takeOff.takenOff')} </span>
      <span className="figures min-w-7 shrink-0 font-bold">{removedQuantity}×</span>
      <span className="min-w-0 flex-1">{dishName(t, language, line)}</span>
      <span className="figures shrink-0">
        {moneyParts(lineTotal({ price, quantity: removedQuantity }), order.currency).figure}
      </span>
    </s>
  )
}
