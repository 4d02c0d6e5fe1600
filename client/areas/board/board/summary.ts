import { useQuery } from '@tanstack/react-query'
import { getSummary, type Summary } from '#shared/contracts/orders.ts'
import { callApi } from '../../../lib/api/api.ts'

/** Query options for the figures over all orders. */
export const summaryQuery = {
  queryKey: [getSummary.path] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getSummary, { signal }),
  staleTime: 0,
}

/** The server's number of orders in each open status; undefined until fetched. */
export function useOpenCounts(): Summary['open'] | undefined {
  // The header fetches the summary and keeps it current; without this, each change of sub-tab would fetch it, too.
  return useQuery({ ...summaryQuery, refetchOnMount: false }).data?.open
}
