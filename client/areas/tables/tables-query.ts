import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { getTables } from '#shared/contracts/tables.ts'
import type { BareEndpoint } from '../../lib/api/api.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/query.ts'

const tablesEndpoint: BareEndpoint<typeof getTables> = { method: 'GET', path: '/api/tables' }

export const tablesQuery = {
  queryKey: areaKey('tables'),
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(tablesEndpoint, { signal }),
}

/** The tables, fetched only if they are needed. */
export function useTables(isNeeded: boolean) {
  return useQuery({ ...tablesQuery, enabled: isNeeded })
}

/** The label of the table with a number; null without one, or on a page that has not loaded the tables. */
export function useTableLabels(): (number: number) => string | null {
  const { data } = useTables(false)
  return useCallback((number) => data?.find((table) => table.number === number)?.label ?? null, [data])
}
