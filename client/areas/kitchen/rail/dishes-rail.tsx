import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { portionsOf } from './chosen-dish.ts'
import { DishesList, type DishesListProps } from './dishes-list.tsx'
import { KeyHelp } from './key-help.tsx'

interface DishesRailProps extends DishesListProps {
  /** In pixels. */
  width: number
  /** Gets the place below the dishes, for the buttons that lead to the other cards. */
  foot: Ref<HTMLDivElement>
}

/** The dishes to make of all cards, summed, beside the cards. */
export function DishesRail({ width, foot, ...list }: DishesRailProps) {
  const { t } = useTranslation()
  return (
    <aside
      aria-labelledby="kitchen-rail"
      style={{ width }}
      className="flex shrink-0 flex-col overflow-hidden rounded-card border border-line bg-card shadow-soft"
    >
      <h2
        id="kitchen-rail"
        className="display flex shrink-0 items-baseline justify-between gap-2 px-3.5 pt-3 pb-2.5 text-[1.375rem] leading-tight"
      >
        {t('kitchen.rail.title')} <span className="figures text-[1.125rem] text-muted">{portionsOf(list.dishes)}</span>
      </h2>
      <div className="kitchen-rail-list flex min-h-0 flex-1 flex-col overflow-y-auto">
        <DishesList {...list} />
        <KeyHelp />
      </div>
      <div ref={foot} className="shrink-0" />
    </aside>
  )
}
