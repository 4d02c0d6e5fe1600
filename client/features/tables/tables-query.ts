import { useQuery } from '@tanstack/react-query'
import { getTables } from '#shared/contracts/tables.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/area-key.ts'

/** How the tables are asked for. */
export const tablesQuery = {
  queryKey: areaKey('tables'),
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getTables, { signal }),
}

/** The tables, asked for only where somebody needs one. */
export function useTables(needed: boolean) {
  return useQuery({ ...tablesQuery, enabled: needed })
}
