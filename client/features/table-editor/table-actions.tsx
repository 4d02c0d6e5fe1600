import { ArrowRight, Ellipsis, Pencil, QrCode as QrIcon, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { useSettings } from '../../entities/settings/index.ts'
import { ActionMenu } from '../../ui/overlays/menu.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { type RunningSession, useSetTableStatus } from './table-calls.ts'

/** The dialogs that a row can open; the list renders them. */
export type TableDialogKind = 'free' | 'end' | 'bill' | 'move' | 'edit' | 'delete' | 'code' | 'print' | 'key'

export interface TableActionsProps {
  table: Table
  session: RunningSession | undefined
  /** The table's open orders, oldest first. */
  orders: readonly Order[]
  onOpenDialog: (what: TableDialogKind, tableId: number) => void
  onNewOrder: (tableId: number) => void
}

/** In place of a button that a row lacks: the buttons of all rows stand below each other. */
const EMPTY_PLACE = <span className="size-11 max-md:hidden" />

/** The actions of a table: in one line of its row, or in two below it on a phone. */
export function TableActions(props: TableActionsProps) {
  const { table, session, orders, onOpenDialog, onNewOrder } = props
  const { t } = useTranslation()
  const { tableKeysRequired } = useSettings()
  const { id, number } = table
  const moreActions = [
    ...(session ? [{ key: 'end', label: t('tables.endCart'), onChoose: () => onOpenDialog('end', id) }] : []),
    { key: 'print', label: t('tables.printCode'), onChoose: () => onOpenDialog('print', id) },
    ...(tableKeysRequired ? [{ key: 'key', label: t('tables.newCode'), onChoose: () => onOpenDialog('key', id) }] : []),
    { key: 'delete', label: t('tables.delete'), onChoose: () => onOpenDialog('delete', id) },
  ]
  const icon = 'size-5 text-muted'
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 max-md:pb-1.5">
      <StatusButtons {...props} />
      <Button
        data-main-action
        variant="outline"
        aria-label={t('tables.newOrderOf', { number })}
        onClick={() => onNewOrder(id)}
        className="px-4! md:max-lg:px-2.5! max-md:flex-1"
      >
        {t('tables.newOrder')}
      </Button>
      <div className="flex md:max-lg:-ml-2">
        {orders.length > 0 ? (
          <IconButton label={t('bills.openOf', { number })} onClick={() => onOpenDialog('bill', id)}>
            <ReceiptText aria-hidden="true" className={icon} />
          </IconButton>
        ) : (
          EMPTY_PLACE
        )}
        {session || orders.length > 0 ? (
          <IconButton label={t('tables.move', { number })} onClick={() => onOpenDialog('move', id)}>
            <ArrowRight aria-hidden="true" className={icon} />
          </IconButton>
        ) : (
          EMPTY_PLACE
        )}
        <IconButton label={t('tables.showCode', { number })} onClick={() => onOpenDialog('code', id)}>
          <QrIcon aria-hidden="true" className={icon} />
        </IconButton>
        <IconButton label={t('tables.edit', { number })} onClick={() => onOpenDialog('edit', id)}>
          <Pencil aria-hidden="true" className={icon} />
        </IconButton>
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
function StatusButtons({ table, session, orders, onOpenDialog }: TableActionsProps) {
  const { t } = useTranslation()
  const { mutate, isPending, variables } = useSetTableStatus()
  const endsSomething = table.status === 'occupied' || session !== undefined || orders.length > 0
  const set = (status: 'available' | 'reserved') => {
    if (status === 'available' && endsSomething) onOpenDialog('free', table.id)
    else mutate({ table, status })
  }
  return (
    <div className="flex gap-2 max-md:w-full">
      {(['available', 'reserved'] as const).map((status) => (
        <Button
          key={status}
          variant="outline"
          aria-label={t('tables.setOf', { status: t(`tables.set.${status}`), number: table.number })}
          disabled={table.status === status}
          pending={isPending && variables.status === status}
          onClick={() => set(status)}
          className="px-3.5! md:max-lg:px-2.5! max-md:flex-1"
        >
          {t(`tables.set.${status}`)}
        </Button>
      ))}
    </div>
  )
}
