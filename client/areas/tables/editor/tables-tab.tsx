import { QrCode as QrIcon } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { useOpening } from '../../../lib/browser/use-opening.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { EmptyState } from '../../../ui/parts/empty-state.tsx'
import { LoadFailure } from '../../../ui/parts/load-failed.tsx'
import { Skeleton } from '../../../ui/parts/skeleton.tsx'
import { LocalWarning, useAddresses } from '../../codes/index.ts'
import { openOrdersByTable } from '../../orders/index.ts'
import { AddTableForm } from './add-table-form.tsx'
import CallsSwitch from './calls-switch.tsx'
import { KeysSwitch } from './codes/keys-switch.tsx'
import { PrintCodesDialog } from './codes/print-codes-dialog.tsx'
import type { TableDialogKind } from './table-actions.tsx'
import { type RunningSession, useOwnersTables, useRunningSessions } from './table-calls.ts'
import { TableDialogs } from './table-dialogs.tsx'
import { TableRow } from './table-row.tsx'
import { type TableFilter, TablesToolbar } from './tables-toolbar.tsx'
import { useRowRoom } from './use-row-room.ts'

interface TablesTabProps {
  /** All orders of the Orders tab; the open ones are shown at their tables. */
  orders: readonly Order[]
  /** Opens the menu for an order of a table. */
  onNewOrder: (tableId: number) => void
}

/** The tables with their codes (docs/product/tables.md#tables-tab). */
export default function TablesTab({ orders, onNewOrder }: TablesTabProps) {
  const { t } = useTranslation()
  const queries = [useOwnersTables(), useRunningSessions(), useAddresses()] as const
  const [{ data: tables }, { data: sessions }, { data: addresses }] = queries
  if (tables && sessions && addresses) {
    const fetched = { tables, sessions, addresses }
    return <Tables {...fetched} orders={orders} onNewOrder={onNewOrder} />
  }
  const failed = queries.filter(({ error, isFetching }) => error && !isFetching)
  if (failed.length > 0) {
    const retry = () => failed.forEach(({ refetch }) => void refetch())
    return <LoadFailure description={errorMessage(failed[0]?.error)} onRetry={retry} />
  }
  return (
    <div role="status">
      <span className="sr-only">{t('tables.loading')}</span>
      <Skeleton className="mb-4 h-11 max-w-md" />
      <Skeleton className="h-[50dvh] rounded-card!" />
    </div>
  )
}

const NO_ORDERS: readonly Order[] = []

interface TablesProps extends TablesTabProps {
  tables: readonly Table[]
  sessions: readonly RunningSession[]
  addresses: NonNullable<ReturnType<typeof useAddresses>['data']>
}

function Tables({ tables, sessions, addresses, orders, onNewOrder }: TablesProps) {
  const { t } = useTranslation()
  const [openDialog, setOpenDialog] = useState<{ what: TableDialogKind; tableId: number } | null>(null)
  const [printing, setPrinting] = useState(false)
  useOpening({ codes: () => setPrinting(true) })
  const [room, list] = useRowRoom()
  const [filter, setFilter] = useState<TableFilter>('all')
  const [isAdding, setAdding] = useState(false)
  // The first tables are added one after another.
  if (tables.length === 0 && !isAdding) setAdding(true)
  const addButton = useRef<HTMLButtonElement>(null)
  const numberField = useRef<HTMLInputElement>(null)
  /** Shows or closes the form that adds tables; the focus goes to it and back. */
  const showForm = (isShown: boolean) => {
    flushSync(() => setAdding(isShown))
    ;(isShown ? numberField : addButton).current?.focus()
  }
  // Exactly one of the two is rendered.
  const focusAfter = {
    get current() {
      return addButton.current ?? numberField.current
    },
  }
  const sessionOf = useMemo(() => new Map(sessions.map((session) => [session.tableId, session])), [sessions])
  const ordersAt = useMemo(() => openOrdersByTable(orders), [orders])
  const showDialog = useCallback((what: TableDialogKind, tableId: number) => setOpenDialog({ what, tableId }), [])
  // Close a dialog whose session has ended: it must not apply to the table's next guests.
  if (
    openDialog &&
    !(openDialog.what === 'end'
      ? sessionOf.has(openDialog.tableId)
      : tables.some(({ id }) => id === openDialog.tableId))
  )
    setOpenDialog(null)
  const byNumber = useMemo(() => tables.toSorted((a, b) => a.number - b.number), [tables])
  const listed = byNumber.filter(({ status }) => filter === 'all' || status === filter)
  return (
    <div className="space-y-3">
      {tables.length > 0 && (
        <TablesToolbar
          tables={tables}
          filter={filter}
          onFilter={setFilter}
          onPrint={() => setPrinting(true)}
          onAdd={isAdding ? undefined : () => showForm(true)}
          addRef={addButton}
        />
      )}
      {isAdding && (
        <AddTableForm
          tables={tables}
          numberRef={numberField}
          onClose={tables.length > 0 ? () => showForm(false) : undefined}
        />
      )}
      {tables.length === 0 ? (
        <EmptyState
          icon={<QrIcon />}
          title={t('tables.empty')}
          description={t('tables.emptyDescription')}
          action={<Button onClick={() => numberField.current?.focus()}>{t('tables.addFirst')}</Button>}
        />
      ) : (
        <>
          {room !== 'folded' && <LocalWarning addresses={addresses} />}
          <ul
            ref={list}
            aria-label={t('tables.list')}
            className="@container overflow-hidden rounded-card border border-line bg-card shadow-soft empty:hidden"
          >
            {listed.map((table) => (
              <TableRow
                key={table.id}
                table={table}
                session={sessionOf.get(table.id)}
                orders={ordersAt.get(table.id) ?? NO_ORDERS}
                room={room}
                onOpenDialog={showDialog}
                onNewOrder={onNewOrder}
              />
            ))}
          </ul>
          {listed.length === 0 && <p className="px-1 py-6 text-muted">{t('tables.noneOfFilter')}</p>}
          {/* On a phone the tables come first. */}
          {room === 'folded' && <LocalWarning addresses={addresses} />}
          <KeysSwitch onPrint={() => setPrinting(true)} />
          <CallsSwitch />
        </>
      )}
      <TableDialogs
        openDialog={openDialog}
        tables={byNumber}
        sessions={sessionOf}
        orders={ordersAt}
        addresses={addresses}
        onClose={() => setOpenDialog(null)}
        onOpenDialog={showDialog}
        focusAfter={focusAfter}
      />
      <PrintCodesDialog
        open={printing || openDialog?.what === 'print'}
        tables={byNumber}
        initialTableId={openDialog?.what === 'print' ? openDialog.tableId : null}
        addresses={addresses}
        onClose={() => {
          setPrinting(false)
          setOpenDialog(null)
        }}
      />
    </div>
  )
}
