import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getFloor } from '#shared/contracts/floor.ts'
import { callApi } from '../../lib/api/api.ts'
import { refetchChanged } from '../../lib/api/refetch.ts'
import { followLive } from '../../lib/live/live.ts'

export const floorKey = [getFloor.path] as const

/** The tables with their calls and sessions, kept up to date (docs/product/floor.md#floor-tables). */
export function useFloor() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const refetch = () => void refetchChanged(queryClient, floorKey)
    return followLive({ opened: refetch, FLOOR_CHANGED: refetch })
  }, [queryClient])
  return useQuery({ queryKey: floorKey, queryFn: ({ signal }) => callApi(getFloor, { signal }) })
}
