import { Check, Minus } from 'lucide-react'
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

interface SelectBoxProps {
  label: string
  state: 'all' | 'some' | 'none'
  onChange: (isSelected: boolean) => void
}

export function SelectBox({ label, state, onChange }: SelectBoxProps) {
  const Mark = state === 'some' ? Minus : Check
  return (
    <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
        onChange={({ target }) => onChange(target.checked)}
        className="peer absolute size-6 cursor-pointer appearance-none rounded-[8px]"
      />
      <span
        aria-hidden="true"
        className={`pointer-events-none grid size-6 place-items-center rounded-[8px] border ${
          state === 'none' ? 'border-edge bg-card' : 'border-accent bg-accent text-on-accent'
        }`}
      >
        {state !== 'none' && <Mark className="size-4" strokeWidth={3} />}
      </span>
    </label>
  )
}
