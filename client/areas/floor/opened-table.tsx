import { ArrowLeftRight, LogOut, type LucideIcon, Plus, ReceiptText, Users } from 'lucide-react'
import { useState } from 'react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table, TableReservation } from '#shared/contracts/tables.ts'
import { partyText } from '#shared/domain/table.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { money, useSettings } from '../../lib/settings/settings.ts'
import { Button, EmptyState, Skeleton, SubjectDialog, t } from '../../ui/index.ts'
import { BillDialog } from '../bills/index.ts'
import { ageText, orderAge, paidOf, refetchOrders, sumOf, TakeOffDialog, unbroken } from '../orders/index.ts'
import { NextReservation, openReservation, useGiveTable } from '../reservations/index.ts'
import { FreeTableDialog, MoveGuestsDialog } from '../tables/index.ts'
import { CallsElsewhere, callNotices } from './calls-elsewhere.tsx'
import { useTableCheckout, waitingAttempt } from './round/round-drafts.ts'
import { WaitingRound } from './round/waiting-round.tsx'
import { RoundCard } from './round-card.tsx'
import { TableHeader, useSetStatus } from './table-header.tsx'
import { backToTables, floorTasks, isTaken, openNewRound, openTable, tableName, useRoundNumbers } from './tables.ts'
import { CallTask } from './task-list.tsx'

const OTHERS = 6

/** The free tables that a reservation fits, the smallest first: nobody else is promised them before its guests leave. */
function tablesFor({ at, party }: TableReservation, tables: readonly FloorTable[], stayMinutes: number): FloorTable[] {
  const end = Date.parse(at) + stayMinutes * 60_000
  return tables
    .filter(({ status, since, capacity, reservable, reservation }) => {
      const isPromised = reservation ? Date.parse(reservation.at) < end : false
      return status === 'available' && since === null && capacity >= party && reservable !== false && !isPromised
    })
    .sort((a, b) => a.capacity - b.capacity || a.number - b.number)
    .slice(0, OTHERS)
}

interface OpenedTableProps {
  table: FloorTable
  /** Its open orders, oldest first. */
  rounds: readonly Order[]
  /** Whether the orders are loaded: before that, nothing is said about the rounds. */
  isLoaded: boolean
  /** All tables, to one of which its guests may move. */
  tables: readonly FloorTable[]
}

