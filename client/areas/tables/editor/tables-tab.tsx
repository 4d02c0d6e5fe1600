import { Printer, QrCode as QrIcon } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { useOpenByAddress } from '../../../lib/browser/dashboard.ts'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { SettingSwitch } from '../../../lib/settings/change-settings.tsx'
import { useMoney } from '../../../lib/settings/settings.ts'
import {
  Button,
  ConfirmDialog,
  EmptyState,
  FilterChips,
  SharedActionMenu,
  SubjectDialog,
  useTranslation,
} from '../../../ui/index.ts'
import { BillDialog } from '../../bills/index.ts'
import { LocalWarning, useAddresses } from '../../codes/index.ts'
import { openOrdersByTable } from '../../orders/index.ts'
import { CodeDialog, KeysSwitch, PrintCodesDialog } from './codes.tsx'
import { FreeTableDialog, MoveGuestsDialog, ReserveDialog } from './session-dialogs.tsx'
import { TableCard, type TableDialogKind } from './table-card.tsx'
import { AddTableForm, EditTableDialog } from './table-form.tsx'
import {
  type RunningSession,
  useDeleteTable,
  useEndSession,
  useOwnersTables,
  useRenewTableKey,
  useRunningSessions,
} from './table-requests.ts'

/** The questions about a table that need no dialog of their own. */
function useTableQuestions({ focusAfter, onPrint }: TableQuestionsProps) {
  const { t } = useTranslation()
  const renewKey = useRenewTableKey().mutateAsync
  const remove = useDeleteTable().mutateAsync
  return {
    /** Before a table gets a new code: the printed one stops working (docs/product/tables.md#tables-keys). */
    async key(table: Table) {
      const isRenewed = await confirm({
        title: t('tables.newCodeTitle', { number: table.number }),
        description: t('tables.newCodeDescription'),
        confirm: t('common.newCode'),
        isDestructive: true,
        action: () => renewKey(table),
      })
      if (isRenewed) onPrint(table.id)
    },
    delete: (table: Table) =>
      confirm({
        title: t('tables.deleteTitle', { number: table.number }),
        description: t('tables.deleteDescription'),
        confirm: t('tables.deleteConfirm'),
        isDestructive: true,
        action: () => remove(table),
        focusAfter,
      }),
  }
}

interface TableQuestionsProps {
  focusAfter: RefObject<HTMLElement | null>
  onPrint: (tableId: number) => void
}

function EndSessionQuestion({
  open,
  session,
  onClose,
}: {
  open: boolean
  session: RunningSession
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { mutateAsync } = useEndSession()
  const { names, total, tableNumber } = session
  const question = {
    title: t('tables.endTitle', { number: tableNumber }),
    description:
      total > 0
        ? t('tables.endDescription', { names: names.join(', '), total: format(total) })
        : t('tables.endEmptyDescription'),
    confirm: t('tables.endConfirm'),
    isDestructive: true,
    action: () => mutateAsync(session),
  }
  return <ConfirmDialog open={open} question={question} onAnswer={onClose} />
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
        className="edge-row scroll-fade no-scrollbar min-w-0 flex-1"
      />
      <Button variant="outline" title={t('tables.printAll')} onClick={onPrint} className="shrink-0 @max-tab/page:px-3!">
        <Printer className="size-4.5" />
        <span className="@max-tab/page:sr-only">{t('tables.printAll')}</span>
      </Button>
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
  const questions = useTableQuestions({
    focusAfter: numberField,
    onPrint: (tableId) => setOpenDialog({ what: 'print', tableId }),
  })
  const show = (what: TableDialogKind, tableId: number) => {
    const table = tables.find(({ id }) => id === tableId)
    if (what === 'delete' || what === 'key') void (table && questions[what](table))
    else setOpenDialog({ what, tableId })
  }
  const latestShow = useRef(show)
  useEffect(() => {
    latestShow.current = show
  })
  // Always the same function, so that the cards are not rendered with it.
  const showDialog = useCallback((what: TableDialogKind, tableId: number) => latestShow.current(what, tableId), [])
  const close = () => setOpenDialog(null)
  const byNumber = useMemo(() => tables.toSorted((a, b) => a.number - b.number), [tables])
  const shownTable = tables.find(({ id }) => id === openDialog?.tableId)
  const session = shownTable && sessionOf.get(shownTable.id)
  // The end of a cart must not be asked of the table's next guests.
  if (openDialog && (!shownTable || (openDialog.what === 'end' && !session))) setOpenDialog(null)
  const subject =
    openDialog && shownTable
      ? { ...openDialog, id: `${openDialog.what} ${shownTable.id}`, table: shownTable, session }
      : null
  const listed = byNumber.filter(({ status }) => filter === 'all' || status === filter)
  return (
    <div className="flex flex-col gap-3">
      {tables.length > 0 && (
        <TablesToolbar tables={tables} filter={filter} onFilter={setFilter} onPrint={() => setPrinting(true)} />
      )}
      <LocalWarning addresses={addresses} />
      <ul
        aria-label={t('dashboard.tabs.tables')}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,21.5rem),1fr))] gap-3 @phone/page:gap-4"
      >
        <li className="card-face p-4 shadow-soft">
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
          title={t('floor.empty')}
          description={t('tables.emptyDescription')}
          action={<Button onClick={() => numberField.current?.focus()}>{t('tables.addFirst')}</Button>}
        />
      ) : (
        <>
          {listed.length === 0 && <p className="px-1 py-6 text-muted">{t('tables.noneOfFilter')}</p>}
          <KeysSwitch onPrint={() => setPrinting(true)} />
          <SettingSwitch name="tableCalls" failureTitle={t('common.notChanged')} />
        </>
      )}
      <SubjectDialog subject={subject}>
        {({ what, table, session }, open) => {
          const about = { open, table, onClose: close }
          const atTable = ordersAt.get(table.id) ?? NO_ORDERS
          if (what === 'free') return <FreeTableDialog {...about} session={session} orders={atTable} />
          if (what === 'end') return session && <EndSessionQuestion open={open} session={session} onClose={close} />
          if (what === 'reserve') return <ReserveDialog {...about} />
          if (what === 'bill') return <BillDialog {...about} />
          if (what === 'move')
            return <MoveGuestsDialog {...about} tables={byNumber} sessions={sessionOf} orders={atTable} />
          if (what === 'edit') return <EditTableDialog {...about} />
          return what === 'code' && <CodeDialog {...about} origin={addresses.origin} />
        }}
      </SubjectDialog>
      <SubjectDialog subject={(printing || openDialog?.what === 'print') && { tableId: openDialog?.tableId ?? null }}>
        {({ tableId }, open) => (
          <PrintCodesDialog
            open={open}
            tables={byNumber}
            initialTableId={tableId}
            addresses={addresses}
            onClose={() => {
              setPrinting(false)
              close()
            }}
          />
        )}
      </SubjectDialog>
    </div>
  )
}
