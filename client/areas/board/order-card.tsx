import {
  Check,
  ChevronDown,
  Ellipsis,
  Eye,
  MessageSquare,
  Printer,
  ReceiptText,
  StickyNote,
  TriangleAlert,
  User,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { isOpen, nextStatus } from '#shared/domain/orders/order.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { Badge, Button, badgeClass, cx, DOT, IconButton, language, Money, PhoneLink, t } from '../../ui/index.ts'
import {
  Age,
  CardFrame,
  CardHead,
  type CardPartProps,
  contactLink,
  guestText,
  hasPhone,
  isErased,
  isTableName,
  LineRow,
  linesDone,
  moveOnLabel,
  pickupText,
  placeOf,
  takeOffTap,
} from '../orders/index.ts'
import { DueButton } from '../payments/index.ts'
import { hasMoreToPrint, printsText } from '../printing/index.ts'

/** What a button of a card is for: its `data-tap`, which the grid takes (`order-grid.tsx`). */
export type CardTap = 'next' | 'seen' | 'status' | 'move' | 'pickup' | 'print' | 'more' | 'unfold'

/** Checks the name of a button at its place. */
const tap = (name: CardTap) => name

export interface OrderCardProps extends CardPartProps {
  settings: Settings
  /** How long it has waited, in whole minutes: it is rendered again once a minute. Undefined where that is not said. */
  age: number | undefined
  isLate: boolean
  /** Whether the kitchen does not start with it yet. */
  isForLater: boolean
  isUnseen: boolean
  /** Whether it came a moment ago, and nobody has seen it. */
  isNew: boolean
  /** Whether it is the last one that came in: it alone has a frame. */
  isNewest: boolean
  /** Whether the page waits for the server's response to a change of it. */
  isChanging: boolean
  isPrinting: boolean
  /** Whether its last print failed. */
  isUnprinted: boolean
  /** What it says of its fiscal receipt. */
  receipt?: string | undefined
  isUnfolded: boolean
}

/**
 * An order's card. Neither it nor its parts have a hook or a part of the library: a board has hundreds. What a card needs
 * to know, and what its buttons do, is the grid's (`order-grid.tsx`).
 */
export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { order, isNew, isNewest, isUnprinted, receipt, settings } = props
  return (
    <CardFrame
      aria-label={t('orders.order', { id: order.id })}
      className={cx('flex flex-col bg-card p-3.5', isNew && isNewest ? 'order-arrives border-accent' : 'border-line')}
    >
      <Head {...props} />
      <OrderLines {...props} />
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
        <OrderPerson order={order} />
        <div className="ml-auto flex shrink-0 items-center gap-2">
          <DueButton order={order} />
          <p className="display figures text-xl leading-tight">
            <span className="sr-only">{t('orders.total')} </span>
            <Money parts={moneyParts(order.total, order.currency)} />
          </p>
        </div>
      </div>
      <Actions {...props} />
      {isUnprinted && (
        <p className="mt-2.5 flex items-start gap-1.5 text-sm font-semibold text-cancelled">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" />
          {t('printing.notPrinted')}
        </p>
      )}
      {order.prints.length > 0 && (
        <p className="mt-2.5 flex items-start gap-1.5 text-sm text-muted">
          <Check className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">{printsText(t, order, settings)}</span>
        </p>
      )}
      {receipt && (
        <p className="mt-2.5 flex items-start gap-1.5 text-sm text-muted">
          <ReceiptText className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">{receipt}</span>
        </p>
      )}
    </CardFrame>
  )
})

