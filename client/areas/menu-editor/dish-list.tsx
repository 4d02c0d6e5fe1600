import { CircleSlash } from 'lucide-react'
import { type CSSProperties, memo, startTransition, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { descriptionIn, type Language, nameIn } from '#shared/domain/language.ts'
import { type Currency, moneyParts } from '#shared/domain/money.ts'
import { useNear } from '../../lib/browser/layout.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import {
  Badge,
  cx,
  IconButton,
  Money,
  MoreMenu,
  SharedActionMenu,
  useFocusOnRemoval,
  useTranslation,
} from '../../ui/index.ts'
import { DishPicture } from '../pictures/index.ts'
import { NotServedMark, ServedHoursBadge } from './declaration-fields.tsx'
import type { DishGroup } from './filters.ts'
import type { DishMove } from './menu-requests.ts'
import { SelectBox, selectionState } from './selection-bar.tsx'

/** The number of rows that fill a screen. They are rendered at once, the others when the user scrolls near them. */
const INITIAL_ROWS = 8
const ROWS_PER_STEP = 10

interface DishListProps {
  groups: readonly DishGroup[]
  chosen: ReadonlySet<number>
  actions: DishActions
}

/** The element id of the heading above a category's dishes; the panel of categories moves the focus to it. */
export const headingId = (categoryId: number) => `menu-category-${categoryId}`

export const DishList = memo(function DishList({ groups, chosen, actions }: DishListProps) {
  // Once for all: a menu of a thousand dishes has a hundred steps of rows.
  const { language } = useTranslation()
  const { currency } = useSettings()
  let rowsAbove = 0
  return (
    <SharedActionMenu>
      <div className="space-y-4">
        {groups.map((group) => {
          const initialRows = Math.max(0, INITIAL_ROWS - rowsAbove)
          rowsAbove += group.dishes.length
          return (
            <DishSection
              key={group.category.id}
              group={group}
              initialRows={initialRows}
              chosen={chosen}
              actions={actions}
              language={language}
              currency={currency}
            />
          )
        })}
      </div>
    </SharedActionMenu>
  )
})

interface PartProps extends Omit<DishListProps, 'groups'> {
  language: Language
  currency: Currency
}

interface DishSectionProps extends PartProps {
  group: DishGroup
  initialRows: number
}

/** A category's dishes; rendered again only if these change, because a menu can have a thousand others. */
const DishSection = memo(function DishSection({
  group: { category, dishes },
  initialRows,
  ...ofRows
}: DishSectionProps) {
  const { t } = useTranslation()
  const { chosen, actions, language } = ofRows
  const name = nameIn(language, category)
  const otherName = language === 'ro' ? category.name : category.nameRo
  const ids = dishes.map(({ id }) => id)
  const steps = Array.from({ length: Math.ceil(dishes.length / ROWS_PER_STEP) }, (_, i) => i * ROWS_PER_STEP)
  return (
    <section
      aria-labelledby={headingId(category.id)}
      className="overflow-hidden rounded-card border border-line bg-card"
    >
      <div className="flex min-h-13 items-center gap-3 px-2.5 py-1 @min-[40rem]/page:min-h-16 @min-[40rem]/page:px-4 @min-[40rem]/page:py-2">
        <SelectBox
          label={t('menuEditor.selectCategory', { name })}
          state={selectionState(ids, chosen)}
          onChange={(next) => actions.select(ids, next)}
        />
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <h2
            id={headingId(category.id)}
            tabIndex={-1}
            className="display min-w-0 scroll-mt-4 text-[22px] leading-tight break-words outline-none"
          >
            {name}
          </h2>
          <p className="text-[15px] text-muted">
            {otherName && otherName !== name && `${otherName} · `}
            {t('menuEditor.dishes', { count: dishes.length })}
          </p>
          {category.servedHours && <ServedHoursBadge hours={category.servedHours} className="self-center" />}
          {!category.isActive && <Badge className="self-center">{t('menuEditor.categories.isHidden')}</Badge>}
        </div>
      </div>
      <ul aria-labelledby={headingId(category.id)}>
        {steps.map((from) => (
          <Rows
            key={from}
            dishes={dishes.slice(from, from + ROWS_PER_STEP)}
            isInitial={from < initialRows}
            {...ofRows}
          />
        ))}
      </ul>
    </section>
  )
}, isSameSection)

function isSameSection(before: DishSectionProps, { group, ...after }: DishSectionProps): boolean {
  return (
    before.initialRows === after.initialRows &&
    before.chosen === after.chosen &&
    before.actions === after.actions &&
    before.language === after.language &&
    before.currency === after.currency &&
    before.group.category === group.category &&
    before.group.dishes.length === group.dishes.length &&
    before.group.dishes.every((dish, i) => dish === group.dishes[i])
  )
}

interface RowsProps extends PartProps {
  dishes: MenuItem[]
  isInitial: boolean
}

/** A step of rows; until the user scrolls near, a placeholder of about their height. */
function Rows({ dishes, isInitial, chosen, ...ofRow }: RowsProps) {
  const [isNear, setNear] = useState(isInitial)
  if (!isNear && !isInitial) return <RowsPlaceholder count={dishes.length} onNear={() => setNear(true)} />
  return dishes.map((dish) => <DishListRow key={dish.id} dish={dish} isSelected={chosen.has(dish.id)} {...ofRow} />)
}

function RowsPlaceholder({ count, onNear }: { count: number; onNear: () => void }) {
  const placeholder = useNear<HTMLLIElement>(() => startTransition(onNear), 1000)
  return (
    <li
      ref={placeholder}
      aria-hidden="true"
      className="h-[calc(var(--rows)*5.75rem)] @min-[40rem]/page:h-[calc(var(--rows)*4.8rem)]"
      style={{ '--rows': count } as CSSProperties}
    />
  )
}

