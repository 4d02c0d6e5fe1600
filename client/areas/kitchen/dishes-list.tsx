import { CheckCheck } from 'lucide-react'
import { memo, type ReactNode, type Ref, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Language } from '#shared/domain/language.ts'
import { createValue } from '../../lib/browser/storage.ts'
import { importWithRetry, whenIdle } from '../../lib/loading/import-with-retry.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { type DishToMake, DishVariants, dishesToMake, dishName, keyOfDish, recordTap } from '../orders/index.ts'
import type { KitchenCard } from './cards.ts'
import { wholeRows } from './layout.ts'
import { tickLines } from './seen.ts'

/** The key of the dish that is chosen among the dishes to make; its quantities are outlined on all cards. */
export const chosenDish = createValue<string | undefined>(undefined)

/** The dishes to make of all cards. The choice ends with the dish: a new order of it is not outlined. */
export function useDishesToMake(cards: readonly KitchenCard[]): readonly DishToMake[] {
  const dishes = useMemo(
    () => dishesToMake(cards.map(({ order: { id }, toCook }) => ({ id, status: 'preparing', items: [...toCook] }))),
    [cards],
  )
  useEffect(() => {
    const key = chosenDish.get()
    if (key !== undefined && !dishes.some((dish) => dish.key === key)) chosenDish.set(undefined)
  }, [dishes])
  return dishes
}

export const countPortions = (dishes: readonly DishToMake[]): number =>
  dishes.reduce((sum, { quantity }) => sum + quantity, 0)

const loadSellOut = importWithRetry(() => import('./sell-out.tsx'))

export interface DishesListProps {
  cards: readonly KitchenCard[]
  dishes: readonly DishToMake[]
  language: Language
  /** How many of the dishes are in sight; by default all. */
  shown?: number
}

