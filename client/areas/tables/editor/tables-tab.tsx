import { Ellipsis, Plus, Printer, QrCode as QrIcon } from 'lucide-react'
import { memo, type RefObject, useMemo, useRef, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table, TableReservation } from '#shared/contracts/tables.ts'
import { urgencyOf } from '#shared/domain/reservations/reservations.ts'
import { reservationText } from '#shared/domain/table.ts'
import { useRun } from '../../../kit/changes.ts'
import { useOpenByAddress } from '../../../lib/browser/dashboard.ts'
import { useServerNow } from '../../../lib/clock/server-clock.ts'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { SettingSwitch } from '../../../lib/settings/change-settings.tsx'
import { money, timeZone, useSettings } from '../../../lib/settings/settings.ts'
import {
  Button,
  cx,
  EmptyState,
  IconButton,
  RowMenu,
  SubjectDialog,
  t,
  useFocusOnRemoval,
  useRowTaps,
} from '../../../ui/index.ts'
import { BillDialog } from '../../bills/index.ts'
import { LocalWarning, useAddresses } from '../../codes/index.ts'
import { ageText, openOrdersByTable, orderAge, paidOf, sumOf, unbroken } from '../../orders/index.ts'
import { TABLE_TONES } from '../table-grid.tsx'
import { CodeDialog, KeysSwitch, PrintCodesDialog, TableCode } from './codes.tsx'
import { FreeTableDialog, MoveGuestsDialog } from './session-dialogs.tsx'
import { AddTableForm, openTableEditor } from './table-form.tsx'
import { type RunningSession, tableList, useRunningSessions, useTablesInUse } from './table-requests.ts'

/** The questions about a table that need no dialog of their own. */
function useTableQuestions({ focusAfter, onPrint }: TableQuestionsProps) {
  return {
    /** Before a table gets a new code: the printed one stops working (docs/product/tables.md#tables-keys). */
    async key(table: Table) {
      const isRenewed = await confirm({
        title: t('tables.newCodeTitle', { number: table.number }),
        description: t('tables.newCodeDescription'),
        confirm: t('common.newCode'),
        isDestructive: true,
        action: () => tableList.renewKey(table),
      })
      if (isRenewed) onPrint(table.id)
    },
    delete: (table: Table) =>
      confirm({
        title: t('tables.deleteTitle', { number: table.number }),
        description: t('tables.deleteDescription'),
        confirm: t('tables.deleteConfirm'),
        isDestructive: true,
        action: () => tableList.remove(table),
        focusAfter,
      }),
    /** Ends this session alone: never that of the table's next guests. */
    end: (_: Table, session: RunningSession | undefined) =>
      session &&
      confirm({
        title: t('tables.endTitle', { number: session.tableNumber }),
        description:
          session.total > 0
            ? t('tables.endDescription', { names: session.names.join(', '), total: money(session.total) })
            : t('tables.endEmptyDescription'),
        confirm: t('tables.endConfirm'),
        isDestructive: true,
        action: () => tableList.endSession(session),
      }),
  }
}

interface TableQuestionsProps {
  focusAfter: RefObject<HTMLElement | null>
  onPrint: (tableId: number) => void
}

interface TablesTabProps {
  /** All orders of the Orders tab; the open ones are shown at their tables. */
  orders: readonly Order[]
  /** Opens the menu for an order of a table. */
  onNewOrder: (tableId: number) => void
}

