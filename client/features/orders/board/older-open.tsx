import { useMutation } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { completeOlder } from '#shared/contracts/orders.ts'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/business-day.ts'
import { isOpen } from '#shared/domain/order-status.ts'
import { useSettings } from '../../../entities/settings/index.ts'
import { callApi } from '../../../lib/api/api.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { formatMoment } from '../../../lib/words/format.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { type Board, olderOpen } from './board.ts'
import { useBoardState } from './board-store.ts'
import { useOpenCounts } from './summary.ts'

/** Says how many older open orders the board does not show, and offers to complete those of earlier days. */
export function OlderOpen({ board }: { board: Board }) {
  const { t } = useTranslation()
  const { timeZone, businessDayStart: startsAt = BUSINESS_DAY_START } = useSettings()
  const open = useOpenCounts()
  const words = useOlderOpenWords()
  const older = open ? olderOpen(board, 'all', open) : 0
  const today = businessDayStart(new Date(serverNow()), startsAt, timeZone)
  const isOld = [...board.orders.values()].some(
    ({ status, createdAt }) => isOpen(status) && Date.parse(createdAt) < today.getTime(),
  )
  if (older === 0 && !isOld) return null
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line bg-sunk py-1 pr-1 pl-3.5">
      <History aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 basis-60 text-[15px]">
        {older > 0 && words(older)} {isOld && t('orders.earlier.some')}
      </p>
      <Complete before={today} />
    </div>
  )
}

/** How many older open orders are not shown, in words. */
export function useOlderOpenWords(): (count: number) => string {
  const { t } = useTranslation()
  return (count) => t('orders.earlier.notShown', { count })
}

function Complete({ before }: { before: Date }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { timeZone } = useSettings()
  const { ask, asked, isAsking, complete, isCompleting, forget } = useCompleteOlder()
  return (
    <>
      <Button size="small" variant="outline" pending={isAsking} onClick={() => ask(before)}>
        {t('orders.earlier.complete')}
      </Button>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && forget()}
        title={t('orders.earlier.title', { count: asked?.completed ?? 0 })}
        description={t('orders.earlier.description', {
          count: asked?.completed ?? 0,
          moment: formatMoment((asked?.before ?? before).toISOString(), timeZone, language),
        })}
        confirmLabel={t('orders.earlier.confirm')}
        cancelLabel={t('orders.earlier.keep')}
        pending={isCompleting}
        onConfirm={complete}
      />
    </>
  )
}

/** Completing thousands of orders takes a while. */
const ANSWER_WITHIN_MS = 60_000

interface Asked {
  before: Date
  completed: number
}

/** Completes the open orders of earlier days. First it asks the server for their number, then the owner to confirm. */
function useCompleteOlder() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>()
  const failed = (error: Error) =>
    toast({ variant: 'destructive', title: t('orders.earlier.failed'), description: errorMessage(error) })
  const count = useMutation({
    mutationFn: async (before: Date): Promise<Asked> => {
      const body = { before: before.toISOString() }
      return {
        before,
        ...(await callApi(completeOlder, { query: { dryRun: 'true' }, body, timeout: ANSWER_WITHIN_MS })),
      }
    },
    onSuccess: (found) => {
      if (found.completed > 0) return setAsked(found)
      toast({ title: t('orders.earlier.none') })
      useBoardState.getState().refetch()
    },
    onError: failed,
  })
  const completing = useMutation({
    mutationFn: (before: Date) =>
      callApi(completeOlder, { body: { before: before.toISOString() }, timeout: ANSWER_WITHIN_MS }),
    onSuccess: ({ completed }) => toast({ title: t('orders.earlier.completed', { count: completed }) }),
    onError: failed,
    onSettled: () => {
      setAsked(undefined)
      // A failure midway leaves a part of them completed.
      useBoardState.getState().refetch()
    },
  })
  return {
    ask: (before: Date) => count.mutate(before),
    asked,
    isAsking: count.isPending,
    complete: () => asked && completing.mutate(asked.before),
    isCompleting: completing.isPending,
    forget: () => setAsked(undefined),
  }
}
