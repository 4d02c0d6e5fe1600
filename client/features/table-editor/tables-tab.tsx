import { Printer, QrCode as QrIcon } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { LocalWarning, useAddresses } from '../../entities/codes/index.ts'
import { useSettings } from '../../entities/settings/index.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { useOpening } from '../../lib/browser/use-opening.ts'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState } from '../../ui/parts/empty-state.tsx'
import { LoadFailure } from '../../ui/parts/load-failed.tsx'
import { Skeleton } from '../../ui/parts/skeleton.tsx'
import { AddTableForm } from './add-table-form.tsx'
import { codeAddress } from './codes/address.ts'
import { KeysSwitch } from './codes/keys-switch.tsx'
import { PrintCodesDialog } from './codes/print-codes-dialog.tsx'
import { openOrdersByTable } from './orders-by-table.ts'
import { type RunningSession, useOwnersTables, useRunningSessions } from './table-calls.ts'
import { TableCard, type TableDialogKind } from './table-card.tsx'
import { TableDialogs } from './table-dialogs.tsx'

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
      <Skeleton className="mb-4 h-[70px] max-w-md" />
      <div className={GRID}>
        {Array.from({ length: 6 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
          <Skeleton key={i} className="h-[290px] rounded-card!" />
        ))}
      </div>
    </div>
  )
}

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-4'
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
  const { tableKeysRequired } = useSettings()
  const numberField = useRef<HTMLInputElement>(null)
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
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <AddTableForm tables={tables} numberRef={numberField} />
        {tables.length > 0 && (
          <Button
            variant="outline"
            onClick={() => setPrinting(true)}
            className="min-h-[46px]! max-sm:w-full sm:mt-[25px]"
          >
            <Printer aria-hidden="true" className="size-4.5" />
            {t('tables.printAll')}
          </Button>
        )}
      </div>
      {tables.length === 0 ? (
        <EmptyState
          icon={<QrIcon />}
          title={t('tables.empty')}
          description={t('tables.emptyDescription')}
          action={<Button onClick={() => numberField.current?.focus()}>{t('tables.addFirst')}</Button>}
        />
      ) : (
        <>
          <KeysSwitch onPrint={() => setPrinting(true)} />
          <div className="mb-4 empty:hidden">
            <LocalWarning addresses={addresses} />
          </div>
          <ul aria-label={t('tables.list')} className={GRID}>
            {byNumber.map((table) => (
              <li key={table.id} aria-label={t('common.table', { number: table.number })}>
                <TableCard
                  table={table}
                  address={codeAddress(addresses.origin, table, tableKeysRequired)}
                  session={sessionOf.get(table.id)}
                  orders={ordersAt.get(table.id) ?? NO_ORDERS}
                  onOpenDialog={showDialog}
                  onNewOrder={onNewOrder}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <TableDialogs
        openDialog={openDialog}
        tables={byNumber}
        sessions={sessionOf}
        orders={ordersAt}
        onClose={() => setOpenDialog(null)}
        onOpenDialog={showDialog}
        focusAfter={numberField}
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
    </>
  )
}
