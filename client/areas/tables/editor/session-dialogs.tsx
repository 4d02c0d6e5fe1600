import { useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { SessionOverview } from '#shared/contracts/shared-sessions.ts'
import type { Promised, Table } from '#shared/contracts/tables.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney, moneyParts } from '#shared/domain/money.ts'
import { useRun } from '../../../kit/changes.ts'
import { errorMessage, RequestError } from '../../../lib/api/request-error.ts'
import { promisedText } from '../../../lib/settings/promised.ts'
import { currency, money } from '../../../lib/settings/settings.ts'
import {
  Button,
  ConfirmDialog,
  Dialog,
  language,
  Part,
  StickyFooter,
  ToggleChips,
  t,
  toast,
} from '../../../ui/index.ts'
import { BillDialog } from '../../bills/index.ts'
import { moveOn, paidOf, unbroken } from '../../orders/index.ts'
import { UnpaidDialog } from '../../payments/index.ts'
import { TableGrid } from '../table-grid.tsx'
import { type RunningSession, tableList, useMoveOrders, useMoveSession } from './table-requests.ts'

const serve = (order: Order) => void moveOn(order, 'delivered')

interface FreeDialogProps {
  open: boolean
  table: Table
  /** The session at the table; `names` and `total` of its cart only where they are known. */
  session: Partial<Pick<RunningSession, 'names' | 'total'>> | undefined
  orders: readonly Order[]
  onClose: () => void
  onFreed?: () => void
}

/** Lists what freeing a table ends, and asks how what is due was paid (docs/product/tables.md#tables-by-hand). */
export function FreeTableDialog({ open, table, session, orders, onClose, onFreed }: FreeDialogProps) {
  const { run, isPending, error } = useRun(tableList.setStatus)
  const [isPaying, setPaying] = useState(false)
  const completed = orders.filter(({ status }) => status === 'delivered')
  const delivered = completed.length
  const undelivered = orders.filter(({ status }) => status !== 'delivered')
  const unpaid = paidOf(undelivered)?.due ?? 0
  const refusal = error instanceof RequestError && error.code === 'unpaid' ? error.body : undefined
  // Once asked, it stays the question, also when the payment comes back from the server before the table is free.
  const [isAsked, setAsked] = useState(false)
  const asks = open && (isAsked || refusal !== undefined || completed.some(({ due }) => due))
  if (asks !== isAsked) setAsked(asks)
  const pay = () => {
    setPaying(true)
    onClose()
  }
  const free = async (withoutPayment?: boolean) => {
    await run(table, { status: 'available', withoutPayment })
    onClose()
    onFreed?.()
    if (stayOpen) toast({ title: t('tables.free.done', { number: table.number }), description: stayOpen })
  }
  const dishes = undelivered.flatMap(({ items }) =>
    items.flatMap((line) =>
      line.quantity > 0 && line.partOf === null ? `${line.quantity}× ${nameIn(language, line)}` : [],
    ),
  )
  const stayOpen =
    undelivered.length > 0 && t('tables.free.open', { count: undelivered.length, dishes: dishes.join(', ') })
  const consequences = [
    session &&
      (session.total
        ? t('tables.free.session', { names: session.names?.join(', '), total: money(session.total) })
        : t('tables.free.emptySession')),
    delivered > 0 && t('tables.free.delivered', { count: delivered }),
    stayOpen,
    unpaid > 0 && t('tables.free.unpaid', { amount: unbroken(money(unpaid)) }),
  ].filter(Boolean)
  const description = consequences.join(' ') || t('tables.free.nothing')
  if (asks || isPaying)
    return (
      <Part>
        <UnpaidDialog
          open={asks}
          title={t('common.table', { number: table.number })}
          description={description}
          payable={{
            orders: completed.map(({ id }) => id),
            due: refusal?.due ?? paidOf(completed)?.due ?? 0,
            currency: completed[0]?.currency ?? currency,
          }}
          isCompleting={isPending}
          onComplete={(withoutPayment) => void free(withoutPayment || undefined).catch(() => {})}
          onSeveral={pay}
          onClose={onClose}
        />
        <BillDialog open={isPaying} table={table} isPaying onClose={() => setPaying(false)} />
      </Part>
    )
  return (
    <ConfirmDialog
      open={open}
      question={{
        title: t('tables.freeTitle', { number: table.number }),
        description,
        confirm: t('tables.freeConfirm'),
        isDestructive: true,
        instead:
          unpaid > 0
            ? { label: `${t('due.take')} ${moneyParts(unpaid, currency).figure}`, onPress: pay }
            : stayOpen
              ? { label: t('tables.free.served'), onPress: () => undelivered.forEach(serve) }
              : undefined,
        action: () => free(),
      }}
      onAnswer={onClose}
    />
  )
}

type MovedSession = Pick<SessionOverview, 'id'>

interface MoveGuestsDialogProps {
  open: boolean
  table: Table
  tables: readonly Table[]
  sessions: ReadonlyMap<number, MovedSession>
  orders: readonly Order[]
  /** What an order is called where the dialog is opened; `#7` by default. */
  nameOf?: (order: Order) => string
  /** How guests who have not ordered move. */
  seated?: { move: (to: Table) => void; isPending: boolean } | undefined
  /** Called once everybody sits at the other table. */
  onMoved?: (to: Table) => void
  onClose: () => void
}

/** Moves guests: the shared cart with all orders, some orders, or a reservation (docs/product/tables.md#tables-move). */
export function MoveGuestsDialog(props: MoveGuestsDialogProps) {
  const { open, table, tables, sessions, orders, nameOf = ({ id }) => `#${id}`, seated, onMoved, onClose } = props
  const [toId, setToId] = useState<number | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const [stayingIds, setStayingIds] = useState<readonly string[]>([])
  const ids = orders.map(({ id }) => String(id))
  const session = sessions.get(table.id)
  const chosen = session ? orders : orders.filter(({ id }) => !stayingIds.includes(String(id)))
  const to = tables.find(({ id }) => id === toId)
  const moved = (to: Table) => {
    onClose()
    if (chosen.length === orders.length) onMoved?.(to)
  }
  const { move, notMoved, isPending } = { ...useMove(table, session, chosen, moved), ...seated }
  const isWhole = session !== undefined || seated !== undefined
  const others = tables.filter(({ id }) => id !== table.id)
  const party = table.seated?.party ?? 0
  // Those of a reservation keep its other tables.
  const seats = others.reduce(
    (sum, { id, capacity, seated: at }) => sum + (id === toId || (at && at.id === table.seated?.id) ? capacity : 0),
    0,
  )
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('tables.moving.title', { number: table.number })}>
      {others.length === 0 ? (
        <p className="text-body">{t('tables.moving.noTable')}</p>
      ) : (
        <div className="flex flex-col gap-4">
          {session && <p className="text-body">{t('tables.moving.whole')}</p>}
          {!isWhole && (
            <ToggleChips
              legend={t('tables.moving.which')}
              tone="ink"
              options={orders.map((order) => ({
                value: String(order.id),
                label: `${nameOf(order)} · ${formatMoney(order.total, order.currency)}`,
              }))}
              value={ids.filter((id) => !stayingIds.includes(id))}
              onChange={(moved) => setStayingIds(ids.filter((id) => !moved.includes(id)))}
            />
          )}
          <TableGrid
            legend={t('tables.moving.to')}
            tables={others.map(({ id, number, label, status, capacity, reservation }) => {
              const hasCart = session !== undefined && sessions.has(id)
              const isTaken = hasCart || (seated !== undefined && status !== 'available')
              const state = hasCart ? t('tables.moving.withCart') : t(`orderMove.status.${status}`)
              const note = `${state} · ${t('floor.seats', { count: capacity })}`
              return { id, number, label, note, status, reservation, disabled: isTaken }
            })}
            chosenId={toId}
            onChoose={setToId}
          />
          {!isWhole && <p className="text-muted text-sm">{t('tables.moving.told')}</p>}
          <StickyFooter className="flex flex-col gap-3">
            {to && seats < party && (
              <Problem>{`${t('floor.seats', { count: seats })} · ${t('orders.guests', { count: party })}`}</Problem>
            )}
            {isSubmitted && !to && <Problem>{t('orderMove.choose')}</Problem>}
            {notMoved.length > 0 && <MoveFailures notMoved={notMoved} nameOf={nameOf} />}
            {isSubmitted && !isWhole && chosen.length === 0 && <Problem>{t('tables.moving.chooseOrders')}</Problem>}
            <Button
              variant={to ? 'primary' : 'outline'}
              pending={isPending}
              onClick={() => {
                setSubmitted(true)
                if (to && (isWhole || chosen.length > 0)) move(to)
              }}
              className="w-full"
            >
              {to ? t('orderMove.confirm', { number: to.number }) : t('common.move')}
            </Button>
          </StickyFooter>
        </div>
      )}
    </Dialog>
  )
}

