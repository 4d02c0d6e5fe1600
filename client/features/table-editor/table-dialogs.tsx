import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { DeleteDialog } from '../../ui/overlays/delete-dialog.tsx'
import { useWhileOpen } from '../../ui/overlays/use-while-open.ts'
import { NewCodeDialog } from './codes/new-code-dialog.tsx'
import { EditTableDialog } from './edit-table-dialog.tsx'
import { MoveGuestsDialog } from './move-guests-dialog.tsx'
import { EndDialog, FreeDialog } from './session-dialogs.tsx'
import { type RunningSession, useDeleteTable } from './table-calls.ts'
import type { AskedOfTable } from './table-card.tsx'

interface TableDialogsProps {
  asked: { what: AskedOfTable; tableId: number } | null
  tables: readonly Table[]
  sessions: ReadonlyMap<number, RunningSession>
  /** The open orders by their table's id. */
  orders: ReadonlyMap<number, readonly Order[]>
  onClose: () => void
  onAsk: (what: AskedOfTable, tableId: number) => void
  /** Gets the focus when a table is deleted, since the button that opened the dialog is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** The dialogs about one table, with its current data. */
export function TableDialogs({ asked, tables, sessions, orders, onClose, onAsk, focusAfter }: TableDialogsProps) {
  const { t } = useTranslation()
  const asks = (what: AskedOfTable) => asked?.what === what
  const currentTable = tables.find(({ id }) => id === asked?.tableId) ?? null
  const table = useWhileOpen(asked !== null, currentTable)
  const session = useWhileOpen(asked !== null, table && sessions.get(table.id))
  const atTable = useWhileOpen(asked !== null, table && orders.get(table.id)) ?? []
  return (
    <>
      {table && (
        <>
          <FreeDialog
            open={asks('free')}
            table={table}
            session={session ?? undefined}
            orders={atTable}
            onClose={onClose}
          />
          <MoveGuestsDialog
            open={asks('move')}
            table={table}
            tables={tables}
            sessions={sessions}
            orders={atTable}
            onClose={onClose}
          />
          <EditTableDialog open={asks('edit')} table={table} onClose={onClose} />
          <NewCodeDialog
            open={asks('key')}
            table={table}
            onClose={onClose}
            onRenewed={() => onAsk('print', table.id)}
          />
        </>
      )}
      {session && <EndDialog open={asks('end')} session={session} onClose={onClose} />}
      <DeleteDialog
        subject={asks('delete') ? currentTable : null}
        words={({ number }) => ({
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
