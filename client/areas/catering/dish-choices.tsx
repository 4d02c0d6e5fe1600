import { Minus, Plus } from 'lucide-react'
import { memo, useId } from 'react'
import { EVENT_QUANTITY_MAX } from '#shared/contracts/catering.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type Language, type Named, nameIn } from '#shared/domain/language.ts'
import { type Currency, moneyParts } from '#shared/domain/money.ts'
import { searchExpression, searchedText } from '#shared/domain/search.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { ScrolledList } from '../../lib/loading/list.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Badge, cx, Money, useTranslation } from '../../ui/index.ts'
import { type ChosenDish, parseQuantity, sortedByName } from './draft.ts'

/** A state of a dish that the owner should know before offering it. */
type DishMark = 'hidden' | 'soldOut' | 'deleted'

const MARKS = {
  hidden: { tone: 'neutral', label: 'menuEditor.isHidden' },
  soldOut: { tone: 'cancelled', label: 'menuEditor.soldOutToday' },
  deleted: { tone: 'pending', label: 'catering.deleted' },
} as const

export function MarkBadge({ mark }: { mark: DishMark }) {
  const { t } = useTranslation()
  const { tone, label } = MARKS[mark]
  return (
    <Badge tone={tone} className="whitespace-nowrap">
      {t(label)}
    </Badge>
  )
}

interface DishChoiceProps {
  id: number
  name: string
  /** Price of one portion, in minor units. */
  price: number
  currency: Currency
  mark: DishMark | undefined
  quantityText: string
  serverError: string | undefined
  /** The first quantity: a portion for each guest. */
  guests: number
  onType: (id: number, quantityText: string) => void
}

/** Value of `data-field` by which the quantity field of a dish is found. */
export const quantityField = (dishId: number) => `event-dish-${dishId}`

const STEP_BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-full hover:bg-line disabled:text-muted disabled:opacity-50 disabled:hover:bg-transparent'

/** A dish with its quantity; memoized, because the list is long. */
const DishChoice = memo(function DishChoice(props: DishChoiceProps) {
  const { id, name, price, currency, mark, quantityText, serverError, guests, onType } = props
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { quantity, error: typingError } = parseQuantity(quantityText)
  const error = serverError ?? fieldError(typingError === undefined ? undefined : { message: typingError })
  const errorId = useId()
  const set = (next: number) => onType(id, next > 0 ? String(next) : '')
  return (
    <li
      aria-label={name}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 border-line px-3.5 py-2 not-first:border-t @min-[40rem]/page:px-5',
        '[contain-intrinsic-size:auto_60px] [content-visibility:auto]',
        quantity > 0 && 'bg-accent-soft',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          {mark && <MarkBadge mark={mark} />}
        </p>
        <Money parts={moneyParts(price, currency)} className="text-sm text-muted" />
      </div>
      <div className="flex h-11 shrink-0 items-center rounded-full bg-sunk">
        <button
          type="button"
          className={STEP_BUTTON}
          aria-label={t('menu.less', { name })}
          disabled={quantity === 0}
          onClick={() => set(quantity - 1)}
        >
          <Minus className="size-[17px]" />
        </button>
        <input
          data-field={quantityField(id)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          aria-label={t('catering.quantity', { name })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          value={quantityText}
          placeholder="0"
          onChange={({ target }) => onType(id, target.value)}
          onFocus={({ target }) => target.select()}
          className="figures h-9 w-14 scroll-my-28 rounded-[10px] border border-edge bg-card text-center text-base font-bold text-ink placeholder:font-normal placeholder:text-muted aria-invalid:border-cancelled"
        />
        <button
          type="button"
          className={STEP_BUTTON}
          aria-label={t('menu.more', { name })}
          disabled={quantity >= EVENT_QUANTITY_MAX}
          onClick={() => set(quantity === 0 ? guests : quantity + 1)}
        >
          <Plus className="size-[17px]" />
        </button>
      </div>
      {error && (
        <p id={errorId} className="w-full text-right text-sm font-medium text-cancelled">
          {error}
        </p>
      )}
    </li>
  )
})

/** A dish that can be chosen: on the menu, or chosen before it was deleted. */
export interface EventDish extends Named {
  id: number
  price: number
  mark: DishMark | undefined
  /** Both names without case and diacritics, for searching. */
  searchText: string
}

/** All dishes that can be chosen, sorted by their names in the language, hidden ones last. */
export function dishRows(
  dishes: readonly MenuItem[],
  chosen: Readonly<Record<string, ChosenDish>>,
  language: Language,
): EventDish[] {
  const menuIds = new Set(dishes.map(({ id }) => id))
  const deleted = Object.entries(chosen).filter(([id]) => !menuIds.has(Number(id)))
  const rows = [
    ...dishes.map((dish) => rowOf(dish.id, dish, markOf(dish))),
    ...deleted.map(([id, dish]) => rowOf(Number(id), dish, 'deleted')),
  ]
  // Hidden ones last: they are seldom meant.
  const isHidden = ({ mark }: EventDish) => mark === 'hidden'
  const sorted = sortedByName(rows, language)
  return [...sorted.filter((row) => !isHidden(row)), ...sorted.filter(isHidden)]
}

function rowOf(id: number, { name, nameRo, price }: Named & { price: number }, mark: DishMark | undefined): EventDish {
  return { id, name, nameRo, price, mark, searchText: searchedText(name, nameRo ?? '') }
}

function markOf({ isActive, soldOutUntil }: MenuItem): DishMark | undefined {
  if (!isActive) return 'hidden'
  return soldOutUntil === null ? undefined : 'soldOut'
}

/** The rows with `query` in a name of either language; if `ids` is not null, only those with these ids. */
export function findRows(rows: readonly EventDish[], query: string, ids: ReadonlySet<number> | null): EventDish[] {
  const expression = searchExpression(query)
  return rows.filter(({ id, searchText }) => expression.test(searchText) && (ids === null || ids.has(id)))
}

/** The number of rows rendered at first, and added each time the user scrolls near the end. */
const ROWS_PER_STEP = 40

interface DishChoicesProps {
  rows: readonly EventDish[]
  chosen: Readonly<Record<string, ChosenDish>>
  serverErrors: ReadonlyMap<number, string>
  /** A dish that is rendered at once, wherever it is in the list. */
  revealedId: number | undefined
  guests: number
  onType: (id: number, typed: string) => void
}

/** The dishes with their quantities, rendered as the user scrolls towards them. */
export function DishChoices({ rows, chosen, serverErrors, revealedId, guests, onType }: DishChoicesProps) {
  const { t, language } = useTranslation()
  const { currency } = useSettings()
  return (
    <ScrolledList
      items={rows}
      step={ROWS_PER_STEP}
      least={rows.findIndex(({ id }) => id === revealedId) + 1}
      label={t('catering.dishes')}
      className="overflow-hidden rounded-card border border-line bg-card shadow-soft"
    >
      {({ id, name, nameRo, price, mark }) => (
        <DishChoice
          key={id}
          id={id}
          name={nameIn(language, { name, nameRo })}
          price={price}
          currency={currency}
          mark={mark}
          quantityText={chosen[id]?.quantity ?? ''}
          serverError={serverErrors.get(id)}
          guests={guests}
          onType={onType}
        />
      )}
    </ScrolledList>
  )
}