/** The tables with their codes (docs/product/tables.md#tables-tab). */
export default function TablesTab({ orders, onNewOrder }: TablesTabProps) {
  const queries = [tableList.use(), useRunningSessions(), useAddresses()] as const
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
  const { tableKeysRequired } = useSettings()
  const [openDialog, setOpenDialog] = useState<{ what: TableDialogKind; tableId: number } | null>(null)
  /** The table whose code is to be printed, or all. */
  const [printing, setPrinting] = useState<number | 'all' | null>(null)
  const printAll = () => setPrinting('all')
  useOpenByAddress({ codes: printAll })
  const numberField = useRef<HTMLInputElement>(null)
  const sessionOf = useMemo(() => new Map(sessions.map((session) => [session.tableId, session])), [sessions])
  const ordersAt = useMemo(() => openOrdersByTable(orders), [orders])
  const { data: inUse } = useTablesInUse()
  const questions = useTableQuestions({ focusAfter: numberField, onPrint: setPrinting })
  const show = (what: TableDialogKind, tableId: number) => {
    const table = tables.find(({ id }) => id === tableId)
    if (what === 'print') setPrinting(tableId)
    else if (what === 'edit') void (table && openTableEditor(table))
    else if (what === 'delete' || what === 'key' || what === 'end')
      void (table && questions[what](table, sessionOf.get(tableId)))
    else setOpenDialog({ what, tableId })
  }
  const {
    taps,
    opened,
    close: closeMenu,
  } = useRowTaps<TableTap>(({ name, id }) => (name === 'newOrder' ? onNewOrder(id) : show(name, id)))
  const close = () => setOpenDialog(null)
  const { run } = useRun(tableList.setStatus)
  const byNumber = useMemo(() => tables.toSorted((a, b) => a.number - b.number), [tables])
  const shownTable = tables.find(({ id }) => id === openDialog?.tableId)
  const session = shownTable && sessionOf.get(shownTable.id)
  if (openDialog && !shownTable) setOpenDialog(null)
  const inMenu = tables.find(({ id }) => id === opened?.id)
  const menuActions = ({ id, number }: Table) => {
    const action = (what: TableDialogKind, label: string) => ({ label, onChoose: () => show(what, id) })
    const isTaken = sessionOf.has(id)
    return [
      ...(isTaken || ordersAt.has(id) ? [action('move', t('tables.move', { number }))] : []),
      action('print', t('tables.printCode')),
      action('code', t('tables.saveCode')),
      action('edit', t('tables.edit', { number })),
      ...(isTaken ? [action('end', t('tables.endCart'))] : []),
      ...(tableKeysRequired ? [action('key', t('tables.newCode'))] : []),
      action('delete', t('common.askDelete')),
    ]
  }
  const subject =
    openDialog && shownTable
      ? { ...openDialog, id: `${openDialog.what} ${shownTable.id}`, table: shownTable, session }
      : null
  return (
    <div className="flex flex-col gap-3">
      {tables.length > 0 && (
        <Button variant="outline" onClick={printAll} className="ml-auto">
          <Printer className="size-4.5" />
          {t('tables.printAll')}
        </Button>
      )}
      <LocalWarning addresses={addresses} />
      <ul
        aria-label={t('dashboard.tabs.tables')}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,21.5rem),1fr))] gap-3 @phone/page:gap-4"
        {...taps}
      >
        <li className="card-face p-4 shadow-soft">
          <AddTableForm tables={tables} numberRef={numberField} />
        </li>
        {byNumber.map((table) => (
          <TableCard
            key={table.id}
            table={table}
            session={sessionOf.get(table.id)}
            orders={ordersAt.get(table.id) ?? NO_ORDERS}
            since={inUse?.find(({ id }) => id === table.id)?.since ?? ordersAt.get(table.id)?.[0]?.createdAt}
            origin={addresses.origin}
          />
        ))}
      </ul>
      <RowMenu tap={inMenu && opened} actions={inMenu ? menuActions(inMenu) : []} onClose={closeMenu} />
      {tables.length === 0 ? (
        <EmptyState icon={<QrIcon />} title={t('floor.empty')} description={t('tables.emptyDescription')} />
      ) : (
        <>
          <KeysSwitch onPrint={printAll} />
          <SettingSwitch name="tableCalls" failureTitle={t('common.notChanged')} />
        </>
      )}
      <SubjectDialog subject={subject}>
        {({ what, table, session }, open) => {
          const about = { open, table, onClose: close }
          const atTable = ordersAt.get(table.id) ?? NO_ORDERS
          if (what === 'free') return <FreeTableDialog {...about} session={session} orders={atTable} />
          if (what === 'bill') {
            const isServed = atTable.every(({ status }) => status === 'delivered')
            const free = () => void run(table, { status: 'available' }).then(close, () => {})
            return <BillDialog {...about} onFree={isServed && !session ? free : undefined} />
          }
          if (what === 'move')
            return <MoveGuestsDialog {...about} tables={byNumber} sessions={sessionOf} orders={atTable} />
          return what === 'code' && <CodeDialog {...about} origin={addresses.origin} />
        }}
      </SubjectDialog>
      <SubjectDialog subject={printing}>
        {(which, open) => (
          <PrintCodesDialog
            open={open}
            tables={byNumber.filter(({ id }) => which === 'all' || id === which)}
            addresses={addresses}
            onClose={() => setPrinting(null)}
          />
        )}
      </SubjectDialog>
    </div>
  )
}

/** The dialogs that a card can open; the list renders them. */
type TableDialogKind = 'free' | 'end' | 'bill' | 'move' | 'edit' | 'delete' | 'code' | 'print' | 'key'

/** What a button of a card opens by its `data-tap`, besides the card's menu. */
type TableTap = Extract<TableDialogKind, 'free' | 'bill'> | 'newOrder'
const tap = (name: TableTap) => name

interface TableCardProps {
  table: Table
  session: RunningSession | undefined
  /** The table's open orders, oldest first. */
  orders: readonly Order[]
  /** Since when it is in use. A round that has just come in is known here before the server has counted it. */
  since: string | undefined
  /** Where its code leads. */
  origin: string
}

