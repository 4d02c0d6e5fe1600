import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { completeOlder } from '#shared/contracts/orders.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/time/business-day.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatMoment } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { toast } from '../../ui/toast/store.ts'
import { type Board, countOlderOpen, useBoardState } from '../orders/index.ts'
import { useOpenCounts } from './summary.tsx'

/** Shows how many older open orders are not loaded, and offers to complete those of earlier days. */
export function OlderOrdersNotice({ board }: { board: Board }) {
  const { t } = useTranslation()
  const { timeZone, businessDayStart: startsAt = BUSINESS_DAY_START } = useSettings()
  const openCounts = useOpenCounts()
  const olderOpenText = useOlderOpenText()
  const olderCount = openCounts ? countOlderOpen(board, 'all', openCounts) : 0
  const today = businessDayStart(new Date(serverNow()), startsAt, timeZone)
  const hasEarlier = [...board.orders.values()].some(
    ({ status, createdAt }) => isOpen(status) && Date.parse(createdAt) < today.getTime(),
  )
  if (olderCount === 0 && !hasEarlier) return null
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line bg-sunk py-1 pr-1 pl-3.5">
      <History aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 basis-60 text-[15px]">
        {olderCount > 0 && olderOpenText(olderCount)} {hasEarlier && t('orders.earlier.some')}
      </p>
      <CompleteOlderButton before={today} />
    </div>
  )
}

/** Returns a function that formats the number of older open orders that are not shown. */
export function useOlderOpenText(): (count: number) => string {
  const { t } = useTranslation()
  return (count) => t('orders.earlier.notShown', { count })
}

function CompleteOlderButton({ before }: { before: Date }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { timeZone } = useSettings()
  const { startCounting, confirmation, isCounting, complete, isCompleting, cancel } = useCompleteOlder()
  return (
    <>
      <Button size="small" variant="outline" pending={isCounting} onClick={() => startCounting(before)}>
        {t('orders.earlier.complete')}
      </Button>
      <ConfirmDialog
        open={confirmation !== undefined}
        onOpenChange={(open) => !open && cancel()}
        title={t('orders.earlier.title', { count: confirmation?.completed ?? 0 })}
        description={t('orders.earlier.description', {
          count: confirmation?.completed ?? 0,
          moment: formatMoment((confirmation?.before ?? before).toISOString(), timeZone, language),
        })}
        confirmLabel={t('orders.earlier.confirm')}
        cancelLabel={t('orders.earlier.keep')}
        pending={isCompleting}
        onConfirm={complete}
      />
    </>
  )
}

/** Longer than usual, because thousands of orders can be completed. */
const COMPLETE_TIMEOUT_MS = 60_000

/** What the owner is asked to confirm. */
interface Confirmation {
  /** Open orders placed before this moment are completed. */
  before: Date
  completed: number
}

/** Completes the open orders of earlier days, after counting them on the server and a confirmation by the owner. */
function useCompleteOlder() {
  const { t } = useTranslation()
  const [confirmation, setConfirmation] = useState<Confirmation>()
  const failureTitle = t('orders.earlier.failed')
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
    failureTitle,
  })
  const completing = useOwnerChange({
    mutationFn: (before: Date) =>
      sendChange(completeOlder, { body: { before: before.toISOString() }, timeout: COMPLETE_TIMEOUT_MS }),
    onSuccess: ({ completed }) => toast({ title: t('orders.earlier.completed', { count: completed }) }),
    failureTitle,
    onSettled: () => {
      setConfirmation(undefined)
      // After a failure, some of them may have been completed.
      useBoardState.getState().refetch()
    },
  })
  return {
    startCounting: (before: Date) => counting.mutate(before),
    confirmation,
    isCounting: counting.isPending,
    complete: () => confirmation && completing.mutate(confirmation.before),
    isCompleting: completing.isPending,
    cancel: () => setConfirmation(undefined),
  }
}
