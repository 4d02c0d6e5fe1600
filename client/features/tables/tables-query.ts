import { useQuery } from '@tanstack/react-query'
import { getTables } from '#shared/contracts/tables.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/area-key.ts'

/** React Query options for the tables. */
export const tablesQuery = {
  queryKey: areaKey('tables'),
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getTables, { signal }),
}

/** The tables, fetched only if they are needed. */
export function useTables(isNeeded: boolean) {
  return useQuery({ ...tablesQuery, enabled: isNeeded })
}
