import { Plus } from 'lucide-react'
import { memo } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { reservationText } from '#shared/domain/table.ts'
import { useServerNow } from '../../../lib/clock/use-server-now.ts'
import { useMoney, useSettings } from '../../../lib/settings/settings.ts'
import { Button, cx, MoreMenu, useFocusOnRemoval, useTranslation } from '../../../ui/index.ts'
import { ageText, orderAge, paidOf, sumOf, unbroken } from '../../orders/index.ts'
import { TABLE_TONES } from '../table-grid.tsx'
import { TableCode } from './codes.tsx'
import { type RunningSession, useSetTableStatus } from './table-requests.ts'

/** The dialogs that a card can open; the list renders them. */
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

interface TableCardProps {
  table: Table
  session: RunningSession | undefined
  /** The table's open orders, oldest first. */
  orders: readonly Order[]
  /** Where its code leads. */
  origin: string
  onOpenDialog: (what: TableDialogKind, tableId: number) => void
  onNewOrder: (tableId: number) => void
}

/** A table with its state, what is open at it, its code, its main actions, and the others in a menu (docs/product/tables.md#tables-tab). */
export const TableCard = memo(function TableCard(props: TableCardProps) {
  const { table, session, orders, origin, onOpenDialog, onNewOrder } = props
  const { t } = useTranslation()
  const { tableKeysRequired, timeZone } = useSettings()
  const { id, number, label, capacity, status } = table
  const card = useFocusOnRemoval<HTMLLIElement>()
  const action = (what: TableDialogKind, name: string) => ({ label: name, onChoose: () => onOpenDialog(what, id) })
  return (
    <li
      ref={card}
      aria-label={t('common.table', { number })}
      className="off-screen flex flex-col gap-3 card-face p-4 shadow-soft [--height:17rem]"
    >
      <div className="flex flex-1 flex-wrap items-start gap-3">
        <div className="flex min-w-0 flex-[1_1_8rem] flex-col gap-1 self-stretch">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="display text-title leading-tight">{t('common.table', { number })}</h2>
            <span
              className={cx('rounded-full px-2.5 py-1.5 font-semibold text-small leading-none', TABLE_TONES[status])}
            >
              {t(`tables.status.${status}`)}
            </span>
          </div>
          {label !== null && <p className="break-words font-semibold text-body">{label}</p>}
          <div className="figures text-sm">
            <p className="text-muted">{t('floor.seats', { count: capacity })}</p>
            {status === 'reserved' && (
              <button
                type="button"
                onClick={() => onOpenDialog('reserve', id)}
                className="touch text-left font-semibold underline underline-offset-4"
              >
                {reservationText(table.reservedFor, timeZone) || t('tables.reservedFor')}
              </button>
            )}
            {orders.length > 0 && <OrderFacts orders={orders} />}
            {session && <SessionFacts session={session} />}
          </div>
          <StatusButtons {...props} />
        </div>
        <TableCode table={table} origin={origin} />
      </div>
      <div className="flex items-center gap-2 border-line border-t pt-3">
        <Button
          data-main-action
          variant="outline"
          aria-label={t('tables.newOrderOf', { number })}
          onClick={() => onNewOrder(id)}
          className="flex-1 px-3!"
        >
          <Plus className="size-4.5" />
          {t('dashboard.newOrder.title')}
        </Button>
        {orders.length > 0 && (
          <Button
            variant="outline"
            aria-label={t('bills.title', { number })}
            onClick={() => onOpenDialog('bill', id)}
            className="px-3!"
          >
            {t('floor.billOfTable')}
          </Button>
        )}
        <MoreMenu
          label={t('tables.more', { number })}
          variant="outline"
          actions={[
            ...(session || orders.length > 0 ? [action('move', t('tables.move', { number }))] : []),
            action('print', t('tables.printCode')),
            action('code', t('tables.saveCode')),
            action('edit', t('tables.edit', { number })),
            ...(session ? [action('end', t('tables.endCart'))] : []),
            ...(tableKeysRequired ? [action('key', t('tables.newCode'))] : []),
            action('delete', t('common.askDelete')),
          ]}
        />
      </div>
    </li>
  )
})

/** Sets the state of the table; freeing asks first if it ends something. */
function StatusButtons({ table, session, orders, onOpenDialog }: TableCardProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useSetTableStatus()
  const { id, status, number } = table
  const endsSomething = status === 'occupied' || session !== undefined || orders.length > 0
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1.5">
      {(['available', 'reserved'] as const).map((next) => (
        <Button
          key={next}
          variant="outline"
          aria-label={t('tables.setOf', { status: t(`tables.status.${next}`), number })}
          // Not `disabled`, because the button would lose the focus once it has set the state.
          aria-disabled={next === status || isPending}
          onClick={() => {
            if (next === status || isPending) return
            if (next === 'available' && endsSomething) onOpenDialog('free', id)
            else mutate({ item: table, input: { status: next } })
          }}
          className="flex-auto px-3! aria-disabled:border-line aria-disabled:text-muted"
        >
          {t(`tables.status.${next}`)}
        </Button>
      ))}
    </div>
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
    <>
      <p title={who} className="truncate">
        {who}
      </p>
      <p>
        {unbroken(format(total))} · {t('tables.minutesLeft', { minutes })}
      </p>
      {tableKeysRequired && unproven > 0 && (
        <p className="font-semibold text-cancelled">{t('tables.unproven', { count: unproven })}</p>
      )}
    </>
  )
}
