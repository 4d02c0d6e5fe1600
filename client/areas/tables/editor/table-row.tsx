import { ChevronDown } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { useServerNow } from '../../../lib/clock/use-server-now.ts'
import { useMoney, useSettings } from '../../../lib/settings/settings.ts'
import { cx } from '../../../ui/cx.ts'
import { useFocusOnRemoval } from '../../../ui/focus-neighbour.ts'
import { Badge } from '../../../ui/parts/badge.tsx'
import { ageText, orderAge, sumOf, unbroken } from '../../orders/index.ts'
import { TableActions, type TableActionsProps } from './table-actions.tsx'
import type { RunningSession } from './table-calls.ts'

/** A table with its state and its actions (docs/product/tables.md#tables-tab). */
export const TableRow = memo(function TableRow(props: TableActionsProps) {
  const { table, session, orders, room, onNewOrder } = props
  const isFolding = room === 'folded'
  const { t } = useTranslation()
  const { number, label, capacity, status } = table
  const row = useFocusOnRemoval<HTMLLIElement>()
  const [isUnfolded, setUnfolded] = useState(false)
  const actionsId = useId()
  const beginOrder = (tableId: number) => {
    // The menu beside the list folds its rows: this button remains, for when the focus comes back.
    setUnfolded(true)
    onNewOrder(tableId)
  }
  // A shared cart beside the buttons would take two lines more: the facts have one of their own below them.
  const isBelow = session !== undefined && !isFolding
  const facts = (
    <div
      className={cx(
        'figures flex min-w-0 flex-wrap gap-x-2.5 text-sm empty:hidden',
        isBelow &&
          'order-last -mt-1.5 w-full @max-[76rem]:flex-nowrap @min-[76rem]:order-none @min-[76rem]:mt-0 @min-[76rem]:w-0 @min-[76rem]:flex-1 @max-[76rem]:[&>div]:flex-nowrap @max-[76rem]:[&>p]:shrink-0',
      )}
    >
      {orders.length > 0 && <OrderFacts orders={orders} />}
      {session && <SessionFacts session={session} />}
    </div>
  )
  return (
    <li
      ref={row}
      aria-label={t('common.table', { number })}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-3 py-1.5 [contain-intrinsic-size:auto_56px] [content-visibility:auto] first:border-t-0 sm:px-4 @min-[46rem]:py-2"
    >
      <div
        className={cx(
          'relative flex min-w-0 flex-1 items-center gap-2',
          isBelow && '@min-[76rem]:w-96 @min-[76rem]:flex-none',
        )}
      >
        <div className="min-w-0 flex-1 @min-[76rem]:flex @min-[76rem]:items-center @min-[76rem]:gap-4">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 @min-[76rem]:w-96 @min-[76rem]:shrink-0">
            <h2 className="display shrink-0 text-xl leading-tight">{t('common.table', { number })}</h2>
            {label !== null && (
              <p title={label} className="truncate font-semibold text-[15px]">
                {label}
              </p>
            )}
            <TableStatusBadge status={status} />
            <p className="text-muted text-sm">{t('tables.seats', { count: capacity })}</p>
          </div>
          {!isBelow && facts}
        </div>
        {isFolding && (
          <button
            type="button"
            data-main-action
            aria-label={t('tables.actions', { number })}
            aria-expanded={isUnfolded}
            aria-controls={actionsId}
            onClick={() => setUnfolded(!isUnfolded)}
            className="grid size-11 shrink-0 place-items-center after:absolute after:-inset-x-3 after:-inset-y-1.5"
          >
            <ChevronDown
              aria-hidden="true"
              className={cx('size-5 text-muted transition-transform', isUnfolded && 'rotate-180')}
            />
          </button>
        )}
      </div>
      {isBelow && facts}
      <div id={actionsId} className={cx(isFolding && (isUnfolded ? 'w-full' : 'hidden'))}>
        {(!isFolding || isUnfolded) && <TableActions {...props} onNewOrder={beginOrder} />}
      </div>
    </li>
  )
})

function OrderFacts({ orders }: { orders: readonly Order[] }) {
  const { t } = useTranslation()
  const now = useServerNow()
  const minutes = Math.max(...orders.map(({ createdAt }) => orderAge(createdAt, now).minutes))
  return (
    <>
      <p className="font-semibold">{t('tables.orders', { count: orders.length, total: sumOf(orders) })}</p>
      <p>{minutes > 0 ? t('tables.since', { time: ageText(t, minutes) }) : ageText(t, minutes)}</p>
    </>
  )
}

function SessionFacts({ session: { names, unproven, total, minutesLeft, endsAt } }: { session: RunningSession }) {
  const { t } = useTranslation()
  const { tableKeysRequired } = useSettings()
  const { format } = useMoney()
  // The rendered clock lags by seconds; without Math.min, 90 minutes could show as 91.
  const minutes = Math.min(minutesLeft, Math.max(0, Math.ceil((endsAt - useServerNow()) / 60_000)))
  const who = names.length > 0 ? t('tables.sharedCart', { names: names.join(', ') }) : t('tables.sharedCartEmpty')
  return (
    <div className="flex min-w-0 max-w-full flex-wrap gap-x-2.5">
      <p title={who} className="min-w-0 max-w-full truncate">
        {who}
      </p>
      <p className="shrink-0">
        {unbroken(format(total))} · {t('tables.minutesLeft', { minutes })}
      </p>
      {tableKeysRequired && unproven > 0 && (
        <p className="shrink-0 font-semibold text-cancelled">{t('tables.unproven', { count: unproven })}</p>
      )}
    </div>
  )
}

const TONES = { available: 'ready', occupied: 'pending', reserved: 'preparing' } as const

function TableStatusBadge({ status }: Pick<Table, 'status'>) {
  const { t } = useTranslation()
  return (
    <Badge tone={TONES[status]} className="shrink-0 text-[13px]!">
      {t(`tables.status.${status}`)}
    </Badge>
  )
}
