import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refetchChanged } from '../../lib/api/refetch.ts'
import { followLive } from '../../lib/live/live.ts'
import { customersKey } from './customer-calls.ts'

const MIN_INTERVAL_MS = 1_000

/** Refetches the customers when orders change, since these change customers' figures; at most once a second. */
export function useRefetchOnOrderChange(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetch = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void refetchChanged(queryClient, customersKey)
      }, MIN_INTERVAL_MS)
    }
    const unsubscribe = followLive({ ORDER_UPDATE: refetch, ORDERS_CHANGED: refetch })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [queryClient])
}
