import { ChevronDown, Plus, ReceiptText } from 'lucide-react'
import { memo } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { reservationText } from '#shared/domain/table.ts'
import { useServerNow } from '../../../lib/clock/use-server-now.ts'
import { useMoney, useSettings } from '../../../lib/settings/settings.ts'
import { ActionMenu, Button, cx, MoreMenu, useFocusOnRemoval, useTranslation } from '../../../ui/index.ts'
import { ageText, orderAge, paidOf, sumOf, unbroken } from '../../orders/index.ts'
import { TABLE_TONES } from '../table-grid.tsx'
import { type RunningSession, useSetTableStatus } from './table-requests.ts'

/** The dialogs that a row can open; the list renders them. */
export type TableDialogKind =
  | 'reserve'
  | 'free'
  | 'end'
  | 'bill'
  | 'move'
  | 'edit'
  | 'delete'
  | 'code'
  | 'print'
  | 'key'

interface TableRowProps {
  table: Table
  session: RunningSession | undefined
  /** The table's open orders, oldest first. */
  orders: readonly Order[]
  onOpenDialog: (what: TableDialogKind, tableId: number) => void
  onNewOrder: (tableId: number) => void
}

/** A table with its state, its one action (on a phone the bill, once something is ordered), and the others in a menu (docs/product/tables.md#tables-tab). */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { table, session, orders, onOpenDialog, onNewOrder } = props
  const { t } = useTranslation()
  const { tableKeysRequired, timeZone } = useSettings()
  const { id, number, label, capacity } = table
  const reserved = reservationText(table.reservedFor, timeZone)
  const row = useFocusOnRemoval<HTMLLIElement>()
  const action = (what: TableDialogKind, name: string) => ({ label: name, onChoose: () => onOpenDialog(what, id) })
  const isServed = orders.length > 0
  const more = [
    ...(isServed ? [{ label: t('tables.newOrder'), onChoose: () => onNewOrder(id) }] : []),
    ...(session || orders.length > 0 ? [action('move', t('tables.move', { number }))] : []),
    action('code', t('tables.showCode', { number })),
    action('print', t('tables.printCode')),
    action('edit', t('tables.edit', { number })),
    ...(session ? [action('end', t('tables.endCart'))] : []),
    ...(tableKeysRequired ? [action('key', t('tables.newCode'))] : []),
    action('delete', t('tables.delete')),
  ]
  return (
    <li
      ref={row}
      aria-label={t('common.table', { number })}
      className="flex min-h-16 items-center gap-2 border-line border-t px-3 py-1.5 [contain-intrinsic-size:auto_64px] [content-visibility:auto] first:border-t-0 sm:px-4"
    >
      <div className="min-w-0 flex-1 @min-[64rem]:flex @min-[64rem]:items-center @min-[64rem]:gap-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 @min-[64rem]:w-80 @min-[64rem]:shrink-0">
          <h2 className="display shrink-0 text-xl leading-tight">{t('common.table', { number })}</h2>
          {label !== null && <p className="min-w-0 break-words font-semibold text-[15px]">{label}</p>}
          <StatusMenu {...props} />
        </div>
        <div className="figures flex min-w-0 flex-wrap gap-x-2.5 text-sm">
          <p className={cx('text-muted', (orders.length > 0 || session) && '@max-[46rem]:hidden')}>
            {t('tables.seats', { count: capacity })}
          </p>
          {reserved && <p className="font-semibold">{reserved}</p>}
          {orders.length > 0 && <OrderFacts orders={orders} />}
          {session && <SessionFacts session={session} />}
        </div>
      </div>
      <Button
        data-main-action
        variant="outline"
        aria-label={t('tables.newOrderOf', { number })}
        onClick={() => onNewOrder(id)}
        className={cx('shrink-0 @max-[46rem]:size-11 @max-[46rem]:px-0!', isServed && '@max-[46rem]:hidden')}
      >
        <Plus className="size-5 @min-[46rem]:hidden" />
        <span className="@max-[46rem]:sr-only">{t('tables.newOrder')}</span>
      </Button>
      {isServed ? (
        <Button
          variant="outline"
          aria-label={t('bills.openOf', { number })}
          onClick={() => onOpenDialog('bill', id)}
          className="shrink-0 @max-[46rem]:px-3! @min-[46rem]:size-11 @min-[46rem]:border-0! @min-[46rem]:px-0!"
        >
          <ReceiptText className="size-5 text-muted @max-[46rem]:hidden" />
          <span className="@min-[46rem]:sr-only">{t('bills.short')}</span>
        </Button>
      ) : (
        // So that the buttons of all rows are aligned.
        <span className="w-11 shrink-0 @max-[46rem]:hidden" />
      )}
      <MoreMenu
        label={t('tables.more', { number })}
        className="shrink-0 @max-[46rem]:-mx-1.5 text-muted"
        actions={more}
      />
    </li>
  )
})

/** The table's state, and the menu that changes it; freeing asks first if it ends something. */
function StatusMenu({ table, session, orders, onOpenDialog }: TableRowProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useSetTableStatus()
  const { status, number } = table
  const endsSomething = status === 'occupied' || session !== undefined || orders.length > 0
  const set = (next: 'available' | 'reserved') => {
    if (next === 'reserved') onOpenDialog('reserve', table.id)
    else if (endsSomething) onOpenDialog('free', table.id)
    else mutate({ table, status: next })
  }
  return (
    <ActionMenu
      trigger={
        <button
          type="button"
          aria-label={t('tables.setOf', { status: t(`tables.status.${status}`), number })}
          aria-busy={isPending || undefined}
          className={cx(
            'touch inline-flex h-7 shrink-0 items-center gap-1 rounded-full pr-1.5 pl-2.5 font-semibold text-[13px] leading-none aria-busy:opacity-60',
            TABLE_TONES[status],
          )}
        >
          {t(`tables.status.${status}`)}
          <ChevronDown className="size-4" />
        </button>
      }
      actions={(['available', 'reserved'] as const)
        .filter((next) => next !== status)
        .map((next) => ({ label: t(`tables.set.${next}`), onChoose: () => set(next) }))}
    />
  )
}

function OrderFacts({ orders }: { orders: readonly Order[] }) {
  const { t } = useTranslation()
  const now = useServerNow()
  const payment = paidOf(orders)
  const minutes = Math.max(...orders.map(({ createdAt }) => orderAge(createdAt, now).minutes))
  return (
    <>
      <p className="font-semibold">
        {t('tables.orders', { count: orders.length, total: sumOf(orders) })}
        {payment?.due === 0 && <span className="text-ready"> · {t('due.paid')}</span>}
      </p>
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