/** The dishes to make; the chosen one can be ticked on all cards, or marked as sold out. */
export function DishesList({ cards, dishes, language, shown = dishes.length }: DishesListProps) {
  const { t } = useTranslation()
  const chosen = chosenDish.use()
  useEffect(() => whenIdle(() => void loadSellOut.prefetch()), [])
  const sellOut = async (dish: DishToMake) => (await loadSellOut()).askToSellOut(t, dish, dishName(t, language, dish))
  const tickAll = (key: string) => {
    const lines = cards.flatMap(({ order, toCook }) =>
      toCook.filter((line) => keyOfDish(line) === key).map((line) => ({ order, line })),
    )
    void tickLines(lines, true, language)
    chosenDish.set(undefined)
  }
  return (
    <ul>
      {dishes.length === 0 && <li className="px-4 py-3 text-lg text-muted">{t('kitchen.sidebar.none')}</li>}
      {dishes.map((dish, index) => (
        <li
          key={dish.key}
          className={cx('border-line border-t', dish.key === chosen && 'bg-sunk', index >= shown && 'invisible')}
        >
          <DishRow
            dishKey={dish.key}
            quantity={dish.quantity}
            name={dishName(t, language, dish)}
            variants={dish.variants}
            language={language}
            isChosen={dish.key === chosen}
          />
          {dish.key === chosen && (
            <div className="flex flex-col gap-2 px-2 pb-2">
              <ListButton onClick={() => tickAll(dish.key)}>
                <CheckCheck aria-hidden="true" className="size-5.5" />
                {t('kitchen.sidebar.allDone')}
              </ListButton>
              {dish.menuItemId !== null && (
                <ListButton onClick={() => void sellOut(dish)}>{t('orders.soldOut.mark')}</ListButton>
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

interface DishRowProps {
  dishKey: string
  quantity: number
  name: string
  variants: DishToMake['variants']
  language: Language
  isChosen: boolean
}

/** The variants are new objects with each order. */
const isSameDish = ({ variants: a, ...before }: DishRowProps, { variants: b, ...after }: DishRowProps) =>
  Object.keys(before).every((key) => before[key as keyof typeof before] === after[key as keyof typeof after]) &&
  JSON.stringify(a) === JSON.stringify(b)

/** Rendered only when its own quantity changes: one tick changes one dish of a hundred. */
const DishRow = memo(function DishRow({ dishKey, quantity, name, variants, language, isChosen }: DishRowProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => chosenDish.set(isChosen ? undefined : dishKey)}
      className="flex min-h-14 w-full items-center gap-1.5 px-1.5 py-1.5 text-left -outline-offset-2 hover:bg-sunk"
    >
      <span
        className={cx(
          'figures grid h-10 min-w-8 shrink-0 place-items-center rounded-chip px-0.5 font-bold text-figure leading-none',
          isChosen && 'border-3 border-ink',
        )}
      >
        {quantity}
      </span>
      <span className="min-w-0 flex-1 break-words font-medium text-name leading-tight">
        {name}
        <DishVariants variants={variants} language={language} className="text-base" />
      </span>
    </button>
  )
}, isSameDish)

function ListButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={(event) => {
        if (!recordTap(event.nativeEvent)) onClick()
      }}
      className="large-target w-full"
    >
      {children}
    </button>
  )
}

/** What the keys do: at the foot of the sidebar, or after the last dish if the list is as long as the sidebar. */
function KeyHelp() {
  const { t } = useTranslation()
  return (
    <ul
      aria-label={t('kitchen.keys.title')}
      className="mt-auto flex shrink-0 flex-col gap-1.5 border-line border-t px-3.5 pt-3 text-body text-muted"
    >
      <li>
        <Key>1–9</Key> {t('kitchen.keys.order')}
      </li>
      <li>
        <Key>↑</Key> <Key>↓</Key> {t('kitchen.keys.line')}
      </li>
      <li>
        <Key>Enter</Key> {t('kitchen.keys.tick')}
      </li>
      <li>
        <Key>{t('kitchen.keys.space')}</Key> {t('kitchen.keys.rest')}
      </li>
    </ul>
  )
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid min-h-6 min-w-6 place-items-center rounded-small border border-current px-1.5 font-sans font-semibold leading-none">
      {children}
    </kbd>
  )
}

const BUTTON_REM = 3.5

function WholeRows(list: DishesListProps) {
  const { t } = useTranslation()
  const area = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const [fit, setFit] = useState({ count: Number.POSITIVE_INFINITY, height: 0 })
  const [isUnfolded, setUnfolded] = useState(false)
  const chosen = chosenDish.use()
  useLayoutEffect(() => {
    const read = () => {
      const list = rows.current?.firstElementChild
      if (!(list instanceof HTMLElement) || !area.current) return
      const bottoms = [...list.children].map((row) =>
        row instanceof HTMLElement ? row.offsetTop + row.offsetHeight - list.offsetTop : 0,
      )
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      const count = wholeRows(bottoms, area.current.clientHeight, BUTTON_REM * rem)
      const height = bottoms[count - 1] ?? 0
      setFit((former) => (former.count === count && former.height === height ? former : { count, height }))
    }
    read()
    const observer = new ResizeObserver(read)
    for (const element of [area.current, rows.current?.firstElementChild]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const isLong = fit.count < list.dishes.length
  const isCut = isLong && !isUnfolded && list.dishes.findIndex(({ key }) => key === chosen) < fit.count
  return (
    <div ref={area} className="flex min-h-0 flex-1 flex-col">
      <div
        ref={rows}
        className={cx(
          'min-h-0',
          isCut ? 'overflow-hidden' : 'kitchen-dishes-list flex flex-1 flex-col overflow-y-auto',
        )}
        style={isCut ? { height: fit.height } : undefined}
      >
        <DishesList {...list} shown={isCut ? fit.count : undefined} />
        {!isCut && <KeyHelp />}
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={!isCut}
          onClick={() => setUnfolded(isCut)}
          style={{ height: `${BUTTON_REM}rem` }}
          className="w-full shrink-0 border-line border-t font-semibold text-name text-muted hover:bg-sunk"
        >
          {isCut ? t('orders.unfold', { count: list.dishes.length - fit.count }) : t('common.showLess')}
        </button>
      )}
    </div>
  )
}

interface DishesSidebarProps extends DishesListProps {
  /** In pixels. */
  width: number
  /** Gets the place below the dishes, for the buttons that lead to the other cards. */
  foot: Ref<HTMLDivElement>
}

export function DishesSidebar({ width, foot, ...list }: DishesSidebarProps) {
  const { t } = useTranslation()
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
          {t('kitchen.sidebar.portions', { count: countPortions(list.dishes) })}
        </span>
      </h2>
      <WholeRows {...list} />
      <div ref={foot} data-kept-free="" className="shrink-0" />
    </aside>
  )
}
