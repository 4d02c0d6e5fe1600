import {
  ArrowLeftRight,
  Check,
  CheckCheck,
  ChevronLeft,
  LogOut,
  type LucideIcon,
  Plus,
  ReceiptText,
  Users,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { setTableStatus, type Table, type TableReservation } from '#shared/contracts/tables.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { partyText } from '#shared/domain/table.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useOwnerChange } from '../../lib/changes/refetching.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { promisedText } from '../../lib/settings/promised.ts'
import { money, useSettings } from '../../lib/settings/settings.ts'
import {
  Badge,
  Button,
  cx,
  EmptyState,
  IconButton,
  MoreMenu,
  Skeleton,
  SubjectDialog,
  t,
  toast,
} from '../../ui/index.ts'
import { BillDialog } from '../bills/index.ts'
import {
  ageText,
  CardHead,
  isLateOrder,
  LineRow,
  linesDone,
  orderAge,
  paidOf,
  setOrderStatus,
  sumOf,
  TakeOffDialog,
  takeOffTap,
  unbroken,
} from '../orders/index.ts'
import { NextReservation, openReservation, useGiveTable } from '../reservations/index.ts'
import { FreeTableDialog, MoveGuestsDialog } from '../tables/index.ts'
import { useTableCheckout, waitingAttempt } from './round/round-drafts.ts'
import { WaitingRound } from './round/waiting-round.tsx'
import {
  backToTables,
  closeTable,
  floorKey,
  floorTasks,
  isTaken,
  openNewRound,
  STATUS_WORDS,
  tableName,
  tileOf,
} from './tables.ts'
import { CallTask, DeliveredButton } from './task-list.tsx'

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
  const hasGuests = isLoaded && (rounds.length > 0 || table.session !== null)
  const isFree = !hasGuests && table.status === 'available' && !table.seated
  const { mutate: setStatus } = useSetStatus(table.id)
  const buttons: { dialog: FloorDialog | null; Icon: LucideIcon; label: string; isOff: boolean }[] = [
    { dialog: 'bill', Icon: ReceiptText, label: t('floor.billOfTable'), isOff: rounds.length === 0 },
    { dialog: 'move', Icon: ArrowLeftRight, label: t('common.move'), isOff: !hasGuests && !(isLoaded && table.seated) },
    isFree
      ? { dialog: null, Icon: Users, label: t('floor.setOccupied'), isOff: !isLoaded }
      : { dialog: 'free', Icon: LogOut, label: t('floor.setFree'), isOff: !isLoaded },
  ]
  return (
    <section
      aria-label={tableName(table)}
      className="flex min-h-0 w-full shrink-0 flex-col md:w-pane md:border-line md:border-l"
    >
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
        {rounds.map((round, index) => <RoundCard key={round.id} round={round} number={index + 1} />).reverse()}
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
              onClick={() => (dialog ? setDialog(dialog) : setStatus('occupied'))}
              className="min-h-12! min-w-0 flex-1 gap-1.5! px-1.5!"
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0 max-[359px]:hidden" />
              <span className="truncate">{label}</span>
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

/** Sets what the table is by hand, and tells who is promised it. */
function useSetStatus(id: number) {
  return useOwnerChange({
    mutationFn: (status: Table['status']) =>
      sendChange(setTableStatus, { params: { id: String(id) }, body: { status } }),
    onSuccess({ promised }) {
      const title = promisedText(promised)
      if (title) toast({ title })
    },
    failure: 'common.notChanged',
    refetch: [floorKey],
  })
}

function TableHeader({ table, rounds }: Pick<OpenedTableProps, 'table' | 'rounds'>) {
  const now = useServerNow()
  const isInUse = table.session !== null || table.orders > 0
  const isReserved = table.status === 'reserved'
  // One in use becomes occupied when it is no longer reserved.
  const notReserved = isInUse ? 'occupied' : 'available'
  const { mutate: setStatus } = useSetStatus(table.id)
  const { minutes, state } = tileOf(table, rounds, now, false)
  const facts = [
    t('floor.seats', { count: table.capacity }),
    minutes === null ? t(STATUS_WORDS[state === 'reserved' || state === 'busy' ? state : 'free']) : ageText(t, minutes),
  ]
  const back = useRef<HTMLButtonElement>(null)
  // It takes the focus if nothing in sight has it: the table covers the grid, or the new round has been closed.
  useEffect(() => {
    const focused = document.activeElement
    // Beside the grid the focus stays on the tile.
    const isInSight = focused instanceof HTMLElement && focused !== document.body && focused.offsetParent !== null
    if (!isInSight) back.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div data-kept-free="" className="flex min-h-16 items-center gap-2 px-2">
      <IconButton ref={back} label={t('floor.back')} onClick={closeTable}>
        <ChevronLeft aria-hidden="true" className="size-6" />
      </IconButton>
      {/* Facts that do not fit beside the name wrap below it, so that none is cut. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 py-1.5">
        <h2 className="display min-w-0 break-words text-figure leading-tight">{tableName(table)}</h2>
        <p className="min-w-0 flex-1 basis-36 text-muted text-sm leading-snug">{facts.join(' · ')}</p>
      </div>
      <MoreMenu
        label={t('floor.moreOfTable')}
        variant="outline"
        className="mr-1"
        actions={[
          {
            label: t(isReserved ? 'floor.endReservation' : 'floor.reserve'),
            onChoose: () => setStatus(isReserved ? notReserved : 'reserved'),
          },
        ]}
      />
    </div>
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
  const nameOf = ({ id }: Order) => {
    const index = rounds.findIndex((round) => round.id === id)
    return index < 0 ? `#${id}` : t('floor.roundTitle', { number: index + 1 })
  }
  const { mutate: give, isPending } = useGiveTable()
  const { seated } = table
  const kept = tables.flatMap(({ id, seated: other }) => (id !== table.id && other?.id === seated?.id ? id : []))
  const party = seated &&
    rounds.length === 0 &&
    !table.session && {
      move: (to: Table) =>
        give({ one: seated, table: { id: to.id, name: tableName(to) }, kept }, { onSuccess: onClose }),
      isPending,
    }
  return (
    <SubjectDialog subject={dialog}>
      {(what, open) => {
        const about = { open, table, onClose }
        if (what === 'bill') return <BillDialog {...about} asked={asked} />
        if (what === 'move')
          return (
            <MoveGuestsDialog
              {...about}
              tables={tables}
              sessions={sessions}
              orders={rounds}
              nameOf={nameOf}
              seated={party || undefined}
            />
          )
        return (
          <FreeTableDialog {...about} session={table.session ? {} : undefined} orders={rounds} onFreed={backToTables} />
        )
      }}
    </SubjectDialog>
  )
}

interface RoundCardProps {
  round: Order
  /** Counted from the table's oldest open order. */
  number: number
}

/** One order of a table with its lines (docs/product/floor.md#floor-table). */
function RoundCard({ round, number }: RoundCardProps) {
  const settings = useSettings()
  const isLate = isLateOrder(round, settings, useServerNow())
  const { done, all } = linesDone(round)
  const title = t('floor.roundTitle', { number })
  const cancel = async () => {
    const isConfirmed = await confirm({
      title: t('floor.cancelTitle', { number }),
      description: t('floor.cancelDescription', { total: formatMoney(round.total, round.currency) }),
      confirm: t('floor.cancelRound'),
      cancel: t('floor.keepRound'),
      isDestructive: true,
    })
    if (isConfirmed) void setOrderStatus(round, 'cancelled')
  }
  return (
    <section
      aria-label={title}
      className={cx(
        'rounded-card border-2 bg-card px-3.5 pb-2 shadow-soft',
        round.status === 'ready' ? 'border-ready' : 'border-transparent',
      )}
    >
      <CardHead isLate={isLate} className="-mx-3.5 flex min-h-13 flex-wrap items-center gap-x-2 px-3.5">
        {/* On a narrow phone the facts are below the title, so that the time is never cut. */}
        <span className="flex min-w-0 flex-[1_1_6rem] flex-wrap items-baseline gap-x-2 py-1.5">
          <h3 className="font-bold">{title}</h3>
          <span className={cx('text-sm', !isLate && 'text-muted')}>
            #{round.id} · {formatTime(round.createdAt, settings.timeZone)}
          </span>
        </span>
        {isLate && <strong className="font-bold text-body">{t('kitchen.late')}</strong>}
        <Badge tone={round.status} className="shrink-0 px-3 py-1.5 text-small">
          {round.status === 'preparing' && done > 0
            ? t('floor.doneOfAll', { done, all })
            : t(`orders.status.${round.status}`)}
        </Badge>
        {round.status !== 'delivered' && (
          <MoreMenu
            label={t('floor.actions', { number })}
            variant={isLate ? 'onInk' : 'quiet'}
            className={cx('-mr-2.5', !isLate && 'text-muted')}
            actions={[{ label: `${t('floor.cancelRound')}…`, isDangerous: true, onChoose: () => void cancel() }]}
          />
        )}
      </CardHead>
      <ul className="divide-y divide-line border-line border-t">
        {round.items.map((line) => (
          <LineRow
            key={line.id}
            line={line}
            currency={round.currency}
            tap={takeOffTap(t, round, line)}
            className="text-body"
            below={line.partOf === null && <span className="block text-muted text-sm">{line.guestName}</span>}
            mark={
              line.doneAt != null && (
                <span className="shrink-0 self-start pt-0.5 text-ready">
                  <Check aria-hidden="true" className="size-4.5" />
                  <span className="sr-only">{t('floor.done')}</span>
                </span>
              )
            }
          />
        ))}
      </ul>
      {round.notes && <q className="block pb-2 font-semibold text-accent text-sm">{round.notes}</q>}
      {round.status === 'ready' && (
        <DeliveredButton round={round} what={title} className="mt-1 mb-1.5 min-h-13 w-full text-base">
          <CheckCheck aria-hidden="true" className="size-5" />
        </DeliveredButton>
      )}
    </section>
  )
}
