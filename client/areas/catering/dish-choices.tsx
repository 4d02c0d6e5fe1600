import { Minus, Plus } from 'lucide-react'
import { memo, useId } from 'react'
import { EVENT_QUANTITY_MAX } from '#shared/contracts/catering.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { searchExpression, searchedText } from '#shared/domain/search.ts'
import { ScrolledList } from '../../lib/loading/list.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Badge, cx, Money, useTranslation } from '../../ui/index.ts'
import { quantityOf, sortedByName } from './proposal.ts'

/** What the owner should know about a dish before offering it. */
const MARKS = {
  hidden: { tone: 'neutral', label: 'menuEditor.isHidden' },
  soldOut: { tone: 'cancelled', label: 'menu.soldOutToday' },
} as const
type DishMark = keyof typeof MARKS

interface DishChoiceProps {
  row: EventDish
  quantityText: string
  error: string | undefined
  /** The first quantity: a portion for each guest. */
  guests: number
  onType: (id: number, quantityText: string) => void
}

const STEP_BUTTON = 'disc size-11 enabled:hover:bg-line disabled:opacity-50'

/** A dish with its quantity; memoized, because the list is long. */
const DishChoice = memo(function DishChoice({ row, quantityText, error, guests, onType }: DishChoiceProps) {
  const { t, language } = useTranslation()
  const { currency } = useSettings()
  const { id, price, mark } = row
  const name = nameIn(language, row)
  const quantity = quantityOf(quantityText)
  const errorId = useId()
  const set = (next: number) => onType(id, next > 0 ? String(next) : '')
  return (
    <li
      aria-label={name}
      className={cx(
        'off-screen flex flex-wrap items-center gap-x-3 gap-y-1 border-line px-3.5 py-2 not-first:border-t',
        '[--height:60px] @phone/page:px-5',
        quantity > 0 && 'bg-accent-soft',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          {mark && (
            <Badge tone={MARKS[mark].tone} className="whitespace-nowrap">
              {t(MARKS[mark].label)}
            </Badge>
          )}
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
          className="figures h-9 w-14 scroll-my-28 rounded-chip border border-edge bg-card text-center font-bold aria-invalid:border-cancelled"
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

/** A dish that can be chosen. */
interface EventDish extends Pick<MenuItem, 'id' | 'name' | 'nameRo' | 'price'> {
  mark: DishMark | undefined
  /** Both names without case and diacritics, for searching. */
  searchText: string
}

/** All dishes of the menu, sorted by their names in the language. */
export function dishRows(dishes: readonly MenuItem[], language: Language): EventDish[] {
  return sortedByName(dishes, language).map(({ id, name, nameRo, price, isActive, soldOutUntil }) => ({
    ...{ id, name, nameRo, price, searchText: searchedText(name, nameRo) },
    mark: isActive ? (soldOutUntil === null ? undefined : 'soldOut') : 'hidden',
  }))
}

/** The rows with `query` in a name of either language and, if `ids` is not null, one of these ids; and those with a message. */
export function findRows(
  rows: readonly EventDish[],
  query: string,
  ids: ReadonlySet<number> | null,
  messages: Messages,
): EventDish[] {
  const expression = searchExpression(query)
  return rows.filter(
    ({ id, searchText }) => messages.get(id) || (expression.test(searchText) && (ids === null || ids.has(id))),
  )
}

/** The number of rows rendered at first, and added each time the user scrolls near the end. */
const ROWS_PER_STEP = 40

/** By dish id: what is wrong with its quantity. */
type Messages = ReadonlyMap<number, string | undefined>

interface DishChoicesProps {
  rows: readonly EventDish[]
  /** By dish id, as typed. */
  quantities: ReadonlyMap<number, string>
  messages: Messages
  guests: number
  onType: (id: number, typed: string) => void
}

/** The dishes with their quantities, rendered as the user scrolls towards them; those with a message at once. */
export function DishChoices({ rows, quantities, messages, guests, onType }: DishChoicesProps) {
  const { t } = useTranslation()
  return (
    <ScrolledList
      items={rows}
      step={ROWS_PER_STEP}
      least={rows.findLastIndex(({ id }) => messages.get(id)) + 1}
      label={t('catering.dishes')}
      className="overflow-hidden card-face shadow-soft"
    >
      {(row) => (
        <DishChoice
          key={row.id}
          row={row}
          quantityText={quantities.get(row.id) ?? ''}
          error={messages.get(row.id)}
          guests={guests}
          onType={onType}
        />
      )}
    </ScrolledList>
  )
}
