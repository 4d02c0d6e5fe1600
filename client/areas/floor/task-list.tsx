import {
  CalendarClock,
  Check,
  ChevronDown,
  ChevronRight,
  Hand,
  type LucideIcon,
  ReceiptText,
  TriangleAlert,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { nextStatus } from '#shared/domain/orders/order.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, cx, t } from '../../ui/index.ts'
import {
  isLateOrder,
  linesDone,
  moveOn,
  moveOnLabel,
  pickupText,
  titleOf,
  unbroken,
  useIsChanging,
} from '../orders/index.ts'
import { newsText, openReservation, useSee } from '../reservations/index.ts'
import { tableCheckout, useTableCheckout } from './round/round-drafts.ts'
import {
  agoText,
  type FloorTask,
  openTable,
  tableName,
  taskKey,
  useEndCall,
  useRoundNumbers,
  useTakeCall,
} from './tables.ts'

const SHOWN = 2

interface TaskListProps {
  tasks: readonly FloorTask[]
  rounds: ReadonlyMap<number, readonly Order[]>
}

/** What needs attention, below the grid, in reach of the thumb (docs/product/floor.md#floor-wants). */
export function TaskList({ tasks, rounds }: TaskListProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  // One more is shown: the line that unfolds it would take as much room.
  const isLong = tasks.length > SHOWN + 1
  const shown = isUnfolded || !isLong ? tasks : tasks.slice(0, SHOWN)
  return (
    <section
      aria-label={t('floor.wants')}
      data-kept-free=""
      className="shrink-0 rounded-t-drawer bg-card px-3.5 pt-2 pb-safe shadow-lift"
    >
      {tasks.length === 0 ? (
        <p className="py-2.5 text-center text-body text-muted">{t('floor.nothingWanted')}</p>
      ) : (
        <ul className="max-h-[55dvh] divide-y divide-line overflow-y-auto overscroll-contain">
          {shown.map((task) => (
            <li key={taskKey(task)}>
              {task.kind === 'unsent' && <UnsentRow task={task} />}
              {task.kind === 'owed' ? (
                <OwedRow task={task} />
              ) : (
                'round' in task && <ReadyRow task={task} rounds={rounds.get(task.round.tableId ?? 0) ?? []} />
              )}
              {'reservation' in task && <ReservationRow task={task} />}
              {(task.kind === 'call' || task.kind === 'taken') && <CallTask task={task} />}
            </li>
          ))}
        </ul>
      )}
      {isLong && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="flex min-h-11 w-full items-center justify-center gap-2 border-line border-t font-semibold text-body text-muted"
        >
          {isUnfolded ? t('common.showLess') : t('orders.unfold', { count: tasks.length - SHOWN })}
          <ChevronDown aria-hidden="true" className={cx('size-4.5 shrink-0', !isUnfolded && 'rotate-180')} />
        </button>
      )}
    </section>
  )
}

/** The words of a row: "Table 4 asks for the bill". */
export function titleOfTask(task: Exclude<FloorTask, ReservationTask>): string {
  if ('round' in task) {
    const { round } = task
    const place =
      round.tableNumber === null
        ? `${titleOf(t, round)} #${round.id}`
        : tableName({ number: round.tableNumber, label: round.tableLabel })
    const lines = linesDone(round)
    const state =
      task.kind === 'owed'
        ? t('due.handedOverUnpaid')
        : t(task.kind === 'ready' ? 'floor.ready' : 'floor.doneOfAll', { ...lines, number: lines.all })
    return `${place} · ${state}`
  }
  const table = tableName(task.table)
  if (task.kind === 'unsent') return t('floor.wantsSending', { table })
  return t(task.call.kind === 'bill' ? 'floor.wantsBill' : 'floor.wantsWaiter', { table })
}

type ReservationTask = Extract<FloorTask, { reservation: unknown }>

interface TaskRowProps {
  task: FloorTask
  icon: LucideIcon
  tone: string
  /** What is said before how long ago it was. */
  details?: readonly (string | false | null)[]
  below?: ReactNode
  /** Its one button. @param title what the row is about */
  children: (title: string) => ReactNode
}

function TaskRow({ task, icon: Icon, tone, details = [], below, children }: TaskRowProps) {
  const settings = useSettings()
  const now = useServerNow()
  const isReservation = 'reservation' in task
  const title = isReservation ? newsText(task.reservation, settings).title : titleOfTask(task)
  return (
    <div className="flex flex-wrap items-center gap-x-3 py-2">
      <span className={cx('grid size-11 shrink-0 place-items-center rounded-control', tone)}>
        <Icon aria-hidden="true" className="size-5.5" />
      </span>
      <div className="min-w-0 flex-[1_1_7rem] leading-snug">
        <strong className="block break-words font-semibold text-body">{title}</strong>
        <p className="text-muted text-sm">
          {'round' in task && isLateOrder(task.round, settings, now) && (
            <strong className="rounded-md bg-ink px-1.5 font-bold text-paper">{t('kitchen.late')}</strong>
          )}{' '}
          {/* When a guest changed something is not known. */}
          {[...details.filter(Boolean), ...(isReservation ? [] : [agoText(task.at, now)])].join(' · ')}
        </p>
        {below && <div className="mt-1 empty:hidden">{below}</div>}
      </div>
      {children(title)}
    </div>
  )
}