/** A table with its state, what is open at it, its code, its main actions, and the others in a menu (docs/product/tables.md#tables-tab). */
const TableCard = memo(function TableCard(props: TableCardProps) {
  const { table, session, orders, since, origin } = props
  const { id, number, label, capacity, status } = table
  const card = useFocusOnRemoval<HTMLLIElement>()
  return (
    <li
      ref={card}
      data-row={id}
      aria-label={t('common.table', { number })}
      className="off-screen flex flex-col gap-3 card-face p-4 shadow-soft [--height:17rem]"
    >
      <div className="flex flex-1 flex-wrap items-start gap-2">
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
            {table.reservation && (
              <ReservationFact reservation={table.reservation} isInUse={session !== undefined || orders.length > 0} />
            )}
            {orders.length > 0 && <OrderFacts orders={orders} />}
            {since && <InUse since={since} />}
            {session && <SessionFacts session={session} />}
          </div>
          <StatusButtons {...props} />
        </div>
        <TableCode table={table} origin={origin} />
      </div>
      <div className="flex flex-wrap items-center gap-2 border-line border-t pt-3">
        <Button
          data-main-action
          variant="outline"
          aria-label={t('tables.newOrderOf', { number })}
          data-tap={tap('newOrder')}
          className="flex-1 px-3!"
        >
          <Plus className="size-4.5" />
          {t('dashboard.newOrder.title')}
        </Button>
        {orders.length > 0 && (
          <Button
            variant="outline"
            aria-haspopup="dialog"
            aria-label={t('bills.title', { number })}
            data-tap={tap('bill')}
            className="px-3!"
          >
            {t('floor.billOfTable')}
          </Button>
        )}
        <IconButton
          label={t('tables.more', { number })}
          variant="outline"
          aria-haspopup="menu"
          aria-expanded={false}
          data-tap="more"
        >
          <Ellipsis className="size-5" />
        </IconButton>
      </div>
    </li>
  )
})

/** Sets the state of the table; freeing asks first if it ends something. */
function StatusButtons({ table, session, orders }: TableCardProps) {
  const { run, isPending } = useRun(tableList.setStatus)
  const { status, number } = table
  const endsSomething = status === 'occupied' || session !== undefined || orders.length > 0
  return (
    <div className="mt-auto flex flex-wrap gap-1.5 pt-1.5">
      {(['available', 'reserved'] as const).map((next) => {
        const isOff = next === status || isPending
        const asks = next === 'available' && endsSomething && !isOff
        return (
          <Button
            key={next}
            variant="outline"
            aria-label={t('tables.setOf', { status: t(`tables.status.${next}`), number })}
            // Not `disabled`, because the button would lose the focus once it has set the state.
            aria-disabled={isOff}
            data-tap={asks ? tap('free') : undefined}
            onClick={isOff || asks ? undefined : () => void run(table, { status: next }).catch(() => {})}
            className="flex-auto px-1! text-sm! aria-disabled:border-line aria-disabled:text-muted"
          >
            {t(`tables.status.${next}`)}
          </Button>
        )
      })}
    </div>
  )
}

const URGENT = { late: 'text-pending', needed: 'text-cancelled' }

function ReservationFact({ reservation, isInUse }: { reservation: TableReservation; isInUse: boolean }) {
  const urgency = urgencyOf(reservation, isInUse, useServerNow())
  return (
    <p className={cx('font-semibold', urgency && URGENT[urgency])}>
      {reservationText(reservation, timeZone)}
      {urgency && <span> · {t(`reservations.urgency.${urgency}`)}</span>}
    </p>
  )
}

function OrderFacts({ orders }: { orders: readonly Order[] }) {
  const payment = paidOf(orders)
  return (
    <p className="font-semibold">
      {t('tables.orders', { count: orders.length, total: sumOf(orders) })}
      {payment?.due === 0 && <span className="text-ready"> · {t('due.paid')}</span>}
    </p>
  )
}

function InUse({ since }: { since: string }) {
  const { minutes } = orderAge(since, useServerNow())
  return <p>{minutes > 0 ? t('tables.since', { time: ageText(t, minutes) }) : ageText(t, minutes)}</p>
}

function SessionFacts({ session: { names, unproven, total, minutesLeft, endsAt } }: { session: RunningSession }) {
  const { tableKeysRequired } = useSettings()
  // The rendered clock lags by seconds; without Math.min, 90 minutes could show as 91.
  const minutes = Math.min(minutesLeft, Math.max(0, Math.ceil((endsAt - useServerNow()) / 60_000)))
  const who = names.length > 0 ? t('tables.sharedCart', { names: names.join(', ') }) : t('tables.sharedCartEmpty')
  return (
    <>
      <p title={who} className="truncate">
        {who}
      </p>
      <p>
        {unbroken(money(total))} · {t('tables.minutesLeft', { minutes })}
      </p>
      {tableKeysRequired && unproven > 0 && (
        <p className="font-semibold text-cancelled">{t('tables.unproven', { count: unproven })}</p>
      )}
    </>
  )
}
