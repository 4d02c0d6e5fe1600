import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { completeOlder } from '#shared/contracts/orders.ts'
import { call } from '../../lib/api.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { toast } from '../../ui/toast/store.ts'
import { useBoardState } from './board-store.ts'

/** Thousands take a while. */
const ANSWER_WITHIN_MS = 60_000

interface Asked {
  before: Date
  completed: number
}

/** Completes the open orders of earlier days: first their number is asked for, then the person once. */
export function useCompleteOlder() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>()
  const failed = (error: Error) =>
    toast({ variant: 'destructive', title: t('orders.earlier.failed'), description: errorMessage(error) })
  const count = useMutation({
    mutationFn: async (before: Date): Promise<Asked> => {
      const body = { before: before.toISOString() }
      return { before, ...(await call(completeOlder, { query: { dryRun: 'true' }, body, timeout: ANSWER_WITHIN_MS })) }
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
      call(completeOlder, { body: { before: before.toISOString() }, timeout: ANSWER_WITHIN_MS }),
    onSuccess: ({ completed }) => toast({ title: t('orders.earlier.completed', { count: completed }) }),
    onError: failed,
    onSettled: () => {
      setAsked(undefined)
      // Of what failed midway, a part is done.
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
