import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { getMenu, MenuItem } from '#shared/contracts/menu/menu.ts'
import type { listOptions, OptionGroup } from '#shared/contracts/menu/options.ts'
import { wholeDishes } from '#shared/domain/menu/published-dish.ts'
import { callApi } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'

export const wholeMenuKey = ['/api/menu'] as const
const optionsKey = ['/api/menu/options'] as const
/** What staff is shown of dishes, for pages that show nothing else of the menu. */
export const dishKeys = [wholeMenuKey, optionsKey]

export type GroupsOf = (dish: Pick<MenuItem, 'optionGroupIds'>) => OptionGroup[]

const NONE: GroupsOf = () => []

/**
 * The groups of options of a dish, for staff; undefined while they are not known.
 * @param enabled whether any dish has options: otherwise nothing is fetched
 */
export function useGroupsOf(enabled: boolean): GroupsOf | undefined {
  const { data } = useQuery({
    queryKey: optionsKey,
    queryFn: ({ signal }) => callApi<typeof listOptions>('GET /api/menu/options', { signal }),
    enabled,
  })
  const groupsOf = useCallback<GroupsOf>(
    ({ optionGroupIds }) => optionGroupIds.flatMap((id) => data?.find((group) => group.id === id) ?? []),
    [data],
  )
  return enabled ? data && groupsOf : NONE
}

/** Puts a group that was just changed into what the page knows. */
export function usePutGroup(): (group: OptionGroup) => void {
  return (group) =>
    queryClient.setQueryData<OptionGroup[]>(optionsKey, (groups) =>
      groups?.map((known) => (known.id === group.id ? group : known)),
    )
}

/** A dish of which only the id is known; undefined while it is not. */
export function useDishOf(menuItemId: number): MenuItem | undefined {
  const { data: menu } = useQuery({
    queryKey: wholeMenuKey,
    queryFn: async ({ signal }) => wholeDishes(await callApi<typeof getMenu>('GET /api/menu', { signal })),
  })
  return menu?.find(({ id }) => id === menuItemId)
}

/** The groups of a dish of which only the id is known; empty while they are not known. */
export function useOptionsOf(menuItemId: number): OptionGroup[] {
  const dish = useDishOf(menuItemId)
  const groupsOf = useGroupsOf(dish !== undefined && dish.optionGroupIds.length > 0)
  return (dish && groupsOf?.(dish)) ?? []
}
