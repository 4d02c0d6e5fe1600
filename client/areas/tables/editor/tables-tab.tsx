import { Printer, QrCode as QrIcon } from 'lucide-react'
import { type RefObject, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { useOpenByAddress } from '../../../lib/browser/address.ts'
import { NotLoaded } from '../../../lib/loading/not-loaded.tsx'
import { CallsSwitch } from '../../../lib/settings/change-settings.tsx'
import {
  Button,
  DeleteDialog,
  EmptyState,
  FilterChips,
  SharedActionMenu,
  useTranslation,
  useWhileOpen,
} from '../../../ui/index.ts'
import { BillDialog } from '../../bills/index.ts'
import { LocalWarning, useAddresses } from '../../codes/index.ts'
import { openOrdersByTable } from '../../orders/index.ts'
import { CodeDialog, KeysSwitch, NewCodeDialog } from './codes.tsx'
import { PrintCodesDialog } from './print-codes.tsx'
import { EndSessionDialog, FreeTableDialog, MoveGuestsDialog, ReserveDialog } from './session-dialogs.tsx'
import { TableCard, type TableDialogKind } from './table-card.tsx'
import { AddTableForm, EditTableDialog } from './table-form.tsx'
import { type RunningSession, useDeleteTable, useOwnersTables, useRunningSessions } from './table-requests.ts'

interface TableDialogsProps {
  openDialog: { what: TableDialogKind; tableId: number } | null
  tables: readonly Table[]
  sessions: ReadonlyMap<number, RunningSession>
  orders: ReadonlyMap<number, readonly Order[]>
  origin: string
  onClose: () => void
  onOpenDialog: (what: TableDialogKind, tableId: number) => void
  /** Gets the focus when a table is deleted, since the button that opened the dialog is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

function TableDialogs(props: TableDialogsProps) {
  const { openDialog, tables, sessions, orders, origin, onClose, onOpenDialog, focusAfter } = props
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
          <CodeDialog {...dialogOf('code', table)} origin={origin} />
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

/** The states by which the list can be filtered; those that need attention come first. */
const TABLE_FILTERS = ['all', 'occupied', 'reserved', 'available'] as const
type TableFilter = (typeof TABLE_FILTERS)[number]

interface TablesToolbarProps {
  tables: readonly Table[]
  filter: TableFilter
  onFilter: (filter: TableFilter) => void
  onPrint: () => void
}

/** The number of tables in each state, which are filters, and the button that prints all codes. */
function TablesToolbar({ tables, filter, onFilter, onPrint }: TablesToolbarProps) {
  const { t, language } = useTranslation()
  const countOf = (option: TableFilter) => tables.filter(({ status }) => option === 'all' || status === option).length
  return (
    <div className="@container">
      <div className="flex items-center gap-2.5">
        <FilterChips
          label={t('common.filters')}
          options={TABLE_FILTERS.map((option) => ({
            value: option,
            label: t(`tables.filter.${option}`),
            count: countOf(option),
          }))}
          value={filter}
          onChange={onFilter}
          language={language}
          className="scroll-fade no-scrollbar -ml-4 min-w-0 flex-1 overflow-x-auto py-0.5 pl-4 @min-[40rem]/page:-ml-6 @min-[40rem]/page:pl-6"
        />
        <Button
          variant="outline"
          title={t('tables.printAll')}
          onClick={onPrint}
          className="shrink-0 @max-[46rem]:px-3!"
        >
          <Printer className="size-4.5" />
          <span className="@max-[46rem]:sr-only">{t('tables.printAll')}</span>
        </Button>
      </div>
    </div>
  )
}

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
  const shapes = ['mb-4 h-11 max-w-md', 'h-[50dvh] rounded-card!']
  return <NotLoaded queries={queries} label={t('tables.loading')} shapes={shapes} />
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
  useOpenByAddress({ codes: () => setPrinting(true) })
  const [filter, setFilter] = useState<TableFilter>('all')
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
  const listed = byNumber.filter(({ status }) => filter === 'all' || status === filter)
  return (
    <div className="flex flex-col gap-3">
      {tables.length > 0 && (
        <TablesToolbar tables={tables} filter={filter} onFilter={setFilter} onPrint={() => setPrinting(true)} />
      )}
      <LocalWarning addresses={addresses} />
      <ul
        aria-label={t('dashboard.tabs.tables')}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,21.5rem),1fr))] gap-3 @min-[40rem]/page:gap-4"
      >
        <li className="rounded-card border border-line bg-card p-4 shadow-soft">
          <AddTableForm tables={tables} numberRef={numberField} />
        </li>
        <SharedActionMenu>
          {listed.map((table) => (
            <TableCard
              key={table.id}
              table={table}
              session={sessionOf.get(table.id)}
              orders={ordersAt.get(table.id) ?? NO_ORDERS}
              origin={addresses.origin}
              onOpenDialog={showDialog}
              onNewOrder={onNewOrder}
            />
          ))}
        </SharedActionMenu>
      </ul>
      {tables.length === 0 ? (
        <EmptyState
          icon={<QrIcon />}
          title={t('tables.empty')}
          description={t('tables.emptyDescription')}
          action={<Button onClick={() => numberField.current?.focus()}>{t('tables.addFirst')}</Button>}
        />
      ) : (
        <>
          {listed.length === 0 && <p className="px-1 py-6 text-muted">{t('tables.noneOfFilter')}</p>}
          <KeysSwitch onPrint={() => setPrinting(true)} />
          <CallsSwitch />
        </>
      )}
      <TableDialogs
        openDialog={openDialog}
        tables={byNumber}
        sessions={sessionOf}
        orders={ordersAt}
        origin={addresses.origin}
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
    </div>
  )
}
