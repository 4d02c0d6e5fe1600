import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { changeOrderLine, Order, OrderLine } from '#shared/contracts/orders.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { portionPrice } from '#shared/domain/orders/line-options.ts'
import { isOpen } from '#shared/domain/orders/order.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { errorMessage, NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { randomKey } from '../../lib/changes/add-once.ts'
import { ifMatch, sendChange } from '../../lib/changes/send-change.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { useAfterPaint } from '../../lib/loading/list.tsx'
import { Button, ChoiceChips, Dialog, language, t, toast } from '../../ui/index.ts'
import { useOrder } from './board.ts'
import { changedMeanwhile, putCurrentOnBoard, putOnBoard, setOrderStatus } from './order-changes.ts'
import { destinationOf, dishName } from './order-text.ts'
import { SoldOutSection } from './sold-out.tsx'

/** What a tap on a line of an open order does; its parts go with it. */
export function takeOffTap(t: TFunction, { id, status }: Order, line: OrderLine) {
  if (line.partOf !== null || !isOpen(status)) return undefined
  return {
    title: t('orders.takeOff.open'),
    'aria-haspopup': 'dialog',
    onClick: () => openDialog('takeOff', { id: line.id, orderId: id }),
  } as const
}

/** A message in a dialog of the board: why a change failed, or is not possible. */
export function DialogAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-3 rounded-field bg-sunk px-3.5 py-2.5 text-body font-medium">
      {children}
    </p>
  )
}

/** One attempt to take something off a line; repeated with its key while its outcome is unknown. */
interface TakeOffAttempt {
  key: string
  version: number
  removed: number
  quantity: number
}

/** Takes some or all of a line off, with the consequence (docs/product/orders.md#orders-lines-off). */
export function TakeOffDialog() {
  return (
    <OpenedDialog name="takeOff">
      {({ id, orderId }, open, close) => <TakeOff id={id} orderId={orderId} open={open} onClose={close} />}
    </OpenedDialog>
  )
}

interface TakeOffProps {
  id: number
  orderId: number
  open: boolean
  onClose: () => void
}

function TakeOff({ id: lineId, orderId, open, onClose }: TakeOffProps) {
  const headingId = useId()
  const order = useOrder(orderId)
  const line = order?.items.find(({ id }) => id === lineId)
  const isPainted = useAfterPaint()
  if (!order || !line) return null
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={dishName(t, language, line)}
      description={`#${order.id} · ${destinationOf(order)}`}
      // What arrives late must not move the buttons.
      className={line.menuItemId === null ? undefined : 'h-[min(43rem,92dvh)]'}
    >
      <section aria-labelledby={headingId}>
        <h3 id={headingId} className="mb-2 font-semibold">
          {t('orders.takeOff.title')}
        </h3>
        <TakeOffForm order={order} line={line} onClose={onClose} />
      </section>
      {isPainted && line.menuItemId !== null && (
        <SoldOutSection menuItemId={line.menuItemId} name={dishName(t, language, line)} />
      )}
    </Dialog>
  )
}

function TakeOffForm({ order, line, onClose }: { order: Order; line: OrderLine; onClose: () => void }) {
  const [count, setCount] = useState(1)
  const { takeOff, error, isPending, unansweredAttempt } = useTakeOff(order, line, onClose)
  const isClosed = !isOpen(order.status) || line.quantity === 0
  if (error instanceof RequestError && error.code === 'last_line')
    return <CancelOrderOffer order={order} onClose={onClose} />
  if (isClosed && !unansweredAttempt) return <DialogAlert>{t('orders.takeOff.over')}</DialogAlert>
  // The line's quantity may have been lowered meanwhile.
  const removed = unansweredAttempt?.removed ?? Math.min(count, line.quantity)
  return (
    <>
      {line.quantity > 1 && !unansweredAttempt && (
        <div className="mb-4">
          <ChoiceChips
            label={t('orders.takeOff.howMany')}
            value={removed}
            onChange={setCount}
            options={Array.from({ length: line.quantity }, (_, i) => ({
              value: i + 1,
              label: i + 1 === line.quantity ? t('orders.takeOff.all', { count: i + 1 }) : i + 1,
            }))}
            chipClass="figures min-w-12"
          />
        </div>
      )}
      <p className="text-body">
        {!unansweredAttempt &&
          t('orders.takeOff.consequence', {
            total: formatMoney(order.total - removed * portionPrice(order.items, line), order.currency),
          })}
      </p>
      {error && <DialogAlert>{takeOffFailure(error)}</DialogAlert>}
      <Button
        variant="outline"
        size="large"
        className="mt-4 w-full border-cancelled! text-cancelled!"
        pending={isPending}
        onClick={() => takeOff(removed)}
      >
        {unansweredAttempt ? t('common.tryAgain') : t('orders.takeOff.confirm', { count: removed })}
      </Button>
    </>
  )
}

/** Sends one attempt at a time, and repeats it while its outcome is unknown. */
function useTakeOff(order: Order, line: OrderLine, onDone: () => void) {
  const [unansweredAttempt, setUnanswered] = useState<TakeOffAttempt>()
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ key, version, quantity }: TakeOffAttempt) =>
      sendChange<typeof changeOrderLine>('PATCH /api/orders/:id/items/:itemId', {
        params: { id: String(order.id), itemId: String(line.id) },
        body: { quantity },
        headers: { 'Idempotency-Key': key, ...ifMatch({ version }) },
      }),
    onSuccess: (changedOrder, attempt) => {
      putOnBoard(changedOrder)
      const name = dishName(t, language, line)
      toast({
        title: t('orders.updated'),
        description: t('orders.takeOff.done', { id: order.id, count: attempt.removed, name }),
      })
    },
    onError: (problem, attempt) => {
      const isDecided = problem instanceof RequestError && problem.isDecision
      setUnanswered(isDecided ? undefined : attempt)
      putCurrentOnBoard(problem)
    },
  })
  const takeOff = (removed: number) => {
    const newAttempt = { key: randomKey(), version: order.version, removed, quantity: line.quantity - removed }
    mutate(unansweredAttempt ?? newAttempt, { onSuccess: onDone })
  }
  return { takeOff, error, isPending, unansweredAttempt }
}

function takeOffFailure(error: Error): string {
  if (changedMeanwhile(error)) return t('orders.takeOff.changed')
  if (error instanceof NoAnswerError) return t('orders.takeOff.unknown')
  return errorMessage(error)
}

/** Offers to cancel the order: its last line cannot be taken off. */
function CancelOrderOffer({ order, onClose }: { order: Order; onClose: () => void }) {
  const cancel = () => {
    onClose()
    void setOrderStatus(order, 'cancelled')
  }
  return (
    <>
      <DialogAlert>{t('orders.takeOff.last')}</DialogAlert>
      <div className="mt-5 grid gap-2.5 sm:grid-cols-2">
        <Button variant="ink" size="large" onClick={onClose}>
          {t('orders.cancelKeep')}
        </Button>
        <Button variant="danger" size="large" onClick={cancel}>
          {t('orders.cancelConfirm')}
        </Button>
      </div>
    </>
  )
}
