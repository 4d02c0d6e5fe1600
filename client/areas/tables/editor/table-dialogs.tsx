import { type RefObject, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { DeleteDialog } from '../../../ui/overlays/list-dialogs.tsx'
import { useWhileOpen } from '../../../ui/overlays/opening.ts'
import { BillDialog } from '../../bills/index.ts'
import type { useAddresses } from '../../codes/index.ts'
import { CodeDialog, NewCodeDialog } from './codes.tsx'
import { MoveGuestsDialog } from './move-guests-dialog.tsx'
import { EndSessionDialog, FreeTableDialog, ReserveDialog } from './session-dialogs.tsx'
import { EditTableDialog } from './table-form.tsx'
import { type RunningSession, useDeleteTable } from './table-requests.ts'
import type { TableDialogKind } from './table-row.tsx'

interface TableDialogsProps {
  openDialog: { what: TableDialogKind; tableId: number } | null
  tables: readonly Table[]
  sessions: ReadonlyMap<number, RunningSession>
  /** The open orders by their table's id. */
  orders: ReadonlyMap<number, readonly Order[]>
  addresses: NonNullable<ReturnType<typeof useAddresses>['data']>
  onClose: () => void
  onOpenDialog: (what: TableDialogKind, tableId: number) => void
  /** Gets the focus when a table is deleted, since the button that opened the dialog is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** The dialogs about one table, with its current data. */
export function TableDialogs(props: TableDialogsProps) {
  const { openDialog, tables, sessions, orders, addresses, onClose, onOpenDialog, focusAfter } = props
  const { t } = useTranslation()
  const isOpen = (what: TableDialogKind) => openDialog?.what === what
  const currentTable = tables.find(({ id }) => id === openDialog?.tableId) ?? null
  const table = useWhileOpen(openDialog !== null, currentTable)
  const session = useWhileOpen(openDialog !== null, table && sessions.get(table.id))
  const atTable = useWhileOpen(openDialog !== null, table && orders.get(table.id)) ?? []
  const dialogOf = (what: TableDialogKind, table: Table) => ({ open: isOpen(what), table, onClose })
  return (
    <>
      {table && (
        <>
          <FreeTableDialog {...dialogOf('free', table)} session={session ?? undefined} orders={atTable} />
          <ReserveDialog {...dialogOf('reserve', table)} />
          <Suspense fallback={null}>
            <BillDialog {...dialogOf('bill', table)} />
          </Suspense>
          <MoveGuestsDialog {...dialogOf('move', table)} tables={tables} sessions={sessions} orders={atTable} />
          <EditTableDialog {...dialogOf('edit', table)} />
          <CodeDialog
            {...dialogOf('code', table)}
            addresses={addresses}
            onPrint={() => onOpenDialog('print', table.id)}
          />
          <NewCodeDialog {...dialogOf('key', table)} onRenewed={() => onOpenDialog('print', table.id)} />
        </>
      )}
      {session && <EndSessionDialog open={isOpen('end')} session={session} onClose={onClose} />}
      <DeleteDialog
        subject={isOpen('delete') ? currentTable : null}
        texts={({ number }) => ({
          title: t('tables.deleteTitle', { number }),
          description: t('tables.deleteDescription'),
          confirm: t('tables.deleteConfirm'),
        })}
        useDelete={useDeleteTable}
        onClose={onClose}
        focusAfter={focusAfter}
      />
    </>
  )
}