function Head({ order, settings, age, isLate, isForLater, isNew }: OrderCardProps) {
  const { done, all } = linesDone(order)
  const isPartlyDone = order.status === 'preparing' && done > 0
  const changedBy = userOfLastChange(order)
  const place = placeOf(t, order)
  // How it is served stands below the name, so that most names have room in one line.
  const title = order.tableNumber === null && order.customerName !== '' ? order.customerName : place
  const colour = (name: string) => !isLate && name
  return (
    <CardHead isLate={isLate} className={cx('-mx-3.5 -mt-3.5 px-3.5 pt-3 pb-2.5', isLate && 'mb-1')}>
      <div className="flex flex-wrap items-center gap-x-2">
        <h2 className="display min-w-0 flex-[1_1_7rem] text-title leading-tight">
          <Changeable isOpen={isOpen(order.status)} isInverted={isLate} title={t('orderMove.open')} tap="move">
            <span className="min-w-0 break-words">{title}</span>
          </Changeable>
        </h2>
        {age !== undefined && <Age minutes={age} settings={settings} isLate={isLate} />}
      </div>
      {order.tableLabel !== null && <p className="font-semibold text-body break-words">{order.tableLabel}</p>}
      {order.pickupAt !== null && (
        <Changeable isOpen={isOpen(order.status)} isInverted={isLate} title={t('later.change')} tap="pickup">
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
  tap: CardTap
  children: ReactNode
}

/** What a tap changes while the order is open. */
function Changeable({ isOpen, isInverted, title, tap, children }: ChangeableProps) {
  const row = 'inline-flex max-w-full items-center gap-1.5'
  if (!isOpen) return <span className={row}>{children}</span>
  return (
    <button
      type="button"
      title={title}
      aria-haspopup="dialog"
      data-tap={tap}
      className={cx(
        'touch -ml-1.5 rounded-chip px-1.5 text-left',
        isInverted ? 'hover:bg-paper/15' : 'hover:bg-sunk',
        row,
      )}
    >
      {children}
      <ChevronDown className={cx('size-4 shrink-0', !isInverted && 'text-muted')} />
    </button>
  )
}

/** A card with more lines than this is folded: one long order must not push the others off the screen. */
const MAX_LINES = 7
const LINES_WHEN_FOLDED = 5

/**
 * An order's lines for the kitchen: quantities first, dishes in the reader's language, notes in the accent colour.
 */
function OrderLines({ order, isUnfolded }: OrderCardProps) {
  const isLong = order.items.length > MAX_LINES
  const shown = isLong && !isUnfolded ? order.items.slice(0, LINES_WHEN_FOLDED) : order.items
  return (
    <ul className="divide-y divide-line border-y border-line">
      {shown.map((line, index) => {
        const { guestName } = line
        return (
          <LineRow
            key={line.id}
            line={line}
            currency={order.currency}
            tap={takeOffTap(t, order, line)}
            className="text-body"
            // The lines of a shared cart are sorted by guest: the guest's name is above their first line.
            above={
              guestName &&
              guestName !== order.items[index - 1]?.guestName && (
                <span className="flex items-center gap-1.5 pt-2 font-semibold text-small text-muted">
                  <User className="size-3.5 shrink-0" />
                  {guestText(guestName)}
                </span>
              )
            }
          />
        )
      })}
      {isLong && (
        <li>
          <button
            type="button"
            aria-expanded={isUnfolded}
            data-tap={tap('unfold')}
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

/** An order's actions: move it on, mark it as seen, set its status, message its customer, print it. */
function Actions({ order, settings, isUnseen, isChanging, isPrinting }: OrderCardProps) {
  const next = nextStatus(order)
  const { id, status } = order
  return (
    <footer className="mt-auto flex flex-col gap-2">
      <div className="flex gap-2 empty:hidden">
        {next && (
          // Not disabled while pending: a disabled button would lose the focus.
          <Button
            size="large"
            data-tap={tap('next')}
            data-main-action=""
            data-kept-free=""
            aria-busy={isChanging || undefined}
            className="min-h-12! min-w-0 flex-1 px-3! aria-busy:opacity-60"
          >
            {moveOnLabel(t, order, next)}
          </Button>
        )}
        {isUnseen && (
          <Button
            data-tap={tap('seen')}
            aria-label={t('kitchen.seen')}
            title={t('kitchen.seen')}
            variant="outline"
            className="min-h-12! px-3!"
          >
            <Eye className="size-5" />
            <span className="max-[24rem]:hidden">{t('kitchen.seen')}</span>
          </Button>
        )}
      </div>
      <div className="-mr-1.5 -mb-1.5 flex min-h-11 items-center gap-0.5">
        <button
          type="button"
          role="combobox"
          aria-label={t('orders.changeStatus', { id })}
          aria-haspopup="listbox"
          aria-expanded={false}
          data-tap={tap('status')}
          className={cx('touch min-h-8 min-w-0 px-3 text-small', badgeClass(status))}
        >
          {DOT}
          <span className="truncate leading-normal">{t(`orders.status.${status}`)}</span>
          <ChevronDown className="size-4" />
        </button>
        <span className="flex-1" />
        {hasPhone(order) && (
          <a
            href={contactLink(order, settings)}
            aria-label={t('orders.contact')}
            title={t('orders.contact')}
            className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-sunk"
          >
            <MessageSquare className="size-5" />
          </a>
        )}
        <div className="flex shrink-0">
          <IconButton
            label={t('printing.printReceipt')}
            data-tap={tap('print')}
            aria-busy={isPrinting || undefined}
            className="text-muted"
          >
            <Printer className="size-5" />
          </IconButton>
          {hasMoreToPrint(order) && (
            <IconButton
              label={t('printing.more', { id })}
              aria-haspopup="menu"
              aria-expanded={false}
              data-tap={tap('more')}
              className="text-muted"
            >
              <Ellipsis className="size-5" />
            </IconButton>
          )}
        </div>
      </div>
    </footer>
  )
}

/** Who ordered: name, which may be the table's, phone and e-mail, small; at a table, how many guests. */
function OrderPerson({ order }: CardPartProps) {
  const guests = new Set(order.items.map(({ guestName }) => guestName).filter(Boolean)).size
  const parts = [
    // For orders without a table, the card's title says for whom they are, and how they are served.
    order.tableNumber !== null && t('orders.dineIn'),
    guests > 0 && t('orders.guests', { count: guests }),
    isErased(order)
      ? t('orders.erased')
      : order.tableNumber !== null && !isTableName(order.customerName, order.tableNumber) && order.customerName,
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
