import { BellRing, CalendarClock, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { hasBegun, isUnseen } from '#shared/domain/orders/later.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { serverDate, useServerNow } from '../../lib/clock/server-clock.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Badge, Button, cx, useTranslation } from '../../ui/index.ts'
import { ageText, isErased, markSeen, moveOn, pickupText, stopDoubleTap, useIsChanging } from '../orders/index.ts'

interface LaterStripProps {
  /** The first to begin comes first. */
  orders: readonly Order[]
  openId: number | undefined
  onOpen: (id: number | undefined) => void
}

/** The orders for later, above the cards; one that begins grows in its place (docs/product/board.md#board-later). */
export function LaterStrip({ orders, openId, onOpen }: LaterStripProps) {
  const { t } = useTranslation()
  const settings = useSettings()
  const [isUnfolded, setUnfolded] = useState(false)
  const now = serverDate()
  const times = orders.map(({ pickupAt }) => pickupText(t, pickupAt ?? '', settings))
  const title = t(times.every((time) => /^\d\d:\d\d$/.test(time)) ? 'later.today' : 'later.title', {
    number: orders.length,
  })
  const next = orders.findIndex((order) => !hasBegun(order, now))
  const hasNew = orders.some(({ seenAt }) => seenAt === null)
  return (
    <section
      aria-label={title}
      className="mb-2.5 overflow-hidden rounded-card bg-sunk @min-[44rem]:flex @min-[44rem]:h-17"
    >
      <h2 className="flex shrink-0 items-center gap-2 whitespace-nowrap px-4 font-semibold text-body @max-[44rem]:hidden">
        <CalendarClock className="size-5 text-muted" />
        {title}
      </h2>
      <button
        type="button"
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
        className="flex min-h-11 w-full items-center gap-1.5 px-3 text-left text-body @min-[44rem]:hidden"
      >
        <CalendarClock className="size-5 shrink-0 text-muted" />
        <span className="shrink-0 whitespace-nowrap font-semibold">{title}</span>
        {hasNew && <Badge tone="accent">{t('orders.new')}</Badge>}
        <span className="figures ml-auto truncate text-small text-muted">
          {times[next] && t('later.next', { time: times[next] })}
        </span>
        <ChevronDown className={cx('size-4.5 shrink-0', isUnfolded && 'rotate-180')} />
      </button>
      <ul
        onClickCapture={stopDoubleTap}
        className="no-scrollbar flex min-w-0 flex-1 @max-[44rem]:flex-col @min-[44rem]:overflow-x-auto"
      >
        {orders.map((order, index) => (
          <LaterOrder
            key={order.id}
            order={order}
            time={times[index] as string}
            isUnseen={isUnseen(order, now)}
            hasBegun={hasBegun(order, now)}
            isShown={isUnfolded || order.id === openId}
            isOpen={order.id === openId}
            onToggle={() => onOpen(order.id === openId ? undefined : order.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface LaterOrderProps {
  order: Order
  time: string
  isUnseen: boolean
  hasBegun: boolean
  /** Whether a phone shows it before it has begun. */
  isShown: boolean
  isOpen: boolean
  onToggle: () => void
}

function LaterOrder({ order, time, isUnseen, hasBegun, isShown, isOpen, onToggle }: LaterOrderProps) {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const isMoving = useIsChanging(order.id)
  const open = () => {
    // Its card is all that there is to see.
    if (isUnseen && !isOpen) void markSeen(order)
    onToggle()
  }
  const who = [`#${order.id}`, isErased(order) ? t('orders.erased') : order.customerName].join(' · ')
  const portions = order.items.reduce((sum, { quantity, cooked }) => sum + (cooked ? quantity : 0), 0)
  const dishes = t('kitchen.dishes', { count: portions })
  return (
    <li
      className={cx(
        'flex shrink-0 items-stretch @min-[44rem]:max-w-full',
        hasBegun
          ? 'card-face flex-wrap gap-x-3 gap-y-1.5 border-2 border-accent p-1.5 @min-[44rem]:flex-nowrap'
          : '@max-[44rem]:border-line @max-[44rem]:border-t',
        !hasBegun && !isShown && '@max-[44rem]:hidden',
      )}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={open}
        className={cx(
          'flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control px-3 text-left hover:bg-card',
          isOpen && 'bg-card',
        )}
      >
        {hasBegun ? (
          <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
            <BellRing className="size-5" />
          </span>
        ) : (
          <span className="display figures shrink-0 whitespace-nowrap text-title">{time}</span>
        )}
        <span className="min-w-0 text-sm leading-snug">
          <span className="flex items-center gap-2">
            <strong className="figures max-w-48 truncate font-semibold text-body">{who}</strong>
            {isUnseen && !hasBegun && (
              <span className="size-2 shrink-0 rounded-full bg-accent">
                <span className="sr-only">{t('orders.new')}</span>
              </span>
            )}
          </span>
          <span className="figures block whitespace-nowrap text-muted">
            {dishes}
            {hasBegun && <TimeLeft at={order.pickupAt ?? ''} />}
            {hasBegun && ` · ${t('later.rang', { time: formatTime(order.startAt ?? '', timeZone) })}`}
          </span>
        </span>
      </button>
      {hasBegun && (
        <Button
          size="large"
          aria-busy={isMoving || undefined}
          className="figures shrink-0 aria-busy:opacity-60 @max-[44rem]:w-full"
          onClick={() => {
            if (!isMoving) void moveOn(order, 'preparing')
          }}
        >
          {t('later.startNow', { time })}
        </Button>
      )}
    </li>
  )
}

/** How long it is until the order is picked up. */
function TimeLeft({ at }: { at: string }) {
  const { t } = useTranslation()
  const minutes = Math.ceil((Date.parse(at) - useServerNow()) / 60_000)
  return minutes > 0 && ` · ${ageText(t, minutes)}`
}
