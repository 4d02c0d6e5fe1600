import { ArrowLeftRight, ChevronLeft, Ellipsis, LogOut, Plus, ReceiptText } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { setTableStatus } from '#shared/contracts/tables.ts'
import { reservationText } from '#shared/domain/table.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useMoney, useSettings } from '../../lib/settings/settings.ts'
import { ActionMenu, Button, EmptyState, IconButton, Skeleton, SubjectDialog, useTranslation } from '../../ui/index.ts'
import { BillDialog } from '../bills/index.ts'
import { ageText, paidOf, sumOf, TakeOffDialog, unbroken } from '../orders/index.ts'
import { FreeTableOnFloor, MoveGuestsOnFloor, ReserveTableOnFloor } from '../tables/owner.ts'
import { backToTables, closeTable, floorKey, openNewRound } from './floor-requests.ts'
import { useTableCheckout, waitingAttempt } from './round/round-drafts.ts'
import { WaitingRound } from './round/waiting-round.tsx'
import { RoundCard } from './round-card.tsx'
import { type FloorTask, floorTasks, namesAt, STATUS_WORDS, tableName, tileOf } from './table-state.ts'
import { CallTask, TasksElsewhere } from './task-list.tsx'

/** Ends the reservation of a table; a table in use then becomes occupied. */
function useEndReservation({ id, session, orders }: FloorTable) {
  const isInUse = session !== null || orders > 0
  return useOwnerChange({
    mutationFn: () =>
      sendChange(setTableStatus, {
        params: { id: String(id) },
        body: { status: isInUse ? 'occupied' : 'available' },
      }),
    failure: 'common.notChanged',
    refetch: [floorKey],
  })
}

interface OpenedTableProps {
  table: FloorTable
  /** Its open orders, oldest first. */
  rounds: readonly Order[]
  /** Whether the orders are loaded: before that, nothing is said about the rounds. */
  isLoaded: boolean
  /** All tables, to one of which its guests may move. */
  tables: readonly FloorTable[]
  tasks: readonly FloorTask[]
}

/** A table with its rounds, newest first, and what can be done with it (docs/product/floor.md#floor-table). */
export default function OpenedTable({ table, rounds, isLoaded, tables, tasks }: OpenedTableProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const [dialog, setDialog] = useState<FloorDialog | null>(null)
  const back = useRef<HTMLButtonElement>(null)
  useFocusBack(back)
  const paid = paidOf(rounds)
  const calls = floorTasks([table], [])
  const checkout = useTableCheckout(table.id)
  // The next round can be taken once this one has been sent.
  const isWaiting = waitingAttempt(checkout) !== undefined
  return (
    <section
      aria-label={tableName(t, table)}
      className="flex min-h-0 w-full shrink-0 flex-col md:w-pane md:border-line md:border-l"
    >
      <TableHeader table={table} rounds={rounds} backRef={back} onReserve={() => setDialog('reserve')} />
      <TasksElsewhere tasks={tasks} tableId={table.id} />
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain px-3 pt-1 pb-4">
        <WaitingRound tableId={table.id} state={checkout} />
        {calls.map((task) =>
          'round' in task || task.kind === 'unsent' ? null : (
            <div key={task.call.id} className="rounded-card bg-card px-3.5 py-0.5 shadow-soft">
              <CallTask task={task} />
            </div>
          ),
        )}
        {!isLoaded && (
          <div role="status">
            <span className="sr-only">{t('common.loading')}</span>
            <Skeleton className="h-36 rounded-card" />
          </div>
        )}
        {isLoaded && rounds.length === 0 && !isWaiting && (
          <EmptyState
            title={t('floor.noRounds')}
            description={t(table.session ? 'floor.choosingDescription' : 'floor.noRoundsDescription')}
          />
        )}
        {rounds
          .map((round, index) => (
            <RoundCard key={round.id} round={round} number={index + 1} isOnly={rounds.length === 1} />
          ))
          .reverse()}
      </div>
      <div
        data-kept-free=""
        className="shrink-0 rounded-t-drawer bg-card px-3.5 pt-3 pb-safe shadow-lift md:rounded-none"
      >
        <p className="flex items-baseline justify-between gap-3">
          <span className="text-body text-muted first-letter:uppercase">
            {paid && paid.due < 0 ? t('due.toGiveBack', { amount: '' }).trim() : t('floor.toPay')}
            {paid && paid.paid !== 0 && ` · ${t('due.paidOf', { amount: unbroken(format(paid.paid)) })}`}
          </span>
          <strong className="display figures text-figure leading-none">
            {isLoaded ? (paid && unbroken(format(Math.abs(paid.due)))) || sumOf(rounds) || format(0) : '…'}
          </strong>
        </p>
        <Button
          size="large"
          disabled={isWaiting}
          onClick={() => openNewRound(table.id)}
          className="mt-2.5 w-full text-name"
        >
          <Plus aria-hidden="true" className="size-5" />
          {t('floor.newRound')}
        </Button>
        <TableButtons table={table} rounds={rounds} isLoaded={isLoaded} onDialog={setDialog} />
      </div>
      <TakeOffDialog />
      <FloorTableDialogs
        dialog={dialog}
        table={table}
        tables={tables}
        rounds={rounds}
        onClose={() => setDialog(null)}
      />
    </section>
  )
}

