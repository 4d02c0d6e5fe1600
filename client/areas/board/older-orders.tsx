import { History } from 'lucide-react'
import { useState } from 'react'
import { completeOlder } from '#shared/contracts/orders.ts'
import { countsFrom } from '#shared/domain/orders/later.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/time/business-day.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { useMoney, useSettings } from '../../lib/settings/settings.ts'
import { formatMoment } from '../../lib/words/format.ts'
import { ConfirmDialog, StripButton, type StripNotice, toast, useTranslation } from '../../ui/index.ts'
import { countOlderOpen, useBoardState, useShownBoard } from '../orders/index.ts'
import { useOpenCounts } from './summary.tsx'

/** Says in the strip how many older open orders are not loaded, and offers to complete those of earlier days. */
export function useOlderNotice(): StripNotice | undefined {
  const { t } = useTranslation()
  const { timeZone, businessDayStart: startsAt = BUSINESS_DAY_START } = useSettings()
  const board = useShownBoard()
  const openCounts = useOpenCounts()
  if (!board.loaded) return undefined
  const olderCount = openCounts ? countOlderOpen(board, 'all', openCounts) : 0
  const today = businessDayStart(serverDate(), startsAt, timeZone)
  const hasEarlier = [...board.orders.values()].some(
    (order) => isOpen(order.status) && Date.parse(countsFrom(order)) < today.getTime(),
  )
  if (olderCount === 0 && !hasEarlier) return undefined
  return {
    key: 'older',
    tone: 'quiet',
    icon: <History />,
    text: [
      olderCount > 0 && t('orders.earlier.notShown', { count: olderCount }),
      hasEarlier && t('orders.earlier.some'),
    ]
      .filter(Boolean)
      .join(' '),
    action: <CompleteOlderButton before={today} />,
  }
}

function CompleteOlderButton({ before }: { before: Date }) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const { format } = useMoney()
  const { startCounting, confirmation, isCounting, complete, isCompleting, cancel } = useCompleteOlder()
  const due = confirmation?.due
  return (
    <>
      <StripButton variant="outline" pending={isCounting} onClick={() => startCounting(before)}>
        {t('orders.earlier.complete')}
      </StripButton>
      <ConfirmDialog
        open={confirmation !== undefined}
        onOpenChange={(open) => !open && cancel()}
        title={t('orders.earlier.title', { count: confirmation?.completed ?? 0 })}
        description={t('orders.earlier.description', {
          count: confirmation?.completed ?? 0,
          moment: formatMoment((confirmation?.before ?? before).toISOString(), timeZone, language),
        })}
        confirmLabel={t(due === undefined ? 'orders.earlier.confirm' : 'payments.without')}
        cancelLabel={t('orders.earlier.keep')}
        destructive={due !== undefined}
        pending={isCompleting}
        onConfirm={complete}
      >
        {due !== undefined && <p className="font-semibold">{t('due.due', { amount: format(due) })}</p>}
      </ConfirmDialog>
    </>
  )
}

/** Longer than usual, because thousands of orders can be completed. */
const COMPLETE_TIMEOUT_MS = 60_000

interface Confirmation {
  /** Open orders placed before this moment are completed. */
  before: Date
  completed: number
  /** What they owe, if the server has refused to complete them without payment. */
  due?: number
}

/** Completes the open orders of earlier days, after counting them on the server and a confirmation by the owner. */
function useCompleteOlder() {
  const { t } = useTranslation()
  const [confirmation, setConfirmation] = useState<Confirmation>()
  const counting = useOwnerChange({
    mutationFn: async (before: Date): Promise<Confirmation> => {
      const body = { before: before.toISOString() }
      return {
        before,
        ...(await sendChange(completeOlder, { query: { dryRun: 'true' }, body, timeout: COMPLETE_TIMEOUT_MS })),
      }
    },
    onSuccess: (counted) => {
      if (counted.completed > 0) return setConfirmation(counted)
      toast({ title: t('orders.earlier.none') })
      useBoardState.getState().refetch()
    },
    failure: 'orders.earlier.failed',
  })
  const completing = useOwnerChange({
    mutationFn: ({ before, due }: Confirmation) =>
      sendChange(completeOlder, {
        body: { before: before.toISOString(), withoutPayment: due === undefined ? undefined : true },
        timeout: COMPLETE_TIMEOUT_MS,
      }),
    onSuccess({ completed }) {
      toast({ title: t('orders.earlier.completed', { count: completed }) })
      setConfirmation(undefined)
    },
    onError(error, confirmed) {
      if (error instanceof RequestError && error.code === 'unpaid')
        setConfirmation({ ...confirmed, due: error.body.due ?? 0 })
      else {
        toastFailure(t('orders.earlier.failed'), error)
        setConfirmation(undefined)
      }
    },
    onSettled: () => {
      // After a failure, some of them may have been completed.
      useBoardState.getState().refetch()
    },
  })
  return {
    startCounting: (before: Date) => counting.mutate(before),
    confirmation,
    isCounting: counting.isPending,
    complete: () => confirmation && completing.mutate(confirmation),
    isCompleting: completing.isPending,
    cancel: () => setConfirmation(undefined),
  }
}
