import { CheckCheck } from 'lucide-react'
import { memo, type Ref, startTransition, useEffect, useMemo, useState } from 'react'
import { createValue } from '../../lib/browser/storage.ts'
import { importWithRetry, whenIdle } from '../../lib/loading/import-with-retry.ts'
import { cx, language, t } from '../../ui/index.ts'
import { type DishToMake, DishVariants, dishesToMake, dishName, keyOfDish } from '../orders/index.ts'
import type { KitchenCard } from './cards.ts'
import { tickLines } from './stations.ts'

/** The key of the dish that is chosen among the dishes to make; its quantities are outlined on all cards. */
export const chosenDish = createValue<string | undefined>(undefined)

export interface DishesListProps {
  cards: readonly KitchenCard[]
  dishes: readonly DishToMake[]
}

/**
 * The dishes to make of all cards. The choice ends with the dish: a new order of it is not outlined.
 * @param cards undefined until all are known: a part of them would give wrong numbers
 */
export function useDishesToMake(cards: readonly KitchenCard[] | undefined): DishesListProps | undefined {
  const list = useMemo(() => {
    const orders = cards?.map(({ order: { id }, toCook }) => ({ id, status: 'preparing' as const, items: [...toCook] }))
    return cards && orders && { cards, dishes: dishesToMake(orders) }
  }, [cards])
  useEffect(() => {
    const key = chosenDish.get()
    if (list && key !== undefined && !list.dishes.some((dish) => dish.key === key)) chosenDish.set(undefined)
  }, [list])
  return list
}

export const countPortions = (dishes: readonly DishToMake[]): number =>
  dishes.reduce((sum, { quantity }) => sum + quantity, 0)

/** The dishes that fill a screen. The others are rendered once it is shown. */
const FIRST_DISHES = 20

const loadDialogs = importWithRetry(() => import('./dialogs.tsx'))

/** The dishes to make; the chosen one can be ticked on all cards, or marked as sold out. */
export function DishesList({ cards, dishes }: DishesListProps) {
  const chosen = chosenDish.use()
  const [isWhole, setWhole] = useState(false)
  useEffect(
    () =>
      whenIdle(() => {
        void loadDialogs.prefetch()
        startTransition(() => setWhole(true))
      }),
    [],
  )
  const sellOut = async (dish: DishToMake) => (await loadDialogs()).askToSellOut(t, dish, dishName(t, language, dish))
  const tickAll = (key: string) => {
    const lines = cards.flatMap(({ order, toCook }) =>
      toCook.filter((line) => keyOfDish(line) === key).map((line) => ({ order, line })),
    )
    void tickLines(lines, true)
    chosenDish.set(undefined)
  }
  return (
    <ul>
      {dishes.length === 0 && <li className="px-4 py-3 text-lg text-muted">{t('kitchen.sidebar.none')}</li>}
      {dishes.slice(0, isWhole ? dishes.length : FIRST_DISHES).map((dish) => (
        <li key={dish.key} className={cx('border-line border-t', dish.key === chosen && 'bg-sunk')}>
          <DishRow dish={dish} isChosen={dish.key === chosen} />
          {dish.key === chosen && (
            <div className="flex flex-col gap-2 px-2 pb-2">
              <button type="button" onClick={() => tickAll(dish.key)} className="large-target w-full">
                <CheckCheck aria-hidden="true" className="size-5.5" />
                {t('kitchen.sidebar.allDone')}
              </button>
              {dish.menuItemId !== null && (
                <button type="button" onClick={() => void sellOut(dish)} className="large-target w-full">
                  {t('orders.soldOut.mark')}
                </button>
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

interface DishRowProps {
  dish: DishToMake
  isChosen: boolean
}

/** Rendered only when its own quantity changes: one tick changes one dish of a hundred. */
const DishRow = memo(
  function DishRow({ dish: { key, quantity, variants, notes, ...dish }, isChosen }: DishRowProps) {
    const noted = notes.reduce((sum, { quantity }) => sum + quantity, 0)
    return (
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => chosenDish.set(isChosen ? undefined : key)}
        className="flex min-h-14 w-full items-center gap-1.5 px-1.5 py-1.5 text-left -outline-offset-2 hover:bg-sunk"
      >
        <span className={cx('count-tile h-10 min-w-8 rounded-chip px-0.5', isChosen && 'border-3 border-ink')}>
          {quantity}
        </span>
        <span className="min-w-0 flex-1 break-words font-medium text-name leading-tight">
          {dishName(t, language, dish)}
          <DishVariants variants={variants} className="text-base" />
          {noted > 0 && (
            <span className="block text-base text-muted">{t('kitchen.sidebar.withNote', { number: noted })}</span>
          )}
        </span>
      </button>
    )
  },
  // The dishes are new objects with each order.
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
)

/** What the keys do: at the foot of the sidebar, or after the last dish of a long list. */
function KeyHelp() {
  const help = [
    [['1–9'], t('kitchen.keys.order')],
    [['↑', '↓'], t('kitchen.keys.line')],
    [['Enter'], t('kitchen.keys.tick')],
    [[t('kitchen.keys.space')], t('kitchen.keys.rest')],
  ] as const
  return (
    <ul
      aria-label={t('kitchen.keys.title')}
      className="mt-auto flex shrink-0 flex-col gap-1.5 border-line border-t px-3.5 pt-3 text-body text-muted"
    >
      {help.map(([keys, what]) => (
        <li key={what}>
          {keys.map((key) => (
            <kbd key={key} className="key-cap mr-1 px-1.5">
              {key}
            </kbd>
          ))}
          {what}
        </li>
      ))}
    </ul>
  )
}

interface DishesSidebarProps {
  list: DishesListProps | undefined
  /** In pixels. */
  width: number
  /** Gets the place below the dishes, for the buttons that lead to the other cards. */
  foot: Ref<HTMLDivElement>
}

export const DishesSidebar = memo(function DishesSidebar({ list, width, foot }: DishesSidebarProps) {
  return (
    <aside
      aria-labelledby="kitchen-dishes"
      style={{ width }}
      className="ml-auto flex shrink-0 flex-col overflow-hidden card-face shadow-soft"
    >
      <h2
        id="kitchen-dishes"
        className="display flex shrink-0 flex-wrap items-baseline justify-between gap-x-2 px-3.5 pt-3 pb-2.5 text-title leading-tight"
      >
        {t('kitchen.sidebar.title')}{' '}
        <span className="figures font-medium font-sans text-base text-muted">
          {list && t('kitchen.sidebar.portions', { count: countPortions(list.dishes) })}
        </span>
      </h2>
      <div className="kitchen-dishes-list flex min-h-0 flex-1 flex-col overflow-y-auto">
        {list && <DishesList {...list} />}
        <KeyHelp />
      </div>
      <div ref={foot} data-kept-free="" className="shrink-0" />
    </aside>
  )
})
