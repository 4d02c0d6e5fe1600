import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { type CSSProperties, memo, startTransition, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { descriptionIn, type Language, nameIn } from '#shared/domain/language.ts'
import { type Currency, moneyParts } from '#shared/domain/money.ts'
import { useIsPageWide } from '../../lib/browser/dashboard.ts'
import type { ItemInput, Where } from '../../lib/changes/resource.ts'
import { useNear } from '../../lib/loading/list.tsx'
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
import { SelectBox, selectionState } from './selection-bar.tsx'

/** The number of rows that fill a screen. They are rendered at once, the others when the user scrolls near them. */
const INITIAL_ROWS = 8
const ROWS_PER_STEP = 10

interface DishListProps {
  groups: readonly DishGroup[]
  chosen: ReadonlySet<number>
  actions: DishActions
}

/** The element id of the heading above a category's dishes. */
const headingId = (categoryId: number) => `menu-category-${categoryId}`

export const DishList = memo(function DishList({ groups, chosen, actions }: DishListProps) {
  // Once for all: a menu of a thousand dishes has a hundred steps of rows.
  const { language } = useTranslation()
  const { currency } = useSettings()
  const hasDelete = useIsPageWide(64)
  const hasSoldOut = useIsPageWide(75)
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
              hasDelete={hasDelete}
              hasSoldOut={hasSoldOut}
            />
          )
        })}
      </div>
    </SharedActionMenu>
  )
})

interface OfAllRows extends Omit<DishListProps, 'groups'>, RowLook {}

/** What all rows have in common. Without room for one of the two buttons, the action is in the row's menu. */
interface RowLook {
  language: Language
  currency: Currency
  hasDelete: boolean
  hasSoldOut: boolean
}

interface DishSectionProps extends OfAllRows {
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
    <section aria-labelledby={headingId(category.id)} className="overflow-hidden card-face">
      <div className="flex min-h-13 items-center gap-3 px-2.5 py-1 @phone/page:min-h-16 @phone/page:px-4 @phone/page:py-2">
        <SelectBox
          label={t('menuEditor.selectCategory', { name })}
          state={selectionState(ids, chosen)}
          onChange={(next) => actions.select(ids, next)}
        />
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <h2 id={headingId(category.id)} className="display min-w-0 text-title leading-tight break-words">
            {name}
          </h2>
          <p className="text-body text-muted">
            {otherName && otherName !== name && `${otherName} · `}
            {t('common.dishes', { count: dishes.length })}
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
    before.hasDelete === after.hasDelete &&
    before.hasSoldOut === after.hasSoldOut &&
    before.group.category === group.category &&
    before.group.dishes.length === group.dishes.length &&
    before.group.dishes.every((dish, i) => dish === group.dishes[i])
  )
}

interface RowsProps extends OfAllRows {
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
      className="h-[calc(var(--rows)*6.8rem)] @phone/page:h-[calc(var(--rows)*4.8rem)]"
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
  move: (move: ItemInput<MenuItem, Where>) => void
  moveTo: (dish: MenuItem) => void
  count: (dish: MenuItem) => void
}

interface DishListRowProps extends RowLook {
  dish: MenuItem
  isSelected: boolean
  actions: DishActions
}

