import { useCallback, useMemo, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'

export interface Selection {
  /** The selected dishes that still exist, in the order of the menu. */
  ids: number[]
  /** All selected ids, including those of deleted dishes. */
  chosen: ReadonlySet<number>
  select: (ids: readonly number[], isSelected: boolean) => void
  clear: () => void
}

/** The dishes that are selected for a bulk change. Filters and searches do not change the selection. */
export function useSelection(dishes: readonly MenuItem[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const select = useCallback((ids: readonly number[], isSelected: boolean) => {
    setChosen((current) => {
      const next = new Set(current)
      for (const id of ids) isSelected ? next.add(id) : next.delete(id)
      return next
    })
  }, [])
  const clear = useCallback(() => setChosen(new Set()), [])
  const ids = useMemo(() => dishes.map(({ id }) => id).filter((id) => chosen.has(id)), [dishes, chosen])
  return { ids, chosen, select, clear }
}

/** Whether all, some or none of `ids` are selected. */
export function selectionState(ids: readonly number[], chosen: ReadonlySet<number>): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => chosen.has(id)).length
  if (count === 0) return 'none'
  return count === ids.length ? 'all' : 'some'
}
