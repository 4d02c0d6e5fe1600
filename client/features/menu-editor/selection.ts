import { useCallback, useMemo, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu.ts'

export interface Selection {
  /** In the menu's order; a dish that is gone is in it no more. */
  ids: number[]
  has: (id: number) => boolean
  select: (ids: readonly number[], isSelected: boolean) => void
  clear: () => void
}

/** The dishes that are chosen for one change together. It outlasts filters and searches. */
export function useSelection(dishes: readonly MenuItem[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const select = useCallback((ids: readonly number[], isSelected: boolean) => {
    setSelected((now) => {
      const next = new Set(now)
      for (const id of ids) isSelected ? next.add(id) : next.delete(id)
      return next
    })
  }, [])
  const clear = useCallback(() => setSelected(new Set()), [])
  const ids = useMemo(() => dishes.map(({ id }) => id).filter((id) => selected.has(id)), [dishes, selected])
  // The same one until something is chosen: the list is not drawn again for each letter of a search.
  return useMemo(() => ({ ids, has: (id) => selected.has(id), select, clear }), [ids, selected, select, clear])
}

/** Whether all, some or none of these are chosen. */
export function howMany(ids: readonly number[], { has }: Selection): 'all' | 'some' | 'none' {
  const count = ids.filter(has).length
  if (count === 0) return 'none'
  return count === ids.length ? 'all' : 'some'
}
