import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isServerReachable } from './api.ts'

/** How often the server is checked while a component uses the result. */
const CHECK_INTERVAL_MS = 5_000

/** Whether the server can be reached: checked every few seconds, by one check. False until it has responded. */
export function useReachable(): boolean {
  const { data, refetch } = useQuery({
    queryKey: ['reachable'],
    queryFn: isServerReachable,
    // With data from the start, a further check replaces the first one instead of joining it.
    initialData: false,
    staleTime: 0,
    refetchInterval: CHECK_INTERVAL_MS,
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  useEffect(() => {
    // The connection may have changed since a check under way, whose result no longer counts then.
    const check = () => void refetch()
    addEventListener('online', check)
    addEventListener('offline', check)
    return () => {
      removeEventListener('online', check)
      removeEventListener('offline', check)
    }
  }, [refetch])
  return data
}