const DishListRow = memo(function DishListRow(props: DishListRowProps) {
  const { dish, language, currency, hasDelete, hasSoldOut, isSelected, actions } = props
  const { t } = useTranslation()
  const row = useFocusOnRemoval<HTMLLIElement>()
  const name = nameIn(language, dish)
  const otherName = language === 'ro' ? dish.name : dish.nameRo
  const description = descriptionIn(language, dish)
  const isSoldOut = dish.soldOutUntil !== null
  return (
    <li
      ref={row}
      aria-label={name}
      className={cx(
        // On a phone price and buttons have a line below the texts.
        'grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t px-2.5 py-2 @phone/page:flex @phone/page:px-4',
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
        className={cx('size-13 shrink-0 rounded-field @phone/page:size-15', !dish.isActive && 'opacity-55')}
      />
      <div className="min-w-0 flex-1 @max-phone/page:col-span-2">
        <p className="*:not-last:mr-1.5">
          <span className={cx('font-semibold break-words', !dish.isActive && 'text-muted')}>{name}</span>
          {!dish.isActive && <Badge className="whitespace-nowrap align-[0.1em]">{t('menuEditor.isHidden')}</Badge>}
          {isSoldOut && !hasSoldOut && (
            <Badge tone="cancelled" className="whitespace-nowrap align-[0.1em]">
              {t('menu.soldOutToday')}
            </Badge>
          )}
          {dish.portionsLeft !== null && (
            <Badge className="whitespace-nowrap align-[0.1em]">{t('soldOut.left', { count: dish.portionsLeft })}</Badge>
          )}
          <NotServedMark dish={dish} />
        </p>
        <p className="truncate text-small text-muted">
          {description}
          {otherName && otherName !== name && description && ' · '}
          {otherName !== name && otherName}
        </p>
      </div>
      {hasSoldOut && (
        <button
          type="button"
          aria-pressed={isSoldOut}
          aria-label={`${t(isSoldOut ? 'menu.soldOutToday' : 'orders.soldOut.mark')}: ${name}`}
          onClick={() => actions.sellOut(dish)}
          className={cx(
            'min-h-11 shrink-0 rounded-control px-2.5 text-sm',
            isSoldOut ? 'bg-cancelled-soft font-semibold text-cancelled' : 'underline underline-offset-4',
          )}
        >
          {t(isSoldOut ? 'menu.soldOutToday' : 'orders.soldOut.mark')}
        </button>
      )}
      <span className="@max-phone/page:col-start-3 @phone/page:text-right @min-[80rem]/page:min-w-26">
        {dish.fromPrice !== null && <span className="mr-1.5 text-sm text-muted">{t('menu.from')}</span>}
        <Money
          parts={moneyParts(dish.fromPrice ?? dish.price, currency)}
          className="display text-lg @phone/page:text-xl"
        />
      </span>
      <div className="-mr-2 flex shrink-0 items-center *:text-muted">
        <IconButton
          role="switch"
          aria-checked={dish.isActive}
          label={`${t('menuEditor.fields.isActive')}: ${name}`}
          onClick={() => actions.toggle(dish)}
        >
          {dish.isActive ? <Eye className="size-5" /> : <EyeOff className="size-5" />}
        </IconButton>
        <IconButton data-main-action label={t('menuEditor.edit', { name })} onClick={() => actions.edit(dish)}>
          <Pencil className="size-5" />
        </IconButton>
        {hasDelete && (
          <IconButton label={t('menuEditor.deleteLabel', { name })} onClick={() => actions.remove(dish)}>
            <Trash2 className="size-5" />
          </IconButton>
        )}
        <MoreMenu
          label={t('common.moreFor', { name })}
          actions={[
            ...(hasSoldOut
              ? []
              : [
                  {
                    label: t(isSoldOut ? 'orders.soldOut.undo' : 'orders.soldOut.mark'),
                    onChoose: () => actions.sellOut(dish),
                  },
                ]),
            { label: t('menuEditor.portions'), onChoose: () => actions.count(dish) },
            ...(['up', 'down'] as const).map((direction) => ({
              label: t(`menuEditor.${direction}`),
              onChoose: () => actions.move({ item: dish, input: { direction } }),
            })),
            { label: t('common.moveTo'), onChoose: () => actions.moveTo(dish) },
            ...(hasDelete
              ? []
              : [
                  {
                    label: t('common.askDelete'),
                    isDangerous: true,
                    onChoose: () => actions.remove(dish),
                  },
                ]),
          ]}
        />
      </div>
    </li>
  )
})