function Problem({ children }: { children: string }) {
  return (
    <p role="alert" className="font-medium text-cancelled text-sm">
      {children}
    </p>
  )
}

/** Moves the shared cart or the orders. */
function useMove(
  table: Table,
  session: MovedSession | undefined,
  orders: readonly Order[],
  onDone: (to: Table) => void,
) {
  const sessionMove = useMoveSession()
  const ordersMove = useMoveOrders()
  const done = (to: Table, promised: Promised | undefined) => {
    const title = t('tables.moving.done', { from: table.number, to: to.number })
    toast({ title, description: promisedText(promised) })
    onDone(to)
  }
  return {
    move(to: Table) {
      if (session) sessionMove.mutate({ session, to }, { onSuccess: ({ promised }) => done(to, promised) })
      else
        ordersMove.mutate(
          { orders, to },
          { onSuccess: ({ notMoved, promised }) => notMoved.length === 0 && done(to, promised) },
        )
    },
    notMoved: ordersMove.data?.notMoved ?? [],
    isPending: sessionMove.isPending || ordersMove.isPending,
  }
}

type MoveFailuresProps = Required<Pick<MoveGuestsDialogProps, 'nameOf'>> & Pick<ReturnType<typeof useMove>, 'notMoved'>

function MoveFailures({ notMoved, nameOf }: MoveFailuresProps) {
  const why = (error: unknown) =>
    error instanceof RequestError && error.code === 'order_changed' ? t('orders.takeOff.changed') : errorMessage(error)
  return (
    <div role="alert" className="rounded-control bg-cancelled-soft px-4 py-3 text-body font-medium text-cancelled">
      <p className="font-semibold">{t('tables.moving.failed')}</p>
      {notMoved.map(({ order, error }) => (
        <p key={order.id}>{`${nameOf(order)}: ${why(error)}`}</p>
      ))}
    </div>
  )
}
