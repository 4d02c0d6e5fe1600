import { Suspense, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { RESERVED_NAME_MAX, type Table } from '#shared/contracts/tables.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { nextAt } from '#shared/domain/time/local-time.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { useMoney, useSettings } from '../../../lib/settings/settings.ts'
import {
  ConfirmDialog,
  completeTime,
  TextField,
  TimeInput,
  useOpeningCount,
  useTranslation,
} from '../../../ui/index.ts'
import { BillDialog } from '../../bills/index.ts'
import { paidOf, unbroken } from '../../orders/index.ts'
import { UnpaidDialog } from '../../payments/index.ts'
import { type RunningSession, useEndSession, useSetTableStatus } from './table-requests.ts'

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
  const { t } = useTranslation()
  const { format } = useMoney()
  const { currency } = useSettings()
  const { mutate, isPending, error } = useSetTableStatus(() => {
    onClose()
    onFreed?.()
  })
  const [isPaying, setPaying] = useState(false)
  const completed = orders.filter(({ status }) => status === 'delivered')
  const delivered = completed.length
  const undelivered = orders.length - delivered
  const unpaid = paidOf(orders.filter(({ status }) => status !== 'delivered'))?.due ?? 0
  const refusal = error instanceof RequestError && error.code === 'unpaid' ? error.body : undefined
  // Once asked, it stays the question, also when the payment comes back from the server before the table is free.
  const [isAsked, setAsked] = useState(false)
  const asks = open && (isAsked || refusal !== undefined || completed.some(({ due }) => due))
  if (asks !== isAsked) setAsked(asks)
  const pay = () => {
    setPaying(true)
    onClose()
  }
  const free = (withoutPayment?: boolean) => mutate({ table, status: 'available', withoutPayment })
  const consequences = [
    session &&
      (session.total
        ? t('tables.free.session', { names: session.names?.join(', '), total: format(session.total) })
        : t('tables.free.emptySession')),
    delivered > 0 && t('tables.free.delivered', { count: delivered }),
    undelivered > 0 && t('tables.free.open', { count: undelivered }),
    unpaid > 0 && t('tables.free.unpaid', { amount: unbroken(format(unpaid)) }),
  ].filter(Boolean)
  const description = consequences.join(' ') || t('tables.free.nothing')
  if (asks || isPaying)
    return (
      <Suspense fallback={null}>
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
          onComplete={(withoutPayment) => free(withoutPayment || undefined)}
          onSeveral={pay}
          onClose={onClose}
        />
        <BillDialog open={isPaying} table={table} isPaying onClose={() => setPaying(false)} />
      </Suspense>
    )
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.freeTitle', { number: table.number })}
      description={description}
      confirmLabel={t('tables.freeConfirm')}
      destructive={session !== undefined || orders.length > 0}
      instead={
        unpaid > 0 ? { label: `${t('payments.pay')} ${moneyParts(unpaid, currency).figure}`, onPress: pay } : undefined
      }
      pending={isPending}
      onConfirm={() => free()}
    />
  )
}

interface ReserveDialogProps {
  open: boolean
  table: Table
  onClose: () => void
}

/** Reserves a table, with the name and the time of who comes, if they are known. */
export function ReserveDialog(props: ReserveDialogProps) {
  return <Reserving key={useOpeningCount(props.open)} {...props} />
}

function Reserving({ open, table, onClose }: ReserveDialogProps) {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const [name, setName] = useState('')
  const [time, setTime] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { mutate, isPending } = useSetTableStatus(onClose)
  const reserve = () => {
    const typed = completeTime(time)
    const isTime = /^\d\d:\d\d$/.test(typed)
    setWrong(typed.trim() !== '' && !isTime)
    if (typed.trim() !== '' && !isTime) return
    const at = isTime ? nextAt(typed, new Date(serverNow()), timeZone).toISOString() : null
    mutate({ table, status: 'reserved', reservedFor: { name: name.trim() || null, at } })
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.reserveTitle', { number: table.number })}
      confirmLabel={t('tables.set.reserved')}
      pending={isPending}
      onConfirm={reserve}
    >
      <form
        className="grid grid-cols-[1fr_6rem] gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          reserve()
        }}
      >
        <TextField
          label={t('tables.reservedName')}
          maxLength={RESERVED_NAME_MAX}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          as={TimeInput}
          label={t('tables.reservedAt')}
          error={isWrong ? t('validation.time') : undefined}
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        <button type="submit" className="hidden" />
      </form>
    </ConfirmDialog>
  )
}

interface EndDialogProps {
  open: boolean
  session: RunningSession
  onClose: () => void
}

export function EndSessionDialog({ open, session, onClose }: EndDialogProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { mutate, isPending } = useEndSession(onClose)
  const { names, total, tableNumber } = session
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.endTitle', { number: tableNumber })}
      description={
        total > 0
          ? t('tables.endDescription', { names: names.join(', '), total: format(total) })
          : t('tables.endEmptyDescription')
      }
      confirmLabel={t('tables.endConfirm')}
      destructive
      pending={isPending}
      onConfirm={() => mutate(session)}
    />
  )
}