function UnsentRow({ task }: { task: Extract<FloorTask, { kind: 'unsent' }> }) {
  const { id } = task.table
  const state = useTableCheckout(id)
  const send = () => {
    // An old round asks first, at its table.
    openTable(id)
    void tableCheckout(id).resend()
  }
  return (
    <TaskRow task={task} icon={TriangleAlert} tone="bg-pending text-card">
      {(title) => (
        <Button pending={state.phase === 'sending'} onClick={send} aria-label={`${t('floor.sendNow')}: ${title}`}>
          {t('floor.sendNow')}
        </Button>
      )}
    </TaskRow>
  )
}

/** A call with its one button, which takes it, and then ends it. */
export function CallTask({ task }: { task: Extract<FloorTask, { kind: 'call' | 'taken' }> }) {
  const { table, call, kind } = task
  const isTaken = kind === 'taken'
  const take = useTakeCall(table, call)
  const end = useEndCall(table, call)
  const { mutate, isPending } = isTaken ? end : take
  const label = t(isTaken ? 'floor.end' : 'floor.take')
  return (
    <TaskRow
      task={task}
      icon={call.kind === 'bill' ? ReceiptText : Hand}
      tone={isTaken ? 'bg-accent-soft text-accent' : 'bg-accent text-on-accent'}
      details={[isTaken ? t('floor.onTheWay', { name: call.takenBy }) : call.method && t(`floor.${call.method}`)]}
    >
      {(title) => (
        <Button
          variant={isTaken ? 'outline' : 'primary'}
          pending={isPending}
          onClick={() => mutate()}
          aria-label={`${label}: ${title}`}
        >
          {label}
        </Button>
      )}
    </TaskRow>
  )
}

/** A guest's reservation, which is answered in the book, or seen here. */
function ReservationRow({ task }: { task: ReservationTask }) {
  const settings = useSettings()
  const { mutate, isPending } = useSee()
  const { id, version } = task.reservation
  const isAsked = task.kind === 'asked'
  const label = t(isAsked ? 'floor.reservation.answer' : 'kitchen.seen')
  return (
    <TaskRow
      task={task}
      icon={CalendarClock}
      tone={isAsked ? 'bg-accent text-on-accent' : 'bg-accent-soft text-accent'}
      details={newsText(task.reservation, settings).details}
    >
      {(title) => (
        <Button
          variant={isAsked ? 'primary' : 'outline'}
          pending={isPending}
          onClick={() => (isAsked ? openReservation({ id }) : mutate({ id, version }))}
          aria-haspopup={isAsked ? 'dialog' : undefined}
          aria-label={`${label}: ${title}`}
        >
          {label}
        </Button>
      )}
    </TaskRow>
  )
}

function ReadyRow({
  task,
  rounds,
}: {
  task: Extract<FloorTask, { kind: 'ready' | 'partly' }>
  rounds: readonly Order[]
}) {
  const settings = useSettings()
  const { id, tableId, pickupAt, due = 0, paid, currency } = task.round
  const number = useRoundNumbers(rounds).get(id)
  // The guests of a table pay its bill.
  const isUnpaid = tableId === null && due > 0
  const isPartly = task.kind === 'partly'
  return (
    <TaskRow
      task={task}
      icon={Check}
      tone="bg-ready text-card"
      details={[
        isPartly ? linesDone(task.round).dishes : pickupAt && pickupText(t, pickupAt, settings),
        number !== undefined && t('floor.round', { number }),
      ]}
      below={
        isUnpaid && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => openDialog('pay', id)}
            className="pill touch shrink gap-1 bg-pending-soft py-1 pr-2 pl-3 text-pending text-small"
          >
            <span className="inline-block first-letter:uppercase">
              {t(paid ? 'due.due' : 'due.unpaid', { amount: unbroken(formatMoney(due, currency)) })}
            </span>
            <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
          </button>
        )
      }
    >
      {(title) =>
        isPartly ? (
          <Button variant="outline" onClick={() => openTable(tableId ?? 0)} aria-label={`${t('floor.see')}: ${title}`}>
            {t('floor.see')}
          </Button>
        ) : (
          <DeliveredButton round={task.round} what={title} />
        )
      }
    </TaskRow>
  )
}

/** An order without a table that was handed over unpaid, with the payment as its one button. */
function OwedRow({ task }: { task: Extract<FloorTask, { kind: 'owed' }> }) {
  const { id, due = 0, currency } = task.round
  return (
    <TaskRow
      task={task}
      icon={ReceiptText}
      tone="bg-pending text-card"
      details={[unbroken(formatMoney(due, currency))]}
    >
      {(title) => (
        <Button
          aria-haspopup="dialog"
          aria-label={`${t('due.take')}: ${title}`}
          onClick={() => openDialog('pay', id)}
          className="shrink-0"
        >
          {t('due.take')}
        </Button>
      )}
    </TaskRow>
  )
}

interface DeliveredButtonProps {
  round: Order
  what: string
  className?: string
  children?: ReactNode
}

export function DeliveredButton({ round, what, className, children }: DeliveredButtonProps) {
  const next = nextStatus(round) ?? 'delivered'
  const label = moveOnLabel(t, round, next)
  return (
    <Button
      pending={useIsChanging(round.id)}
      onClick={() => void moveOn(round, next)}
      aria-label={`${label}: ${what}`}
      className={cx('bg-ready! text-card! hover:bg-ready! hover:opacity-90', className)}
    >
      {children}
      {label}
    </Button>
  )
}
