import { useQuery } from '@tanstack/react-query'
import type { getTables } from '#shared/contracts/tables.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/area-key.ts'
import type { BareEndpoint } from '../../lib/api/bare-endpoint.ts'

const tablesEndpoint: BareEndpoint<typeof getTables> = { method: 'GET', path: '/api/tables' }

/** React Query options for the tables. */
export const tablesQuery = {
  queryKey: areaKey('tables'),
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(tablesEndpoint, { signal }),
}

/** The tables, fetched only if they are needed. */
export function useTables(isNeeded: boolean) {
  return useQuery({ ...tablesQuery, enabled: isNeeded })
}
