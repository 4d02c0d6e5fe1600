import { Ban, Check, Minus, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { MenuOption, OptionGroup } from '#shared/contracts/menu/options.ts'
import { categoryIn, nameIn } from '#shared/domain/language.ts'
import { closedCategories } from '#shared/domain/menu/closed-categories.ts'
import type { Orderable } from '#shared/domain/menu/filter.ts'
import {
  choicePrice,
  choiceProblems,
  countChoices,
  countIn,
  isAvailableAt,
  possibleChoice,
  withChoice,
} from '#shared/domain/menu/options.ts'
import { type CartOption, cartCount, cartDishOf, keyOf } from '#shared/domain/orders/cart.ts'
import { cartOptions } from '#shared/domain/orders/cart-repair.ts'
import { searchExpression, searchedText } from '#shared/domain/search.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { scrollBehavior } from '../../../lib/browser/environment.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { nextHoursText, withNotNow } from '../../../lib/settings/not-now.ts'
import { useMoney, useSettings } from '../../../lib/settings/settings.ts'
import {
  Button,
  cx,
  DrawerFrame,
  DrawerPanel,
  IconButton,
  SearchBox,
  Skeleton,
  useTranslation,
} from '../../../ui/index.ts'
import { putInRound, useRoundDraft } from './round-drafts.ts'

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
  const { t, language } = useTranslation()
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Where a field opens the keyboard, that would cover the dishes.
    if (searchFirst && matchMedia('(pointer: fine)').matches) search.current?.focus({ preventScroll: true })
  }, [searchFirst])
  const expression = searchExpression(query)
  const { marked, categories, closedHours } = useServedFirst(menu)
  const found = marked.filter(({ name, nameRo }) => expression.test(searchedText(name, nameRo)))
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
      {query.trim() === '' && (
        <nav
          aria-label={t('menu.categories')}
          className="no-scrollbar flex shrink-0 gap-1 overflow-x-auto px-3 pt-1.5 pb-1"
        >
          {categories.map((dish) => (
            <button
              key={dish.category}
              type="button"
              onClick={() =>
                document.getElementById(sectionId(dish.category))?.scrollIntoView({ behavior: scrollBehavior() })
              }
              className={cx(
                'h-11 shrink-0 whitespace-nowrap rounded-full bg-sunk px-3.5 font-semibold text-sm',
                closedHours.has(dish.category) ? 'text-muted' : 'text-ink',
              )}
            >
              {categoryIn(language, dish)}
            </button>
          ))}
        </nav>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-3">
        {found.length === 0 && <p className="py-8 text-center text-muted">{t('floor.nothingFound')}</p>}
        {categories.map((category) => {
          const dishes = found.filter((dish) => dish.category === category.category)
          if (dishes.length === 0) return null
          return (
            <section
              key={category.category}
              id={sectionId(category.category)}
              aria-label={categoryIn(language, category)}
            >
              <div className="flex flex-wrap items-baseline gap-x-2 pt-3 pb-1">
                <h3 className={cx('display text-lg', closedHours.has(category.category) && 'text-muted')}>
                  {categoryIn(language, category)}
                </h3>
                <span className="figures text-muted text-sm">{closedHours.get(category.category)}</span>
              </div>
              <ul className="divide-y divide-line rounded-card bg-card shadow-soft">
                {dishes.map((dish) => (
                  <DishRow key={dish.id} draftId={draftId} dish={dish} {...row} />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </>
  )
}

/** The menu with what is served now first, as of its opening: nothing moves (docs/product/hours.md#hours-served). */
function useServedFirst(menu: readonly MenuItem[]) {
  const { timeZone } = useSettings()
  const [now] = useState(() => new Date(serverNow()))
  return useMemo(() => {
    const marked = withNotNow(menu, now, timeZone)
    const closed = closedCategories(marked, true)
    const inOrder = [...new Map(marked.map((dish) => [dish.category, dish])).values()]
    const isClosed = ({ category }: MenuItem) => closed.has(category)
    const categories = [...inOrder.filter((one) => !isClosed(one)), ...inOrder.filter(isClosed)]
    const closedHours = new Map(
      categories
        .filter(isClosed)
        .map(({ category, categoryServedHours: hours }) => [
          category,
          hours ? nextHoursText(hours, now, timeZone) : '',
        ]),
    )
    return { marked, categories, closedHours }
  }, [menu, now, timeZone])
}

type DishRowProps = Pick<RoundDishesProps, 'draftId' | 'guestName' | 'onAsk' | 'onSeveral'> & {
  dish: MenuItem & Pick<Orderable, 'notNow'>
}

function DishRow({ draftId, dish, guestName, onAsk, onSeveral }: DishRowProps) {
  const { t, language } = useTranslation()
  const { format } = useMoney()
  const lines = useRoundDraft(draftId).lines.filter(
    (line) => line.dish.id === dish.id && (line.guestName ?? null) === guestName,
  )
  const quantity = cartCount(lines)
  const name = nameIn(language, dish)
  const isSoldOut = dish.soldOutUntil !== null || dish.unmet
  const addOne = (options: CartOption[]) =>
    putInRound(draftId, { dish: cartDishOf(dish), quantity: 1, options, guestName })
  const takeOne = () => {
    const [line, other] = lines
    if (other) onSeveral()
    else if (line) putInRound(draftId, { ...line, quantity: quantity - 1 }, keyOf(line))
  }
  return (
    <li className="relative flex min-h-14 items-center gap-1 pr-1.5 pl-3.5">
      <button
        type="button"
        disabled={isSoldOut}
        aria-label={t('menu.add', { name })}
        aria-haspopup={dish.hasOptions ? 'dialog' : undefined}
        onClick={() => (dish.hasOptions ? onAsk({ dish, onChosen: addOne }) : addOne([]))}
        className="min-w-0 flex-1 py-2 text-left after:absolute after:inset-0 disabled:text-muted"
      >
        <span className={cx('block font-medium leading-snug', dish.notNow && 'text-muted')}>{name}</span>
        <span className="figures block text-muted text-sm">
          {isSoldOut
            ? t('menu.soldOutToday')
            : dish.fromPrice === null
              ? format(dish.price)
              : t('floor.from', { price: format(dish.fromPrice) })}
          {!isSoldOut && dish.portionsLeft !== null && ` · ${t('soldOut.left', { count: dish.portionsLeft })}`}
          {!isSoldOut && dish.notNow && ` · ${dish.notNow}`}
        </span>
      </button>
      {quantity > 0 && (
        <>
          <IconButton label={t('menu.less', { name })} variant="sunk" onClick={takeOne} className="z-1 rounded-full!">
            <Minus aria-hidden="true" className="size-4.5" />
          </IconButton>
          <output
            aria-label={t('floor.quantityOf', { name })}
            className="figures min-w-7 text-center font-bold text-lg"
          >
            {quantity}
          </output>
        </>
      )}
      {!isSoldOut && (
        <span
          aria-hidden="true"
          className={cx(
            'grid size-11 shrink-0 place-items-center rounded-full',
            quantity > 0 ? 'bg-accent text-on-accent' : 'bg-sunk text-ink',
          )}
        >
          <Plus className="size-5" />
        </span>
      )}
    </li>
  )
}

export interface AskedOptions {
  dish: MenuItem
  /** The options of the line that is changed; undefined for a new one. */
  earlier?: readonly number[]
  onChosen: (options: CartOption[]) => void
}

interface RoundOptionsProps {
  open: boolean
  asked: AskedOptions
  /** Undefined while the groups are not known. */
  groups: readonly OptionGroup[] | undefined
  onClose: () => void
}

/** The options of a dish of the round: one tap for each choice (docs/product/floor.md#floor-round). */
export function RoundOptions({ open, asked, groups, onClose }: RoundOptionsProps) {
  return (
    <DrawerFrame open={open} onOpenChange={onClose} hugsContent>
      {groups ? <Choice asked={asked} groups={groups} onClose={onClose} /> : <Skeleton className="m-5 h-44" />}
    </DrawerFrame>
  )
}

const groupId = ({ id }: OptionGroup) => `round-group-${id}`

function Choice({
  asked,
  groups,
  onClose,
}: {
  asked: AskedOptions
  groups: readonly OptionGroup[]
  onClose: () => void
}) {
  const { t, language } = useTranslation()
  const { format } = useMoney()
  const { dish, earlier, onChosen } = asked
  const now = new Date(serverNow())
  const preselected = groups.flatMap(({ options }) => options.filter((one) => one.preselected).map(({ id }) => id))
  const [choice, setChoice] = useState<readonly number[]>(() => possibleChoice(groups, earlier ?? preselected, now))
  // The menu may change meanwhile.
  const chosen = possibleChoice(groups, choice, now)
  const [problem] = choiceProblems(groups, chosen, now)
  const missing = problem && groups.find(({ name }) => name === problem.group)
  const finish = () => {
    if (missing) {
      document.getElementById(groupId(missing))?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' })
      document.querySelector<HTMLElement>(`#${groupId(missing)} button:not([disabled])`)?.focus({ preventScroll: true })
      return
    }
    onChosen(cartOptions(groups, chosen))
    onClose()
  }
  return (
    <DrawerPanel
      title={nameIn(language, dish)}
      footer={
        <Button size="large" variant={missing ? 'outline' : 'primary'} onClick={finish} className="w-full text-name">
          {missing
            ? t('floor.choose', { group: nameIn(language, missing) })
            : t(earlier ? 'floor.changeLine' : 'menu.dish.add', {
                total: format(dish.price + choicePrice(groups, chosen)),
              })}
        </Button>
      }
    >
      {groups
        .filter(({ options }) => options.length > 0)
        .map((group) => (
          <fieldset key={group.id} id={groupId(group)} className="pt-3 pb-1">
            <legend className="contents">
              <span className="flex items-baseline gap-2">
                <span className="display text-lg">{nameIn(language, group)}</span>
                <span className="text-muted text-sm">{limitText(t, group, countIn(group, chosen))}</span>
              </span>
            </legend>
            <div className="mt-1.5 flex flex-wrap gap-2">
              {group.options.map((option) => (
                <OptionButton
                  key={option.id}
                  group={group}
                  option={option}
                  taken={countChoices(chosen).get(option.id) ?? 0}
                  isAvailable={isAvailableAt(option, now)}
                  onChoose={(count) => setChoice(withChoice(group, chosen, option, count))}
                />
              ))}
            </div>
          </fieldset>
        ))}
    </DrawerPanel>
  )
}

function limitText(t: TFunction, { min, max }: OptionGroup, count: number): string {
  if (max !== null && max > 1) return t('floor.chosenOf', { count, of: max })
  if (min > 0) return t('floor.atLeast', { min })
  return ''
}

interface OptionButtonProps {
  group: OptionGroup
  option: MenuOption
  taken: number
  isAvailable: boolean
  onChoose: (count: number) => void
}

/** A tap takes an option; the next takes it once more, as often as it may be taken, and then gives it back. */
function OptionButton({ group: { min, max, without }, option, taken, isAvailable, onChoose }: OptionButtonProps) {
  const { t, language } = useTranslation()
  const { inParts } = useMoney()
  const isChosen = taken > 0
  const most = max === 1 ? 1 : option.times
  const next = taken < most ? taken + 1 : max === 1 && min === 1 ? 1 : 0
  const Sign = without ? Ban : Check
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={!isAvailable && !isChosen}
      onClick={() => onChoose(next)}
      className={cx(
        'flex min-h-11 items-center gap-2 rounded-control border px-3.5 py-1.5 text-left font-semibold text-body disabled:text-muted disabled:line-through',
        isChosen ? 'border-ink bg-ink text-paper' : 'border-edge bg-card',
      )}
    >
      {isChosen && <Sign aria-hidden="true" className="size-4 shrink-0" strokeWidth={3} />}
      <span className="min-w-0">
        {taken > 1 && <span className="figures">{taken}× </span>}
        {nameIn(language, option)}
      </span>
      {option.price > 0 && <span className="figures font-medium">+{inParts(option.price).figure}</span>}
      {!isAvailable && <span className="sr-only">{t('menu.soldOutToday')}</span>}
    </button>
  )
}
