import { useEffect } from 'react'
import { cancelAlike, type Likeness, type Order } from '#shared/contracts/orders.ts'
import { isInKitchen } from '#shared/domain/orders/order.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { createValue } from '../../lib/browser/create-value.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { ConfirmDialog, type MenuAction, toast, useTranslation, useWhileOpen } from '../../ui/index.ts'
import { useBoardState } from '../orders/index.ts'

interface Question {
  orderId: number
  by: Likeness
  count: number
}

/** What is asked; undefined while the dialog is closed. It outlasts the order's card. */
const asked = createValue<Question | undefined>(undefined)

const close = () => asked.set(undefined)

/** Cancels an order with all others of its guest, or of a stranger (docs/product/hours.md#hours-held). */
export function cancelAlikeActions(t: TFunction, { id: orderId, pickupAt, status }: Order): MenuAction[] {
  if (pickupAt === null || !isInKitchen(status)) return []
  const ask = async (by: Likeness) => {
    try {
      const { cancelled: count } = await sendChange(cancelAlike, {
        params: { id: String(orderId) },
        query: { dryRun: 'true' },
        body: { by },
      })
      if (count > 0) asked.set({ orderId, by, count })
      else toast({ title: t('orders.alike.none') })
    } catch (error) {
      toastFailure(t('orders.alike.failed'), error)
    }
  }
  return (['phone', 'address'] as const).map((by) => ({
    label: t(`orders.alike.by.${by}`),
    isDangerous: true,
    onChoose: () => void ask(by),
  }))
}

export function CancelAlikeDialog() {
  const { t } = useTranslation()
  // Its state outlasts the board, which another person may open next.
  useEffect(() => close, [])
  const question = asked.use()
  const { orderId = 0, by = 'phone', count = 0 } = useWhileOpen(question !== undefined, question) ?? {}
  const { mutate, isPending } = useOwnerChange({
    mutationFn: () => sendChange(cancelAlike, { params: { id: String(orderId) }, body: { by } }),
    success: ({ cancelled }) => t('orders.alike.cancelled', { count: cancelled }),
    failure: 'orders.alike.failed',
    onSettled() {
      close()
      // After a failure, some of them may have been cancelled.
      useBoardState.getState().refetch()
    },
  })
  return (
    <ConfirmDialog
      open={question !== undefined}
      onOpenChange={close}
      destructive
      title={t('orders.alike.title', { count })}
      description={t(`orders.alike.description.${by}`, { id: orderId })}
      confirmLabel={t('orders.alike.confirm')}
      cancelLabel={t('orders.alike.keep')}
      pending={isPending}
      onConfirm={mutate}
    />
  )
}
