import { CheckCheck } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/domain/language.ts'
import { type DishToMake, dishesToMake, dishName, keyOfDish, recordTap } from '../../../entities/live-orders/index.ts'
import { lazyPart } from '../../../lib/loading/lazy-part.tsx'
import { useEver } from '../../../lib/loading/use-ever.ts'
import { whenIdle } from '../../../lib/loading/when-idle.ts'
import { cx } from '../../../ui/cx.ts'
import type { KitchenCard } from '../cards/card-of.ts'
import { tickLines } from '../lines/ticks.ts'
import { chooseDish, useChosenDish } from './chosen-dish.ts'
import { KeyHelp } from './key-help.tsx'

const SellOutDialog = lazyPart(() => import('./sell-out-dialog.tsx'))

interface DishesRailProps {
  cards: readonly KitchenCard[]
  language: Language
  width: number
}

/** The dishes to make of all cards, summed; one that is chosen can be ticked on all cards, or sold out. */
export function DishesRail({ cards, language, width }: DishesRailProps) {
  const { t } = useTranslation()
  const chosen = useChosenDish(({ key }) => key)
  const dishes = useMemo(
    () => dishesToMake(cards.map(({ order: { id }, toCook }) => ({ id, status: 'preparing', items: [...toCook] }))),
    [cards],
  )
  const [asked, ask] = useState<DishToMake>()
  const isAskingNeeded = useEver(asked !== undefined)
  useEffect(() => whenIdle(() => void SellOutDialog.prefetch()), [])
  const total = dishes.reduce((sum, { quantity }) => sum + quantity, 0)
  const tickAll = (key: string) => {
    const lines = cards.flatMap(({ order, toCook }) =>
      toCook.filter((line) => keyOfDish(line) === key).map((line) => ({ order, line })),
    )
    void tickLines(lines, true)
    chooseDish(undefined)
  }
  return (
    <aside
      aria-labelledby="kitchen-rail"
      style={{ width }}
      className="flex shrink-0 flex-col overflow-hidden rounded-card border border-line bg-card shadow-soft"
    >
      <h2
        id="kitchen-rail"
        className="display flex shrink-0 items-baseline justify-between px-4 pt-3 pb-2.5 text-[1.5rem] leading-tight"
      >
        {t('kitchen.rail.title')} <span className="figures text-[1.125rem] text-muted">{total}</span>
      </h2>
      <ul className="min-h-0 flex-1 overflow-y-auto">
        {dishes.length === 0 && <li className="px-4 py-3 text-[1.125rem] text-muted">{t('kitchen.rail.none')}</li>}
        {dishes.map((dish) => {
          const isChosen = dish.key === chosen
          return (
            <li key={dish.key} className={cx('border-line border-t', isChosen && 'bg-sunk')}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => chooseDish(isChosen ? undefined : dish.key)}
                className="flex min-h-14 w-full items-center gap-1.5 px-2 py-1.5 text-left -outline-offset-2 hover:bg-sunk"
              >
                <span
                  className={cx(
                    'figures grid h-10 min-w-10 shrink-0 place-items-center rounded-[0.7rem] px-1 font-bold text-[1.625rem] leading-none',
                    isChosen && 'border-3 border-ink',
                  )}
                >
                  {dish.quantity}
                </span>
                <span className="min-w-0 flex-1 break-words font-medium text-[1.125rem] leading-tight">
                  {dishName(t, language, dish)}
                </span>
              </button>
              {isChosen && (
                <div className="flex flex-col gap-2 px-2 pb-2">
                  <RailButton onClick={() => tickAll(dish.key)}>
                    <CheckCheck aria-hidden="true" className="size-5.5" />
                    {t('kitchen.rail.allDone')}
                  </RailButton>
                  {dish.menuItemId !== null && (
                    <RailButton onClick={() => ask(dish)}>{t('kitchen.rail.soldOut')}</RailButton>
                  )}
                </div>
              )}
            </li>
          )
        })}
      </ul>
      <KeyHelp />
      <Suspense fallback={null}>
        {isAskingNeeded && <SellOutDialog dish={asked} language={language} onClose={() => ask(undefined)} />}
      </Suspense>
    </aside>
  )
}

function RailButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
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
