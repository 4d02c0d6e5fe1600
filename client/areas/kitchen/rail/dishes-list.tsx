import { CheckCheck } from 'lucide-react'
import { memo, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/domain/language.ts'
import { lazyPart } from '../../../lib/loading/lazy-part.tsx'
import { useEver } from '../../../lib/loading/use-ever.ts'
import { whenIdle } from '../../../lib/loading/when-idle.ts'
import { cx } from '../../../ui/cx.ts'
import { type DishToMake, dishName, keyOfDish, recordTap } from '../../orders/index.ts'
import type { KitchenCard } from '../cards/card-of.ts'
import { tickLines } from '../lines/ticks.ts'
import { chooseDish, useChosenDish } from './chosen-dish.ts'

const SellOutDialog = lazyPart(() => import('./sell-out-dialog.tsx'))

export interface DishesListProps {
  cards: readonly KitchenCard[]
  dishes: readonly DishToMake[]
  language: Language
}

/** The dishes to make; the chosen one can be ticked on all cards, or marked as sold out. */
export function DishesList({ cards, dishes, language }: DishesListProps) {
  const { t } = useTranslation()
  const chosen = useChosenDish(({ key }) => key)
  const [asked, ask] = useState<DishToMake>()
  const isAskingNeeded = useEver(asked !== undefined)
  useEffect(() => whenIdle(() => void SellOutDialog.prefetch()), [])
  const tickAll = (key: string) => {
    const lines = cards.flatMap(({ order, toCook }) =>
      toCook.filter((line) => keyOfDish(line) === key).map((line) => ({ order, line })),
    )
    void tickLines(lines, true, language)
    chooseDish(undefined)
  }
  return (
    <>
      <ul>
        {dishes.length === 0 && <li className="px-4 py-3 text-[1.125rem] text-muted">{t('kitchen.rail.none')}</li>}
        {dishes.map((dish) => (
          <li key={dish.key} className={cx('border-line border-t', dish.key === chosen && 'bg-sunk')}>
            <DishRow
              dishKey={dish.key}
              quantity={dish.quantity}
              name={dishName(t, language, dish)}
              isChosen={dish.key === chosen}
            />
            {dish.key === chosen && (
              <div className="flex flex-col gap-2 px-2 pb-2">
                <ListButton onClick={() => tickAll(dish.key)}>
                  <CheckCheck aria-hidden="true" className="size-5.5" />
                  {t('kitchen.rail.allDone')}
                </ListButton>
                {dish.menuItemId !== null && (
                  <ListButton onClick={() => ask(dish)}>{t('kitchen.rail.soldOut')}</ListButton>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {isAskingNeeded && <SellOutDialog dish={asked} language={language} onClose={() => ask(undefined)} />}
      </Suspense>
    </>
  )
}

interface DishRowProps {
  dishKey: string
  quantity: number
  name: string
  isChosen: boolean
}

/** Rendered only when its own quantity changes: one tick changes one dish of a hundred. */
const DishRow = memo(function DishRow({ dishKey, quantity, name, isChosen }: DishRowProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => chooseDish(isChosen ? undefined : dishKey)}
      className="flex min-h-14 w-full items-center gap-1.5 px-2 py-1.5 text-left -outline-offset-2 hover:bg-sunk"
    >
      <span
        className={cx(
          'figures grid h-10 min-w-10 shrink-0 place-items-center rounded-[0.7rem] px-1 font-bold text-[1.625rem] leading-none',
          isChosen && 'border-3 border-ink',
        )}
      >
        {quantity}
      </span>
      <span className="min-w-0 flex-1 break-words font-medium text-[1.125rem] leading-tight">{name}</span>
    </button>
  )
})

function ListButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={(event) => {
        if (!recordTap(event.nativeEvent)) onClick()
      }}
      className="flex min-h-14 w-full items-center justify-center gap-2 rounded-control border border-edge bg-card px-3 font-semibold text-[1.125rem] leading-tight hover:bg-sunk"
    >
      {children}
    </button>
  )
}
