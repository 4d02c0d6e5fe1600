import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refetchChanged } from '../../lib/api/refetch.ts'
import { followLive } from '../../lib/live/live.ts'
import { customersKey } from './customers.ts'

const LEAST_BETWEEN_MS = 1_000

/** Every order changes its customer's figures: while a list is shown, it is fetched again, at most once a second. */
export function useFollowOrders(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetch = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void refetchChanged(queryClient, customersKey)
      }, LEAST_BETWEEN_MS)
    }
    const leave = followLive({ ORDER_UPDATE: refetch, ORDERS_CHANGED: refetch })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [queryClient])
}
