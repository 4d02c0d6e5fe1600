import { ArrowRight, ChevronDown, Ellipsis, Pencil, QrCode as QrIcon, ReceiptText } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { useServerNow } from '../../../lib/clock/use-server-now.ts'
import { useMoney, useSettings } from '../../../lib/settings/settings.ts'
import { cx } from '../../../ui/cx.ts'
import { useFocusOnRemoval } from '../../../ui/focus-neighbour.ts'
import { ActionMenu } from '../../../ui/overlays/menu.tsx'
import { Badge } from '../../../ui/parts/badge.tsx'
import { Button, IconButton } from '../../../ui/parts/button.tsx'
import { ageText, orderAge, sumOf, unbroken } from '../../orders/index.ts'
import { type RunningSession, useSetTableStatus } from './table-calls.ts'

/** The dialogs that a row can open; the list renders them. */
export type TableDialogKind = 'free' | 'end' | 'bill' | 'move' | 'edit' | 'delete' | 'code' | 'print' | 'key'

/**
 * The room of a row: for all its actions; for those used during service, with the others in the menu; or for none, so
 * that a tap unfolds them.
 */
export type RowRoom = 'whole' | 'short' | 'folded'

interface TableActionsProps {
  table: Table
  session: RunningSession | undefined
  /** The table's open orders, oldest first. */
  orders: readonly Order[]
  room: RowRoom
  onOpenDialog: (what: TableDialogKind, tableId: number) => void
  onNewOrder: (tableId: number) => void
}

const PADDING: Record<RowRoom, string> = { whole: 'px-3.5!', short: 'px-2!', folded: 'px-3!' }

/** The actions of a table: in one line of its row, or in two below it where the row is folded. */
function TableActions(props: TableActionsProps) {
  const { table, session, orders, room, onOpenDialog, onNewOrder } = props
  const { t } = useTranslation()
  const { tableKeysRequired } = useSettings()
  const { id, number } = table
  const isWhole = room === 'whole'
  const isShort = room === 'short'
  const isFolding = room === 'folded'
  // In place of a button that a row lacks, so that the buttons of all rows are aligned.
  const emptyPlace = !isFolding && <span className="size-11" />
  const moreActions = [
    ...(isShort
      ? [{ key: 'code', label: t('tables.showCode', { number }), onChoose: () => onOpenDialog('code', id) }]
      : []),
    ...(isWhole
      ? []
      : [{ key: 'edit', label: t('tables.edit', { number }), onChoose: () => onOpenDialog('edit', id) }]),
    ...(session ? [{ key: 'end', label: t('tables.endCart'), onChoose: () => onOpenDialog('end', id) }] : []),
    { key: 'print', label: t('tables.printCode'), onChoose: () => onOpenDialog('print', id) },
    ...(tableKeysRequired ? [{ key: 'key', label: t('tables.newCode'), onChoose: () => onOpenDialog('key', id) }] : []),
    { key: 'delete', label: t('tables.delete'), onChoose: () => onOpenDialog('delete', id) },
  ]
  const icon = 'size-5 text-muted'
  return (
    <div
      className={cx('flex flex-wrap items-center justify-end', isFolding && 'pb-1.5', isShort ? 'gap-1.5' : 'gap-2')}
    >
      <StatusButtons {...props} />
      <Button
        data-main-action
        variant="outline"
        aria-label={t('tables.newOrderOf', { number })}
        onClick={() => onNewOrder(id)}
        className={cx(PADDING[room], isFolding && 'flex-1')}
      >
        {t('tables.newOrder')}
      </Button>
      <div className={cx('flex', isShort && '-ml-1.5')}>
        {orders.length > 0 ? (
          <IconButton label={t('bills.openOf', { number })} onClick={() => onOpenDialog('bill', id)}>
            <ReceiptText aria-hidden="true" className={icon} />
          </IconButton>
        ) : (
          emptyPlace
        )}
        {session || orders.length > 0 ? (
          <IconButton label={t('tables.move', { number })} onClick={() => onOpenDialog('move', id)}>
            <ArrowRight aria-hidden="true" className={icon} />
          </IconButton>
        ) : (
          emptyPlace
        )}
        {!isShort && (
          <IconButton label={t('tables.showCode', { number })} onClick={() => onOpenDialog('code', id)}>
            <QrIcon aria-hidden="true" className={icon} />
          </IconButton>
        )}
        {isWhole && (
          <IconButton label={t('tables.edit', { number })} onClick={() => onOpenDialog('edit', id)}>
            <Pencil aria-hidden="true" className={icon} />
          </IconButton>
        )}
        <ActionMenu
          trigger={
            <IconButton label={t('tables.more', { number })}>
              <Ellipsis aria-hidden="true" className={icon} />
            </IconButton>
          }
          actions={moreActions}
        />
      </div>
    </div>
  )
}

/** The buttons that set the table's status; freeing opens a confirmation if it ends something. */
function StatusButtons({ table, session, orders, room, onOpenDialog }: TableActionsProps) {
  const { t } = useTranslation()
  const { mutate, isPending, variables } = useSetTableStatus()
  const endsSomething = table.status === 'occupied' || session !== undefined || orders.length > 0
  const set = (status: 'available' | 'reserved') => {
    if (status === 'available' && endsSomething) onOpenDialog('free', table.id)
    else mutate({ table, status })
  }
  const isFolding = room === 'folded'
  return (
    <div className={cx('flex', isFolding ? 'w-full gap-2' : room === 'short' ? 'gap-1.5' : 'gap-2')}>
      {(['available', 'reserved'] as const).map((status) => (
        <Button
          key={status}
          variant="outline"
          aria-label={t('tables.setOf', { status: t(`tables.set.${status}`), number: table.number })}
          disabled={table.status === status}
          pending={isPending && variables.status === status}
          onClick={() => set(status)}
          className={cx(PADDING[room], isFolding && 'flex-1')}
        >
          {t(`tables.set.${status}`)}
        </Button>
      ))}
    </div>
  )
}

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
