import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { categoryIn, LANGUAGES, nameIn } from '#shared/domain/language.ts'
import { isSoldOut, type Orderable } from '#shared/domain/menu/filter.ts'
import { type CartOption, cartCount, cartDishOf, keyOf } from '#shared/domain/orders/cart.ts'
import { scrollBehavior } from '../../../lib/browser/environment.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { timeZone } from '../../../lib/settings/settings.ts'
import { cx, language, SearchBox, Stepper, t } from '../../../ui/index.ts'
import { actionableFirst, menuSections, searchMenu, withNotNow } from '../../menu/index.ts'
import { SoldOutSwitch } from '../../orders/index.ts'
import { DishPrice } from '../../prices/index.ts'
import { putInRound, useRoundDraft } from './round-drafts.ts'
import type { AskedOptions } from './round-options.tsx'

interface RoundDishesProps {
  draftId: number
  menu: readonly MenuItem[]
  query: string
  onSearch: (query: string) => void
  /** Whether typing searches at once. */
  searchFirst: boolean
  /** For whom a tap adds a dish. */
  guestName: string | null
  onAsk: (asked: AskedOptions) => void
  /** Shows the lines of the round: a dish stands in several. */
  onSeveral: () => void
}

const sectionId = (category: string) => `round-${encodeURIComponent(category)}`

/** The menu as a list: a tap on a dish adds one portion; a dish with options asks for them first. */
export function RoundDishes({ draftId, menu, query, onSearch, searchFirst, ...row }: RoundDishesProps) {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Where a field opens the keyboard, that would cover the dishes.
    if (searchFirst && matchMedia('(pointer: fine)').matches) search.current?.focus({ preventScroll: true })
  }, [searchFirst])
  const [now] = useState(() => new Date(serverNow()))
  const marked = useMemo(() => withNotNow(menu, now, timeZone), [menu, now])
  // As it was when the list was opened, so that no dish moves under a finger.
  const [last] = useState(() => new Set(marked.filter(isSoldOut).map(({ id }) => id)))
  const dishes = useMemo(() => actionableFirst(marked, ({ id }) => !last.has(id)), [marked, last])
  const sections = useMemo(() => menuSections(dishes), [dishes])
  const isSearching = query.trim() !== ''
  const { categories, byName } = searchMenu(dishes, query, LANGUAGES)
  const others = byName.filter(({ category }) => !categories.some(({ key }) => key === category))
  const shown = isSearching ? categories : sections
  const rowsOf = (items: typeof dishes) => (
    <ul className="divide-y divide-line rounded-card bg-card shadow-soft">
      {items.map((dish) => (
        <DishRow key={dish.id} draftId={draftId} dish={dish} {...row} />
      ))}
    </ul>
  )
  return (
    <>
      <div data-kept-free="" className="px-3">
        <SearchBox
          ref={search}
          label={t('menu.openSearch')}
          placeholder={t('menu.openSearch')}
          query={query}
          onChange={onSearch}
        />
      </div>
      {!isSearching && (
        <nav
          aria-label={t('menu.categories')}
          className="no-scrollbar flex shrink-0 gap-1 overflow-x-auto px-3 pt-1.5 pb-1"
        >
          {sections.map((section) => (
            <button
              key={section.key}
              type="button"
              onClick={() =>
                document.getElementById(sectionId(section.key))?.scrollIntoView({ behavior: scrollBehavior() })
              }
              className="h-11 shrink-0 whitespace-nowrap rounded-full bg-sunk px-3.5 font-semibold text-ink text-sm"
            >
              {categoryIn(language, section)}
            </button>
          ))}
        </nav>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-3">
        {shown.length + others.length === 0 && <p className="py-8 text-center text-muted">{t('floor.nothingFound')}</p>}
        {shown.map((section) => (
          <section key={section.key} id={sectionId(section.key)} aria-label={categoryIn(language, section)}>
            <h3 className="display pt-3 pb-1 text-lg">{categoryIn(language, section)}</h3>
            {rowsOf(section.items)}
          </section>
        ))}
        {others.length > 0 && <div className="pt-3">{rowsOf(others)}</div>}
      </div>
    </>
  )
}

type DishRowProps = Pick<RoundDishesProps, 'draftId' | 'guestName' | 'onAsk' | 'onSeveral'> & {
  dish: MenuItem & Pick<Orderable, 'notNow'>
}

function DishRow({ draftId, dish, guestName, onAsk, onSeveral }: DishRowProps) {
  const lines = useRoundDraft(draftId).lines.filter(
    (line) => line.dish.id === dish.id && (line.guestName ?? null) === guestName,
  )
  const quantity = cartCount(lines)
  const name = nameIn(language, dish)
  const isGone = isSoldOut({ ...dish, notNow: undefined })
  const addOne = (options: CartOption[]) =>
    putInRound(draftId, { dish: cartDishOf(dish), quantity: 1, options, guestName })
  const add = () => (dish.hasOptions ? onAsk({ dish, onChosen: addOne }) : addOne([]))
  const takeOne = () => {
    const [line, other] = lines
    if (other) onSeveral()
    else if (line) putInRound(draftId, { ...line, quantity: quantity - 1 }, keyOf(line))
  }
  return (
    <li className="relative flex min-h-14 items-center gap-1 pr-1.5 pl-3.5">
      <button
        type="button"
        disabled={isGone}
        aria-label={t('menu.add', { name })}
        aria-haspopup={dish.hasOptions ? 'dialog' : undefined}
        onClick={add}
        className="min-w-0 flex-1 py-2 text-left after:absolute after:inset-0 disabled:text-muted"
      >
        <span className={cx('block font-medium leading-snug', dish.notNow && 'text-muted')}>{name}</span>
        <span className="figures block text-muted text-sm">
          {isGone ? t('menu.soldOutToday') : <DishPrice dish={dish} />}
          {!isGone && dish.portionsLeft !== null && ` · ${t('soldOut.left', { count: dish.portionsLeft })}`}
          {!isGone && dish.notNow && ` · ${dish.notNow}`}
        </span>
      </button>
      {quantity > 0 ? (
        <div className="z-1">
          <Stepper
            name={name}
            quantity={quantity}
            max={isGone ? quantity : undefined}
            onChange={(next) => (next > quantity ? add() : takeOne())}
          />
        </div>
      ) : (
        !isGone && (
          <span aria-hidden="true" className="disc size-11 bg-sunk text-ink">
            <Plus className="size-5" />
          </span>
        )
      )}
      {quantity === 0 && dish.soldOutUntil !== null && <SoldOutSwitch dish={dish} />}
    </li>
  )
}