/** A table with its rounds, newest first, and what can be done with it (docs/product/floor.md#floor-table). */
export default function OpenedTable({ table, rounds, isLoaded, tables }: OpenedTableProps) {
  const [dialog, setDialog] = useState<FloorDialog | null>(null)
  const now = useServerNow()
  const { reservations } = useSettings()
  const paid = paidOf(rounds)
  const calls = floorTasks([table], [])
  const checkout = useTableCheckout(table.id)
  // The next round can be taken once this one has been sent.
  const isWaiting = waitingAttempt(checkout) !== undefined
  const numbers = useRoundNumbers(rounds)
  const isUsed = rounds.length > 0 || table.session !== null || Boolean(table.seated)
  const isSat = isTaken(table, isLoaded ? rounds : [])
  const { mutate: setStatus } = useSetStatus()
  const buttons: { dialog: FloorDialog | null; Icon: LucideIcon; label: string; isOff: boolean }[] = [
    { dialog: 'bill', Icon: ReceiptText, label: t('floor.billOfTable'), isOff: rounds.length === 0 },
    { dialog: 'move', Icon: ArrowLeftRight, label: t('common.move'), isOff: !isLoaded || !(isUsed || isSat) },
    !isSat
      ? { dialog: null, Icon: Users, label: t('floor.setOccupied'), isOff: !isLoaded }
      : { dialog: isUsed ? 'free' : null, Icon: LogOut, label: t('floor.setFree'), isOff: !isLoaded },
  ]
  return (
    <section
      aria-label={tableName(table)}
      className="flex min-h-0 w-full shrink-0 flex-col md:w-pane md:border-line md:border-l"
    >
      <CallsElsewhere tables={tables} openId={table.id} />
      <TableHeader table={table} rounds={rounds} />
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain px-3 pt-1 pb-4">
        {table.seated && (
          // Its right end, where "Arrived" was tapped, does nothing.
          <p className="flex items-center justify-between gap-3 rounded-card bg-card px-3.5 py-1.5 shadow-soft">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => table.seated && openReservation({ id: table.seated.id })}
              className="min-h-11 text-left font-semibold underline decoration-edge underline-offset-4 wrap-anywhere"
            >
              {partyText(table.seated)}
            </button>
            <span className="min-w-24 whitespace-nowrap text-right">
              {ageText(t, orderAge(table.seated.at, now).minutes)}
            </span>
          </p>
        )}
        {table.reservation && (
          <NextReservation
            table={tableName(table)}
            reservation={table.reservation}
            isInUse={isTaken(table, rounds)}
            others={tablesFor(table.reservation, tables, reservations?.stayMinutes ?? 0).map((other) => ({
              id: other.id,
              name: tableName(other),
            }))}
          />
        )}
        <WaitingRound tableId={table.id} state={checkout} />
        {calls.map(
          (task) =>
            'call' in task && (
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
          .map((round) => <RoundCard key={round.id} round={round} number={numbers.get(round.id) ?? 1} />)
          .reverse()}
      </div>
      <div
        data-kept-free=""
        className="shrink-0 rounded-t-drawer bg-card px-3.5 pt-3 pb-safe shadow-lift md:rounded-none"
      >
        <p className="flex items-baseline justify-between gap-3">
          <span className="text-body text-muted first-letter:uppercase">
            {paid && paid.due < 0 ? t('due.toGiveBack', { amount: '' }).trim() : t('floor.toPay')}
            {paid && paid.paid !== 0 && ` · ${t('due.paidOf', { amount: unbroken(money(paid.paid)) })}`}
          </span>
          <strong className="display figures text-figure leading-none">
            {isLoaded ? (paid && unbroken(money(Math.abs(paid.due)))) || sumOf(rounds) || money(0) : '…'}
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
        <div className="mt-2.5 flex gap-2">
          {buttons.map(({ dialog, Icon, label, isOff }) => (
            <Button
              key={label}
              variant="outline"
              disabled={isOff}
              onClick={() =>
                dialog
                  ? setDialog(dialog)
                  : setStatus({ id: table.id, status: table.status === 'occupied' ? 'available' : 'occupied' })
              }
              className="min-h-12! min-w-0 flex-1 gap-1.5! px-1.5! py-0!"
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0 max-[359px]:hidden" />
              <span className="leading-tight">{label}</span>
            </Button>
          ))}
        </div>
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

type FloorDialog = 'bill' | 'move' | 'free'

interface FloorTableDialogsProps extends Pick<OpenedTableProps, 'table' | 'tables' | 'rounds'> {
  dialog: FloorDialog | null
  onClose: () => void
}

/** The dialogs about the opened table; each is loaded when it is first opened. */
export function FloorTableDialogs({ dialog, table, tables, rounds, onClose }: FloorTableDialogsProps) {
  const asked = table.calls.find(({ kind }) => kind === 'bill')?.method
  const sessions = new Map(tables.flatMap(({ id, session }) => (session ? [[id, session] as const] : [])))
  const numbers = useRoundNumbers(rounds)
  const nameOf = ({ id }: Order) => {
    const number = numbers.get(id)
    return number === undefined ? `#${id}` : t('floor.roundTitle', { number })
  }
  const { mutate: give, isPending } = useGiveTable()
  const { seated } = table
  const follow = (to: Table) => {
    onClose()
    openTable(to.id)
  }
  const kept = tables.flatMap(({ id, seated: other }) => (id !== table.id && other?.id === seated?.id ? id : []))
  const setStatus = useSetStatus()
  // Who has no reservation leaves this table once the other one is theirs.
  const moveSeats = (to: Table) =>
    setStatus.mutate(
      { id: to.id, status: 'occupied' },
      {
        onSuccess() {
          setStatus.mutate({ id: table.id, status: 'available' })
          follow(to)
        },
      },
    )
  const isServed = rounds.every(({ status }) => status === 'delivered')
  const free = () =>
    setStatus.mutate(
      { id: table.id, status: 'available' },
      {
        onSuccess() {
          onClose()
          backToTables()
          void refetchOrders()
        },
      },
    )
  const party =
    rounds.length === 0 && !table.session
      ? {
          move: (to: Table) =>
            seated
              ? give({ one: seated, table: { id: to.id, name: tableName(to) }, kept }, { onSuccess: () => follow(to) })
              : moveSeats(to),
          isPending: isPending || setStatus.isPending,
        }
      : undefined
  return (
    <SubjectDialog subject={dialog}>
      {(what, open) => {
        const about = { open, table, onClose }
        if (what === 'bill')
          return (
            <BillDialog
              {...about}
              asked={asked}
              notices={callNotices(tables, table.id)}
              onFree={isServed && !table.session ? free : undefined}
            />
          )
        if (what === 'move')
          return (
            <MoveGuestsDialog
              {...about}
              tables={tables}
              sessions={sessions}
              orders={rounds}
              nameOf={nameOf}
              seated={party}
              onMoved={follow}
            />
          )
        return (
          <FreeTableDialog {...about} session={table.session ? {} : undefined} orders={rounds} onFreed={backToTables} />
        )
      }}
    </SubjectDialog>
  )
}
