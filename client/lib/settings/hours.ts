import { useQuery } from '@tanstack/react-query'
import type { getHours, Hours } from '#shared/contracts/hours.ts'
import { type BareEndpoint, callApi } from '../api/api.ts'

const hoursEndpoint: BareEndpoint<typeof getHours> = { method: 'GET', path: '/api/hours' }
export const hoursKey = [hoursEndpoint.path] as const

export const hoursQuery = {
  queryKey: hoursKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(hoursEndpoint, { signal }),
}

/** Whether guests can order now, as far as the hours are concerned. */
export const takesOrders = ({ open, lastOrders }: Hours): boolean => open && !lastOrders

/** Whether the restaurant is open; undefined until that is loaded. */
export function useHours(): Hours | undefined {
  return useQuery(hoursQuery).data
}