/** The actions of a row; the same functions for all rows, so that a row is rendered again only if its dish changes. */
export interface DishActions {
  select: (ids: readonly number[], isSelected: boolean) => void
  toggle: (dish: MenuItem) => void
  sellOut: (dish: MenuItem) => void
  edit: (dish: MenuItem) => void
  remove: (dish: MenuItem) => void
  copy: (dish: MenuItem) => void
  move: (move: DishMove) => void
  moveTo: (dish: MenuItem) => void
  count: (dish: MenuItem) => void
}

interface DishListRowProps {
  dish: MenuItem
  language: Language
  currency: Currency
  isSelected: boolean
  actions: DishActions
}

const DishListRow = memo(function DishListRow({ dish, language, currency, isSelected, actions }: DishListRowProps) {
  const { t } = useTranslation()
  const row = useFocusOnRemoval<HTMLLIElement>()
  const name = nameIn(language, dish)
  const otherName = language === 'ro' ? dish.name : dish.nameRo
  const description = descriptionIn(language, dish)
  const isSoldOut = dish.soldOutUntil !== null
  const soldOutWords = t(isSoldOut ? 'menuEditor.soldOutToday' : 'menuEditor.markSoldOut')
  return (
    <li
      ref={row}
      aria-label={name}
      className={cx(
        // On a phone the price has a line below the texts, so that names have room.
        'grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t px-2.5 py-2 @min-[40rem]/page:flex @min-[40rem]/page:px-4',
        '[contain-intrinsic-size:auto_76px] [content-visibility:auto]',
        isSelected && 'bg-accent-soft',
      )}
    >
      <SelectBox
        label={t('menuEditor.select', { name })}
        state={isSelected ? 'all' : 'none'}
        onChange={(next) => actions.select([dish.id], next)}
      />
      <DishPicture
        dish={dish}
        sizes="60px"
        className={cx(
          'size-13 shrink-0 rounded-[12px] @max-[40rem]/page:row-span-2 @min-[40rem]/page:size-15',
          !dish.isActive && 'opacity-55',
        )}
      />
      <div className="min-w-0 flex-1">
        <p className="*:not-last:mr-1.5">
          <button
            type="button"
            data-main-action
            aria-label={t('menuEditor.edit', { name })}
            onClick={() => actions.edit(dish)}
            className={cx(
              'touch inline text-left font-semibold break-words hover:underline',
              !dish.isActive && 'text-muted',
            )}
          >
            {name}
          </button>
          {!dish.isActive && <Badge className="whitespace-nowrap align-[0.1em]">{t('menuEditor.isHidden')}</Badge>}
          {dish.portionsLeft !== null && (
            <Badge className="whitespace-nowrap align-[0.1em]">{t('soldOut.left', { count: dish.portionsLeft })}</Badge>
          )}
          <NotServedMark dish={dish} />
        </p>
        <p className="truncate text-[13px] text-muted">
          {otherName !== name && otherName}
          {otherName && otherName !== name && description && ' · '}
          {description}
        </p>
      </div>
      <span className="@max-[40rem]/page:col-start-3 @max-[40rem]/page:row-start-2 @min-[40rem]/page:mr-2 @min-[40rem]/page:text-right @min-[80rem]/page:min-w-26">
        {dish.fromPrice !== null && <span className="mr-1.5 text-[14px] text-muted">{t('menu.from')}</span>}
        <Money
          parts={moneyParts(dish.fromPrice ?? dish.price, currency)}
          className="display text-lg @min-[40rem]/page:text-xl"
        />
      </span>
      <div className="flex shrink-0 items-center @max-[40rem]/page:col-start-4 @max-[40rem]/page:row-span-2 @max-[40rem]/page:row-start-1 @max-[40rem]/page:flex-col">
        <IconButton
          aria-pressed={isSoldOut}
          label={`${soldOutWords}: ${name}`}
          onClick={() => actions.sellOut(dish)}
          className={cx(
            '@min-[40rem]/page:w-auto! @min-[40rem]/page:px-2.5',
            isSoldOut && 'bg-cancelled-soft! text-cancelled!',
          )}
        >
          <CircleSlash className={cx('size-5 @min-[40rem]/page:hidden', !isSoldOut && 'text-muted')} />
          <span
            className={cx(
              'text-sm @max-[40rem]/page:sr-only',
              isSoldOut ? 'font-semibold' : 'underline underline-offset-4',
            )}
          >
            {soldOutWords}
          </span>
        </IconButton>
        <MoreMenu
          label={t('menuEditor.more', { name })}
          className="text-muted"
          actions={[
            { label: t('menuEditor.editTitle'), onChoose: () => actions.edit(dish) },
            { label: t(`menuImports.bulk.${dish.isActive ? 'hide' : 'show'}`), onChoose: () => actions.toggle(dish) },
            { label: t('menuEditor.portions'), onChoose: () => actions.count(dish) },
            { label: t('menuEditor.copy'), onChoose: () => actions.copy(dish) },
            ...(['up', 'down'] as const).map((direction) => ({
              label: t(`menuEditor.${direction}`),
              onChoose: () => actions.move({ dish, where: { direction } }),
            })),
            { label: t('menuEditor.moveTo'), onChoose: () => actions.moveTo(dish) },
            { label: t('menuEditor.categories.delete'), isDangerous: true, onChoose: () => actions.remove(dish) },
          ]}
        />
      </div>
    </li>
  )
})
