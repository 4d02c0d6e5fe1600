import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { ToggleChips } from '../../ui/inputs/toggle-chips.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { toast } from '../../ui/toast/store.ts'
import { type NotMoved, type RunningSession, useMoveOrders, useMoveSession } from './table-calls.ts'

interface MoveGuestsDialogProps {
  open: boolean
  table: Table
  tables: readonly Table[]
  sessions: ReadonlyMap<number, RunningSession>
  /** The open orders of the table. */
  orders: readonly Order[]
  onClose: () => void
}

/**
 * Moves the guests of a table to another one: the shared cart with all orders, or some orders
 * (docs/product/tables.md#tables-move).
 */
export function MoveGuestsDialog(props: MoveGuestsDialogProps) {
  const { t } = useTranslation()
  const { open, table, onClose } = props
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('tables.moving.title', { number: table.number })}>
      <MoveForm {...props} />
    </Dialog>
  )
}

function MoveForm({ table, tables, sessions, orders, onClose }: MoveGuestsDialogProps) {
  const { t } = useTranslation()
  const [toId, setToId] = useState<number | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const [stayingIds, setStayingIds] = useState<readonly string[]>([])
  const session = sessions.get(table.id)
  const chosen = session ? orders : orders.filter(({ id }) => !stayingIds.includes(String(id)))
  const to = tables.find(({ id }) => id === toId)
  const { move, notMoved, isPending } = useMove(table, session, chosen, onClose)
  const others = tables.filter(({ id }) => id !== table.id)
  if (others.length === 0) return <p className="text-[15px]">{t('tables.moving.noTable')}</p>
  return (
    <div className="flex flex-col gap-4">
      {session ? (
        <p className="text-[15px]">{t('tables.moving.whole')}</p>
      ) : (
        <OrderChoice orders={orders} stayingIds={stayingIds} onChange={setStayingIds} />
      )}
      <Field
        label={t('tables.moving.to')}
        error={isSubmitted && !to ? t('tables.moving.choose') : undefined}
        hint={!session && t('tables.moving.told')}
      >
        {(control) => (
          <Select
            {...control}
            placeholder={t('tables.moving.choose')}
            value={toId}
            onValueChange={setToId}
            options={others.map(({ id, number, status }) => {
              const isTaken = session !== undefined && sessions.has(id)
              return {
                value: id,
                label: t('common.table', { number }),
                note: isTaken ? t('tables.moving.withCart') : t(`tables.status.${status}`),
                disabled: isTaken,
              }
            })}
          />
        )}
      </Field>
      {notMoved.length > 0 && <MoveFailures notMoved={notMoved} />}
      {isSubmitted && !session && chosen.length === 0 && (
        <p role="alert" className="text-sm font-medium text-cancelled">
          {t('tables.moving.chooseOrders')}
        </p>
      )}
      <Button
        pending={isPending}
        onClick={() => {
          setSubmitted(true)
          if (to && (session || chosen.length > 0)) move(to)
        }}
        className="w-full"
      >
        {to ? t('tables.moving.confirmTo', { number: to.number }) : t('tables.moving.confirm')}
      </Button>
    </div>
  )
}

function useMove(table: Table, session: RunningSession | undefined, orders: readonly Order[], onDone: () => void) {
  const { t } = useTranslation()
  const sessionMove = useMoveSession()
  const ordersMove = useMoveOrders()
  const done = (to: Table) => {
    toast({ title: t('tables.moving.done', { from: table.number, to: to.number }) })
    onDone()
  }
  return {
    move(to: Table) {
      if (session) sessionMove.mutate({ session, to }, { onSuccess: () => done(to) })
      else ordersMove.mutate({ orders, to }, { onSuccess: (notMoved) => notMoved.length === 0 && done(to) })
    },
    notMoved: ordersMove.data ?? [],
    isPending: sessionMove.isPending || ordersMove.isPending,
  }
}

interface OrderChoiceProps {
  orders: readonly Order[]
  /** The ids of the orders that stay. */
  stayingIds: readonly string[]
  onChange: (stayingIds: string[]) => void
}

function OrderChoice({ orders, stayingIds, onChange }: OrderChoiceProps) {
  const { t } = useTranslation()
  const ids = orders.map(({ id }) => String(id))
  return (
    <ToggleChips
      legend={t('tables.moving.which')}
      tone="ink"
      options={orders.map(({ id, total, currency }) => ({
        value: String(id),
        label: `#${id} · ${formatMoney(total, currency)}`,
      }))}
      value={ids.filter((id) => !stayingIds.includes(id))}
      onChange={(moved) => onChange(ids.filter((id) => !moved.includes(id)))}
    />
  )
}

function MoveFailures({ notMoved }: { notMoved: readonly NotMoved[] }) {
  const { t } = useTranslation()
  const why = (error: unknown) =>
    error instanceof RequestError && error.code === 'order_changed' ? t('orders.takeOff.changed') : errorMessage(error)
  return (
    <div role="alert" className="rounded-control bg-cancelled-soft px-4 py-3 text-[15px] font-medium text-cancelled">
      <p className="font-semibold">{t('tables.moving.failed')}</p>
      {notMoved.map(({ order: { id }, error }) => (
        <p key={id}>{t('tables.moving.failedOrder', { id, why: why(error) })}</p>
      ))}
    </div>
  )
}
