import { useCallback, useMemo, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu.ts'

export interface Selection {
  /** In the menu's order; a dish that is gone is in it no more. */
  ids: number[]
  /** What was chosen, also what is gone since. */
  chosen: ReadonlySet<number>
  select: (ids: readonly number[], isSelected: boolean) => void
  clear: () => void
}

/** The dishes that are chosen for one change together. It outlasts filters and searches. */
export function useSelection(dishes: readonly MenuItem[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const select = useCallback((ids: readonly number[], isSelected: boolean) => {
    setChosen((now) => {
      const next = new Set(now)
      for (const id of ids) isSelected ? next.add(id) : next.delete(id)
      return next
    })
  }, [])
  const clear = useCallback(() => setChosen(new Set()), [])
  const ids = useMemo(() => dishes.map(({ id }) => id).filter((id) => chosen.has(id)), [dishes, chosen])
  return { ids, chosen, select, clear }
}

/** Whether all, some or none of these are chosen. */
export function howMany(ids: readonly number[], chosen: ReadonlySet<number>): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => chosen.has(id)).length
  if (count === 0) return 'none'
  return count === ids.length ? 'all' : 'some'
}
