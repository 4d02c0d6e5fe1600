import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { isOpen } from '#shared/domain/orders/order.ts'
import { whichRun } from '#shared/domain/time/doubled-time.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { formatDay, formatTime } from '#shared/i18n/format.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { afterPaint, NotLoaded } from '../../lib/loading/list.tsx'
import { usePickup } from '../../lib/settings/pickup-time.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Dialog, language, t } from '../../ui/index.ts'
import {
  changedMeanwhile,
  changePickup,
  DialogAlert,
  destinationOf,
  moveOrderToTable,
  pickupText,
  useIsChanging,
  useOrder,
} from '../orders/index.ts'
import { TableGrid, useTables } from '../tables/index.ts'

interface OrderDialogProps {
  orderId: number
  open: boolean
  onClose: () => void
}

/** The dialog to choose the table that an order is moved to (docs/product/board.md#board-move). */
export function MoveOrderDialog() {
  return (
    <OpenedDialog name="moveOrder">
      {(orderId, open, close) => <MoveOrder orderId={orderId} open={open} onClose={close} />}
    </OpenedDialog>
  )
}

function MoveOrder({ orderId, open, onClose }: OrderDialogProps) {
  const [chosenId, setChosenId] = useState<number | null>(null)
  const order = useOrder(orderId)
  const query = useTables(open)
  const { data, refetch } = query
  // The tables' statuses change all evening, so the dialog refetches them each time it opens.
  useEffect(() => {
    if (!open) return
    // After the dialog is shown: sending a request delays that frame.
    return afterPaint(() => void refetch())
  }, [open, refetch])
  if (!order) return null
  const isClosed = !isOpen(order.status)
  const others = data?.filter(({ id }) => id !== order.tableId).sort((a, b) => a.number - b.number)
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('orderMove.title')}
      description={`#${order.id} · ${destinationOf(order)}`}
      footer={
        !isClosed && others?.length ? (
          <MoveConfirmation
            order={order}
            // Another device may have moved the order to that table, or deleted it.
            table={others.find(({ id }) => id === chosenId)}
            onDone={onClose}
            onFailed={() => void refetch()}
          />
        ) : undefined
      }
    >
      {isClosed ? (
        <DialogAlert>{t('orderMove.over')}</DialogAlert>
      ) : others?.length === 0 ? (
        <p className="text-body">{t('orderMove.none')}</p>
      ) : others ? (
        <>
          {order.diningOption === 'takeaway' && <p className="mb-4 text-body">{t('orderMove.becomesDineIn')}</p>}
          <TableGrid
            legend={t('orderMove.which')}
            tables={others.map((table) => ({ ...table, note: t(`orderMove.status.${table.status}`) }))}
            chosenId={chosenId}
            onChoose={setChosenId}
          />
        </>
      ) : (
        <NotLoaded queries={[query]} shapes={['h-32']} />
      )}
    </Dialog>
  )
}

interface MoveConfirmationProps {
  order: Order
  table: Table | undefined
  onDone: () => void
  onFailed: () => void
}

function MoveConfirmation({ order, table, onDone, onFailed }: MoveConfirmationProps) {
  const [wasPressed, setPressed] = useState(false)
  const { mutate, error } = useMutation({
    mutationFn: (to: Table) => moveOrderToTable(order, to),
    onSuccess: onDone,
    onError: onFailed,
  })
  const isChanging = useIsChanging(order.id)
  const move = () => {
    setPressed(true)
    if (table) mutate(table)
  }
  const isTableMissing = wasPressed && !table && !error
  const failure = error && (changedMeanwhile(error) ? t('orders.takeOff.changed') : errorMessage(error))
  const problem = isTableMissing ? t('orderMove.choose') : failure
  return (
    <>
      {problem && (
        <div className="-mt-3 mb-4">
          <DialogAlert>{problem}</DialogAlert>
        </div>
      )}
      <Button
        size="large"
        variant={table ? 'primary' : 'outline'}
        className="w-full"
        pending={isChanging}
        onClick={move}
      >
        {table ? t('orderMove.confirm', { number: table.number }) : t('orderMove.choose')}
      </Button>
    </>
  )
}

/** The dialog to choose another time for an order; full ones can be chosen too (docs/product/board.md#board-pickup). */
export function PickupDialog() {
  return (
    <OpenedDialog name="pickup">
      {(orderId, open, close) => <Pickup orderId={orderId} open={open} onClose={close} />}
    </OpenedDialog>
  )
}

function Pickup({ orderId, open, onClose }: OrderDialogProps) {
  const settings = useSettings()
  const order = useOrder(orderId)
  if (!order?.pickupAt) return null
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('later.change')}
      description={`#${order.id} · ${pickupText(t, order.pickupAt, settings)}`}
    >
      {isOpen(order.status) ? (
        <Slots order={order} onDone={onClose} />
      ) : (
        <DialogAlert>{t('orderMove.over')}</DialogAlert>
      )}
    </Dialog>
  )
}

function Slots({ order, onDone }: { order: Order; onDone: () => void }) {
  const settings = useSettings()
  const [date, setDate] = useState<string>()
  const query = usePickup(date)
  const { data, refetch, isPlaceholderData } = query
  const change = useMutation({
    mutationFn: (at: string) => changePickup(order, at, (moment) => pickupText(t, moment, settings)),
    onError: () => void refetch(),
  })
  const isChanging = useIsChanging(order.id)
  if (!data) return <NotLoaded queries={[query]} shapes={['h-32']} />
  const today = localTime(serverDate(), settings.timeZone).day
  const dayText = (day: string) => {
    if (day === today) return t('later.day.today')
    return day === addDays(today, 1) ? t('later.day.tomorrow') : formatDay(day, language).replace(/ \d{4}$/, '')
  }
  const timeText = (at: string) => formatTime(at, settings.timeZone) + whichRun(at, settings.timeZone, language)
  const styleOf = (isChosen: boolean) => ({ variant: isChosen ? 'ink' : 'outline', 'aria-pressed': isChosen }) as const
  return (
    <div className="flex flex-col gap-3">
      {change.error && (
        <DialogAlert>
          {changedMeanwhile(change.error) ? t('orders.takeOff.changed') : errorMessage(change.error)}
        </DialogAlert>
      )}
      {data.days.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {data.days.map((day) => (
            <Button key={day} {...styleOf(day === (date ?? data.days[0]))} onClick={() => setDate(day)}>
              {dayText(day)}
            </Button>
          ))}
        </div>
      )}
      {data.slots.length === 0 && <p className="text-body">{t('later.none')}</p>}
      <div className="grid grid-cols-4 gap-2">
        {data.slots.map(({ at, full }) => (
          <Button
            key={at}
            {...styleOf(at === order.pickupAt)}
            // Until the times of the chosen day are there, those of the day before are shown.
            disabled={isChanging || isPlaceholderData}
            className="figures flex-col gap-0! px-1!"
            onClick={() => (at === order.pickupAt ? onDone() : change.mutate(at, { onSuccess: onDone }))}
          >
            {full ? <s>{timeText(at)}</s> : timeText(at)}
            {full && <span className="font-normal text-small">{t('later.full')}</span>}
          </Button>
        ))}
      </div>
    </div>
  )
}
