import { AlarmClock, ArrowLeftRight, ChevronDown, type LucideIcon, StickyNote, User } from 'lucide-react'
import { memo, type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Language } from '#shared/domain/language.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { countsFrom, isLater, isUnseen } from '#shared/domain/orders/later.ts'
import { isOpen } from '#shared/domain/orders/order.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { serverDate, useOfServerNow } from '../../lib/clock/server-clock.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { afterPaint, NearEnd } from '../../lib/loading/list.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import {
  Badge,
  Boundary,
  cx,
  Money,
  PhoneLink,
  SharedActionMenu,
  useFocusOnRemoval,
  useTranslation,
} from '../../ui/index.ts'
import {
  AgeClock,
  CardFrame,
  CardHead,
  type CardPartProps,
  hasPhone,
  isErased,
  isLateOrder,
  isTableName,
  LineRow,
  linesDone,
  PlainCard,
  pickupText,
  placeOf,
  stopDoubleTap,
  takeOffTap,
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

const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { order, settings, isForLater, isNewest = false } = props
  const { t, language } = useTranslation()
  const start = Date.parse(countsFrom(order))
  const isSeen = !isUnseen(order, serverDate())
  const isNew = useOfServerNow((now) => now - start < NEW_FOR_MS) && !isSeen
  return (
    <CardFrame
      aria-label={t('orders.order', { id: order.id })}
      className={cx('flex flex-col bg-card p-3.5', isNew && isNewest ? 'order-arrives border-accent' : 'border-line')}
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
    </CardFrame>
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
  const colour = (name: string) => !isLate && name
  return (
    <CardHead isLate={isLate} className={cx('-mx-3.5 -mt-3.5 px-3.5 pt-3 pb-2.5', isLate && 'mb-1')}>
      <div className="flex flex-wrap items-center gap-x-2">
        <h2 className="display min-w-0 flex-[1_1_7rem] text-title leading-tight">
          <Changeable
            isOpen={isOpen(order.status)}
            isInverted={isLate}
            title={t('orderMove.open')}
            onChange={() => openDialog('moveOrder', order.id)}
            icon={ArrowLeftRight}
          >
            <span className="min-w-0 break-words">{title}</span>
          </Changeable>
        </h2>
        {isOpen(order.status) && !isForLater && <AgeClock t={t} order={order} settings={settings} />}
      </div>
      {order.tableLabel !== null && <p className="font-semibold text-body break-words">{order.tableLabel}</p>}
      {order.pickupAt !== null && (
        <Changeable
          isOpen={isOpen(order.status)}
          isInverted={isLate}
          title={t('later.change')}
          onChange={() => openDialog('pickup', order.id)}
          icon={AlarmClock}
        >
          {order.asap && <span className="font-medium text-body">{t('later.asap')} ·</span>}
          <span className="display figures text-title leading-tight">{pickupText(t, order.pickupAt, settings)}</span>
        </Changeable>
      )}
      <p className={cx('mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-small', colour('text-muted'))}>
        {isNew && <Badge tone="accent">{t('orders.new')}</Badge>}
        {isForLater && <Badge>{t('later.mark')}</Badge>}
        {title !== place && <span className={cx('font-semibold', colour('text-ink'))}>{place}</span>}
        <span className="figures">#{order.id}</span>
        {order.program !== undefined && (
          <span className={cx('min-w-0 font-semibold break-words', colour('text-ink'))}>{order.program}</span>
        )}
        <time dateTime={order.createdAt} className="figures">
          {formatMoment(order.createdAt, settings.timeZone, language)}
        </time>
        {isLate && <strong className="ml-auto font-bold text-sm">{t('kitchen.late')}</strong>}
        {isPartlyDone && (
          <span className={cx('font-semibold', colour('text-preparing'))}>{t('orders.linesDone', { done, all })}</span>
        )}
        {changedBy !== undefined && <span>{t('orders.changedBy', { user: changedBy })}</span>}
        {isOpen(order.status) && order.movedFrom !== null && (
          <span className={cx('font-semibold', colour('text-accent'))}>
            {t('orderMove.movedFrom', { number: order.movedFrom })}
          </span>
        )}
      </p>
    </CardHead>
  )
}

const userOfLastChange = ({ tickets }: Order) => tickets.findLast(({ user }) => user !== undefined)?.user

interface ChangeableProps {
  isOpen: boolean
  /** Whether it stands on the head of a late order. */
  isInverted: boolean
  title: string
  onChange: () => void
  icon: LucideIcon
  children: ReactNode
}

/** What a tap changes while the order is open. */
function Changeable({ isOpen, isInverted, title, onChange, icon: Icon, children }: ChangeableProps) {
  const row = 'inline-flex max-w-full items-center gap-1.5'
  if (!isOpen) return <span className={row}>{children}</span>
  return (
    <button
      type="button"
      title={title}
      aria-haspopup="dialog"
      onClick={onChange}
      className={cx(
        'touch -ml-1.5 rounded-chip px-1.5 text-left',
        isInverted ? 'hover:bg-paper/15' : 'hover:bg-sunk',
        row,
      )}
    >
      {children}
      <Icon className={cx('size-4 shrink-0', !isInverted && 'text-muted')} />
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
          <LineRow
            key={line.id}
            t={t}
            line={line}
            language={language}
            currency={order.currency}
            tap={takeOffTap(t, order, line)}
            className="text-body"
            // The lines of a shared cart are sorted by guest: the guest's name is above their first line.
            above={
              guestName &&
              guestName !== order.items[index - 1]?.guestName && (
                <span className="flex items-center gap-1.5 pt-2 font-semibold text-small text-muted">
                  <User className="size-3.5 shrink-0" />
                  {guestName}
                </span>
              )
            }
            hasArrow={isOpen(order.status)}
          />
        )
      })}
      {isLong && (
        <li>
          <button
            type="button"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
            className="row-button -mx-2 min-h-11 w-[calc(100%+--spacing(4))] gap-2 px-2 pl-11 font-semibold text-body"
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

/*
 * Cards of different heights in columns of their own, by the browser's grid alone: the rows are narrow, each card spans
 * as many of them as it is high, and dense placement puts a card under the shortest column. So the cards stay in the
 * document in their own order, for the keyboard and screen readers. On phones there is one column, and no rows.
 */

/** The height of a grid row, to which heights are rounded up. Firefox knows 10,000 rows. */
const ROW_PX = 6
const COLUMNS =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] items-start md:grid-flow-row-dense md:auto-rows-[6px]'
const IN_COLUMN = 'row-[span_80] min-w-0 max-md:row-auto!'

/** The number of cards rendered first, a row on a tablet, so that a tap responds fast. */
const FIRST_CARDS = 3
/** The number of cards in the first two rows, which are in sight at first: their estimated heights would move. */
const ALWAYS_VISIBLE_CARDS = 10
/** The cards are rendered up to a multiple of this, the next one each time their end is near. */
const CARDS_PER_STEP = 6

/** The cards of orders in columns of their own: each lies under the shortest column, in the order of the list. */
export function OrderGrid({ orders }: { orders: readonly Order[] }) {
  const [limit, setLimit] = useState(FIRST_CARDS)
  useEffect(() => afterPaint(() => startTransition(() => setLimit(CARDS_PER_STEP))), [])
  // One subscription for the whole list instead of one per card.
  const settings = useSettings()
  const now = serverDate()
  const newestId = Math.max(...orders.filter(({ seenAt }) => seenAt === null).map(({ id }) => id))
  return (
    <>
      <ul onClickCapture={stopDoubleTap} className={`-m-1.5 ${COLUMNS}`}>
        <SharedActionMenu>
          {orders.slice(0, limit).map((order, index) => (
            <Cell key={order.id} isAlwaysVisible={index < ALWAYS_VISIBLE_CARDS}>
              <Boundary failure={<PlainCard order={order} />}>
                <OrderCard
                  order={order}
                  settings={settings}
                  isForLater={isLater(order, now)}
                  isNewest={order.id === newestId}
                />
              </Boundary>
            </Cell>
          ))}
        </SharedActionMenu>
      </ul>
      {limit >= CARDS_PER_STEP && orders.length > limit && (
        <NearEnd key={limit} onNear={() => startTransition(() => setLimit(limit + CARDS_PER_STEP))} />
      )}
    </>
  )
}

/** A place in the grid, as many rows high as its card. When the card leaves its sub-tab, the focus moves to the next one. */
function Cell({ isAlwaysVisible, children }: { isAlwaysVisible: boolean; children: ReactNode }) {
  const ref = useFocusOnRemoval<HTMLLIElement>()
  useLayoutEffect(() => {
    const cell = ref.current
    if (!cell) return
    const span = (height: number) => {
      // Not a custom property: all elements of the card would inherit it, and their styles be computed again.
      cell.style.gridRow = `span ${Math.ceil(height / ROW_PX)}`
    }
    // The observer reports a height before the browser paints, but not always before the first time.
    if (isAlwaysVisible) {
      const { height } = cell.getBoundingClientRect()
      // Once all cards are measured: writing between two of them would lay the page out for each card.
      queueMicrotask(() => span(height))
    }
    const observer = new ResizeObserver(([entry]) => span(entry?.borderBoxSize[0]?.blockSize ?? 0))
    observer.observe(cell, { box: 'border-box' })
    return () => observer.disconnect()
  }, [ref, isAlwaysVisible])
  return (
    <li
      ref={ref}
      className={cx(
        // The padding leaves room for the card's shadow, which `content-visibility` would clip.
        'p-1.5',
        IN_COLUMN,
        // The browser does not render cards outside the viewport.
        !isAlwaysVisible && '[contain-intrinsic-size:auto_400px] [content-visibility:auto]',
      )}
    >
      {children}
    </li>
  )
}
