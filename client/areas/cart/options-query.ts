import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { listOptions, OptionGroup } from '#shared/contracts/menu/options.ts'
import { callApi } from '../../lib/api/api.ts'

/** React Query options for the groups of options, which are loaded when idle or first needed. */
export const optionsQuery = {
  queryKey: ['/api/menu/options'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi<typeof listOptions>('GET /api/menu/options', { signal }),
}

export function useGuestOptions(enabled: boolean): UseQueryResult<OptionGroup[]> {
  return useQuery({ ...optionsQuery, enabled })
}

/** The groups of a dish in the order in which guests see them; undefined while they are not known. */
export function groupsOfDish(
  { optionGroupIds }: Pick<MenuItem, 'optionGroupIds'>,
  groups: readonly OptionGroup[] | undefined,
): OptionGroup[] | undefined {
  if (optionGroupIds.length === 0) return []
  return groups && optionGroupIds.flatMap((id) => groups.find((group) => group.id === id) ?? [])
}
