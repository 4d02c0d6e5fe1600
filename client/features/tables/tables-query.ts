import { useQuery } from '@tanstack/react-query'
import { getTables } from '#shared/contracts/tables.ts'
import { call } from '../../lib/api.ts'

const tablesKey = [getTables.path] as const

/** The tables, asked for only where somebody needs one. */
export function useTables(needed: boolean) {
  return useQuery({
    queryKey: tablesKey,
    queryFn: ({ signal }) => call(getTables, { signal }),
    enabled: needed,
  })
}
