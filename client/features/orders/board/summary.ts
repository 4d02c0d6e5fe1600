import { useQuery } from '@tanstack/react-query'
import { getSummary, type Summary } from '#shared/contracts/orders.ts'
import { callApi } from '../../../lib/api/api.ts'

/** How the figures over all orders are asked for. */
export const summaryQuery = {
  queryKey: [getSummary.path] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getSummary, { signal }),
  staleTime: 0,
}

/** How many orders there are in each open status, where the server has said so. */
export function useOpenCounts(): Summary['open'] | undefined {
  return useQuery(summaryQuery).data?.open
}
