import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { createValue } from '../../lib/browser/create-value.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { usePickup } from '../../lib/settings/pickup-time.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatDay, formatTime } from '../../lib/words/format.ts'
import { Button, Dialog, LoadFailure, Skeleton, useTranslation, useWhileOpen } from '../../ui/index.ts'
import {
  changedMeanwhile,
  changePickup,
  DialogAlert,
  pickupText,
  useBoardState,
  useIsChanging,
} from '../orders/index.ts'

/** The order whose time is changed; undefined while the dialog is closed. */
const changing = createValue<number | undefined>(undefined)

export function openPickupDialog({ id }: Order): void {
  changing.set(id)
}

const close = () => changing.set(undefined)

/** The dialog to choose another time for an order; full ones can be chosen too (docs/product/board.md#board-pickup). */
export function PickupDialog() {
  const { t } = useTranslation()
  const settings = useSettings()
  // Its state outlasts the board, which another person may open next.
  useEffect(() => close, [])
  const openFor = changing.use()
  const orderId = useWhileOpen(openFor !== undefined, openFor)
  const order = useBoardState(({ board }) => (orderId === undefined ? undefined : board.orders.get(orderId)))
  if (!order?.pickupAt) return null
  return (
    <Dialog
      open={openFor !== undefined}
      onOpenChange={close}
      title={t('later.change')}
      description={`#${order.id} · ${pickupText(t, order.pickupAt, settings)}`}
    >
      {isOpen(order.status) ? <Slots order={order} onDone={close} /> : <DialogAlert>{t('orderMove.over')}</DialogAlert>}
    </Dialog>
  )
}

function Slots({ order, onDone }: { order: Order; onDone: () => void }) {
  const { t, language } = useTranslation()
  const settings = useSettings()
  const [date, setDate] = useState<string>()
  const { data, error, refetch, isPlaceholderData } = usePickup(date)
  const change = useMutation({
    mutationFn: (at: string) => changePickup(order, at, (moment) => pickupText(t, moment, settings)),
    onSuccess: onDone,
    onError: () => void refetch(),
  })
  const isChanging = useIsChanging(order.id)
  if (!data && error) return <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-32 w-full" />
  const today = localTime(serverDate(), settings.timeZone).day
  const dayText = (day: string) => {
    if (day === today) return t('later.day.today')
    return day === addDays(today, 1) ? t('later.day.tomorrow') : formatDay(day, language).replace(/ \d{4}$/, '')
  }
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
      {data.slots.length === 0 && <p className="text-[15px]">{t('later.none')}</p>}
      <div className="grid grid-cols-4 gap-2">
        {data.slots.map(({ at, full }) => (
          <Button
            key={at}
            {...styleOf(at === order.pickupAt)}
            // Until the times of the chosen day are there, those of the day before are shown.
            disabled={isChanging || isPlaceholderData}
            className="figures flex-col gap-0! px-1!"
            onClick={() => (at === order.pickupAt ? onDone() : change.mutate(at))}
          >
            {full ? <s>{formatTime(at, settings.timeZone)}</s> : formatTime(at, settings.timeZone)}
            {full && <span className="font-normal text-[13px]">{t('later.full')}</span>}
          </Button>
        ))}
      </div>
    </div>
  )
}