function TableHeader({ table, rounds, backRef, onReserve }: HeaderProps) {
  const { timeZone } = useSettings()
  const { t } = useTranslation()
  const now = useServerNow()
  const { mutate: endReservation } = useEndReservation(table)
  const { minutes, state } = tileOf(table, rounds, now, false)
  const facts = [
    t('floor.seats', { count: table.capacity }),
    minutes === null ? t(STATUS_WORDS[state === 'reserved' ? 'reserved' : 'free']) : ageText(t, minutes),
    ...[reservationText(table.reservedFor, timeZone)].filter(Boolean),
  ]
  const names = namesAt(rounds)
  const isReserved = table.status === 'reserved'
  return (
    <div data-kept-free="" className="flex min-h-16 items-center gap-2 px-2">
      <IconButton ref={backRef} label={t('floor.back')} onClick={closeTable}>
        <ChevronLeft aria-hidden="true" className="size-6" />
      </IconButton>
      {/* Facts that do not fit beside the name wrap below it, so that none is cut. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 py-1.5">
        <h2 className="display min-w-0 break-words text-figure leading-tight">{tableName(t, table)}</h2>
        <p className="min-w-0 flex-1 basis-36 text-muted text-sm leading-snug">
          <span className="block">{facts.join(' · ')}</span>
          {names.length > 0 && <span className="block break-words">{names.join(', ')}</span>}
        </p>
      </div>
      <ActionMenu
        trigger={
          <IconButton label={t('floor.moreOfTable')} variant="outline" className="mr-1">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
        actions={[
          {
            label: t(isReserved ? 'floor.endReservation' : 'floor.reserve'),
            onChoose: isReserved ? endReservation : onReserve,
          },
        ]}
      />
    </div>
  )
}

interface HeaderProps {
  table: FloorTable
  rounds: readonly Order[]
  backRef: RefObject<HTMLButtonElement | null>
  onReserve: () => void
}

type TableButtonsProps = Omit<OpenedTableProps, 'tables' | 'tasks'> & { onDialog: (dialog: FloorDialog) => void }

function TableButtons({ table, rounds, isLoaded, onDialog }: TableButtonsProps) {
  const { t } = useTranslation()
  const hasGuests = isLoaded && (rounds.length > 0 || table.session !== null)
  const buttons = [
    { dialog: 'bill', Icon: ReceiptText, label: t('floor.billOfTable'), isOff: rounds.length === 0 },
    { dialog: 'move', Icon: ArrowLeftRight, label: t('common.move'), isOff: !hasGuests },
    {
      dialog: 'free',
      Icon: LogOut,
      label: t('floor.setFree'),
      isOff: !isLoaded || (!hasGuests && table.status === 'available'),
    },
  ] as const
  return (
    <div className="mt-2.5 flex gap-2">
      {buttons.map(({ dialog, Icon, label, isOff }) => (
        <Button
          key={dialog}
          variant="outline"
          disabled={isOff}
          onClick={() => onDialog(dialog)}
          className="min-h-12! min-w-0 flex-1 gap-1.5! px-1.5!"
        >
          <Icon aria-hidden="true" className="size-4.5 shrink-0" />
          <span className="truncate">{label}</span>
        </Button>
      ))}
    </div>
  )
}

/** Takes the focus if nothing in sight has it: the table covers the grid, or the new round has been closed. */
function useFocusBack(button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    const focused = document.activeElement
    // Beside the grid the focus stays on the tile.
    const isInSight = focused instanceof HTMLElement && focused !== document.body && focused.offsetParent !== null
    if (!isInSight) button.current?.focus({ preventScroll: true })
  }, [button])
}

type FloorDialog = 'bill' | 'move' | 'free' | 'reserve'

interface FloorTableDialogsProps {
  dialog: FloorDialog | null
  table: FloorTable
  tables: readonly FloorTable[]
  rounds: readonly Order[]
  onClose: () => void
}

/** The dialogs about the opened table; each is loaded when it is first opened. */
export function FloorTableDialogs({ dialog, table, tables, rounds, onClose }: FloorTableDialogsProps) {
  const { t } = useTranslation()
  const asked = table.calls.find(({ kind }) => kind === 'bill')?.method
  const sessions = new Map(tables.flatMap(({ id, session }) => (session ? [[id, session] as const] : [])))
  const nameOf = ({ id }: Order) => {
    const index = rounds.findIndex((round) => round.id === id)
    return index < 0 ? `#${id}` : t('floor.roundTitle', { number: index + 1 })
  }
  return (
    <SubjectDialog subject={dialog && { id: dialog }}>
      {({ id: what }, open) => {
        const about = { open, table, onClose }
        if (what === 'bill') return <BillDialog {...about} asked={asked} />
        if (what === 'move')
          return <MoveGuestsOnFloor {...about} tables={tables} sessions={sessions} orders={rounds} nameOf={nameOf} />
        if (what === 'reserve') return <ReserveTableOnFloor {...about} />
        return (
          <FreeTableOnFloor
            {...about}
            session={table.session ? {} : undefined}
            orders={rounds}
            onFreed={backToTables}
          />
        )
      }}
    </SubjectDialog>
  )
}
