import { ArrowRight, Ellipsis, Pencil, QrCode as QrIcon, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { cx } from '../../../ui/cx.ts'
import { ActionMenu } from '../../../ui/overlays/menu.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { IconButton } from '../../../ui/parts/icon-button.tsx'
import { type RunningSession, useSetTableStatus } from './table-calls.ts'

/** The dialogs that a row can open; the list renders them. */
export type TableDialogKind = 'free' | 'end' | 'bill' | 'move' | 'edit' | 'delete' | 'code' | 'print' | 'key'

/**
 * The room of a row: for all its actions; for those used during service, with the others in the menu; or for none, so
 * that a tap unfolds them.
 */
export type RowRoom = 'whole' | 'short' | 'folded'

export interface TableActionsProps {
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
export function TableActions(props: TableActionsProps) {
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
