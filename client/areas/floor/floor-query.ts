import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { getFloor } from '#shared/contracts/floor.ts'
import { callApi } from '../../lib/api/api.ts'
import type { BareEndpoint } from '../../lib/api/bare-endpoint.ts'
import { refetchChanged } from '../../lib/api/refetch.ts'
import { followLive } from '../../lib/live/live.ts'

const floorEndpoint: BareEndpoint<typeof getFloor> = { method: 'GET', path: '/api/floor' }
export const floorKey = [floorEndpoint.path] as const

/**
 * The tables with their calls and sessions, kept up to date (docs/product/floor.md#floor-tables).
 * @param delayMs how long after a change the page may show the state before it
 */
export function useFloor(delayMs = 0) {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetch = () => {
      clearTimeout(timer)
      timer = undefined
      void refetchChanged(queryClient, floorKey)
    }
    const refetchLater = () => {
      timer ??= setTimeout(refetch, delayMs)
    }
    const unfollow = followLive({ opened: refetch, FLOOR_CHANGED: delayMs === 0 ? refetch : refetchLater })
    return () => {
      clearTimeout(timer)
      unfollow()
    }
  }, [queryClient, delayMs])
  return useQuery({ queryKey: floorKey, queryFn: ({ signal }) => callApi(floorEndpoint, { signal }) })
}
