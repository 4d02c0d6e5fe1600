import { Clock, Ellipsis, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { type CSSProperties, memo, startTransition, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { descriptionIn, nameIn } from '#shared/domain/language.ts'
import { type Currency, moneyParts } from '#shared/domain/money.ts'
import { isServedAt, type WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { useIsPageWide } from '../../lib/browser/dashboard.ts'
import type { Where } from '../../lib/changes/refetching.ts'
import { useOfServerNow } from '../../lib/clock/server-clock.ts'
import { NearEnd, useAfterPaint } from '../../lib/loading/list.tsx'
import { currency, timeZone } from '../../lib/settings/settings.ts'
import { weekText } from '../../lib/settings/week-editor.tsx'
import {
  Badge,
  cx,
  focusOnRemoval,
  IconButton,
  language,
  type MenuAction,
  Money,
  RowMenu,
  t,
  useRowTaps,
} from '../../ui/index.ts'
import { DishPicture } from '../pictures/index.ts'
import type { DishGroup } from './filters.ts'
import { SelectBox, selectionState } from './selection-bar.tsx'

/** The number of rows that fill a screen. They are rendered first, the others when the user scrolls near them. */
const INITIAL_ROWS = 8
const ROWS_PER_STEP = 10

const MINUTE_MS = 60_000

/** The actions of a row. */
export interface DishActions {
  select: (ids: readonly number[], isSelected: boolean) => void
  toggle: (dish: MenuItem) => void
  sellOut: (dish: MenuItem) => void
  edit: (dish: MenuItem) => void
  remove: (dish: MenuItem) => void
  move: (dish: MenuItem, where: Where) => void
  moveTo: (dish: MenuItem) => void
  count: (dish: MenuItem) => void
}

/** What a button of a row does: its `data-tap`. */
type DishTap = 'select' | 'toggle' | 'sellOut' | 'edit' | 'remove' | 'more'

interface DishListProps {
  groups: readonly DishGroup[]
  chosen: ReadonlySet<number>
  actions: DishActions
}

/** The dishes in their categories. The list has what its rows would each have: one menu, one clock. */
export const DishList = memo(function DishList({ groups, chosen, actions }: DishListProps) {
  const hasDelete = useIsPageWide(64)
  const hasSoldOut = useIsPageWide(75)
  const minute = useOfServerNow((now) => Math.floor(now / MINUTE_MS))
  const isWhole = useAfterPaint()
  const { select } = actions

  const dishOf = (dishId: number) => groups.flatMap(({ dishes }) => dishes).find(({ id }) => id === dishId)
  const { taps, opened, close } = useRowTaps<DishTap>(({ id, name }) => {
    const dish = dishOf(id)
    if (name === 'select') select([id], !chosen.has(id))
    else if (dish && name !== 'more') actions[name](dish)
  })
  const openedDish = opened && dishOf(opened.id)
  let rowsAbove = 0
  return (
    <div className="space-y-4" {...taps}>
      {groups.map((group) => {
        const initialRows = Math.max(0, INITIAL_ROWS - rowsAbove)
        rowsAbove += group.dishes.length
        if (initialRows === 0 && !isWhole) return null
        return (
          <DishSection
            key={group.category.id}
            {...group}
            {...{ hasDelete, hasSoldOut, minute, chosen, select, isWhole, initialRows }}
          />
        )
      })}
      <RowMenu
        tap={opened}
        actions={openedDish ? moreActions(openedDish, actions, { hasDelete, hasSoldOut }) : []}
        onClose={close}
      />
    </div>
  )
})

/** What of a row has room for a button; otherwise the action is in the row's menu. */
interface Room {
  hasDelete: boolean
  hasSoldOut: boolean
}

interface DishSectionProps extends DishGroup, Room {
  minute: number
  chosen: ReadonlySet<number>
  select: DishActions['select']
  isWhole: boolean
  /** The number of rows that are rendered at least. */
  initialRows: number
}

/** A category's dishes below its name; rendered again only if these change. */
const DishSection = memo(function DishSection(props: DishSectionProps) {
  const { category, dishes, minute, chosen, select, isWhole, initialRows, ...room } = props
  const [rowsNear, setRowsNear] = useState(0)
  const count = Math.max(initialRows, rowsNear)
  const id = `menu-category-${category.id}`
  const name = nameIn(language, category)
  const otherName = language === 'ro' ? category.name : category.nameRo
  const ids = dishes.map((dish) => dish.id)
  return (
    <section aria-labelledby={id} className="overflow-hidden card-face">
      <div className="flex min-h-13 items-center gap-3 px-2.5 py-1 @phone/page:min-h-16 @phone/page:px-4 @phone/page:py-2">
        <SelectBox
          label={t('menuEditor.selectCategory', { name })}
          state={selectionState(ids, chosen)}
          onChange={(next) => select(ids, next)}
        />
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <h2 id={id} className="display min-w-0 text-title leading-tight break-words">
            {name}
          </h2>
          <p className="text-body text-muted">
            {otherName && otherName !== name && `${otherName} · `}
            {t('common.dishes', { count: dishes.length })}
          </p>
          {category.servedHours && (
            <ServedHoursBadge {...{ t, language }} hours={category.servedHours} className="self-center" />
          )}
          {!category.isActive && <Badge className="self-center">{t('menuEditor.categories.isHidden')}</Badge>}
        </div>
      </div>
      <ul aria-labelledby={id}>
        {dishes.slice(0, count).map((dish) => (
          <DishRow
            key={dish.id}
            {...{ t, language, currency, ...room }}
            dish={dish}
            isSelected={chosen.has(dish.id)}
            isServed={isServedAt(dish.servedHours, new Date(minute * MINUTE_MS), timeZone)}
          />
        ))}
        {isWhole && dishes.length > count && (
          <NearEnd
            key={count}
            as="li"
            // About the height of the rows that are not rendered yet.
            className="h-[calc(var(--rows)*6.8rem)] @phone/page:h-[calc(var(--rows)*4.8rem)]"
            style={{ '--rows': dishes.length - count } as CSSProperties}
            onNear={() => startTransition(() => setRowsNear(count + ROWS_PER_STEP))}
          />
        )}
      </ul>
    </section>
  )
}, isSameSection)

/** Each change of the menu makes new lists of the same dishes. */
function isSameSection(before: DishSectionProps, after: DishSectionProps): boolean {
  return Object.keys(after).every((each) => {
    const key = each as keyof DishSectionProps
    if (key !== 'dishes') return before[key] === after[key]
    return before.dishes.length === after.dishes.length && before.dishes.every((dish, i) => dish === after.dishes[i])
  })
}

interface DishRowProps extends Room {
  dish: MenuItem
  currency: Currency
  isSelected: boolean
  isServed: boolean
}

/** A row; without hooks, because a menu can have a thousand. */
const DishRow = memo(function DishRow(props: DishRowProps) {
  const { currency, dish, hasDelete, hasSoldOut, isSelected, isServed } = props
  const name = nameIn(language, dish)
  const otherName = language === 'ro' ? dish.name : dish.nameRo
  const description = descriptionIn(language, dish)
  const isSoldOut = dish.soldOutUntil !== null
  return (
    <li
      ref={focusOnRemoval}
      data-row={dish.id}
      aria-label={name}
      className={cx(
        // On a phone price and buttons have a line below the texts.
        'grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t px-2.5 py-2 @phone/page:flex @phone/page:px-4',
        '[contain-intrinsic-size:auto_76px] [content-visibility:auto]',
        isSelected && 'bg-accent-soft',
      )}
    >
      <SelectBox label={t('menuEditor.select', { name })} state={isSelected ? 'all' : 'none'} tap="select" />
      <DishPicture
        dish={dish}
        sizes="60px"
        className={cx('size-13 shrink-0 rounded-field @phone/page:size-15', !dish.isActive && 'opacity-55')}
      />
      <div className="min-w-0 flex-1 @max-phone/page:col-span-2">
        <p className="*:not-last:mr-1.5">
          <span className={cx('font-semibold break-words', !dish.isActive && 'text-muted')}>{name}</span>
          {!dish.isActive && <Badge className="whitespace-nowrap align-[0.1em]">{t('menuEditor.isHidden')}</Badge>}
          {dish.isBroken && (
            <Badge tone="cancelled" className="whitespace-nowrap align-[0.1em]">
              {t('common.broken')}
            </Badge>
          )}
          {isSoldOut && !hasSoldOut && (
            <Badge tone="cancelled" className="whitespace-nowrap align-[0.1em]">
              {t('menu.soldOutToday')}
            </Badge>
          )}
          {dish.portionsLeft !== null && (
            <Badge className="whitespace-nowrap align-[0.1em]">{t('soldOut.left', { count: dish.portionsLeft })}</Badge>
          )}
          {dish.servedHours && !isServed && (
            <ServedHoursBadge {...{ t, language }} hours={dish.servedHours} className="align-[0.1em]" />
          )}
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
          data-tap="sellOut"
          aria-pressed={isSoldOut}
          aria-label={`${t(isSoldOut ? 'menu.soldOutToday' : 'orders.soldOut.mark')}: ${name}`}
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
          data-tap="toggle"
          role="switch"
          aria-checked={dish.isActive}
          label={`${t('menuEditor.fields.isActive')}: ${name}`}
        >
          {dish.isActive ? <Eye className="size-5" /> : <EyeOff className="size-5" />}
        </IconButton>
        <IconButton data-tap="edit" data-main-action label={t('menuEditor.edit', { name })}>
          <Pencil className="size-5" />
        </IconButton>
        {hasDelete && (
          <IconButton data-tap="remove" label={t('menuEditor.deleteLabel', { name })}>
            <Trash2 className="size-5" />
          </IconButton>
        )}
        <IconButton data-tap="more" aria-haspopup="menu" aria-expanded="false" label={t('common.moreFor', { name })}>
          <Ellipsis className="size-5" />
        </IconButton>
      </div>
    </li>
  )
})

function moreActions(dish: MenuItem, actions: DishActions, { hasDelete, hasSoldOut }: Room): MenuAction[] {
  return [
    ...(hasSoldOut
      ? []
      : [
          {
            label: t(dish.soldOutUntil !== null ? 'orders.soldOut.undo' : 'orders.soldOut.mark'),
            onChoose: () => actions.sellOut(dish),
          },
        ]),
    { label: t('menuEditor.portions'), onChoose: () => actions.count(dish) },
    ...(['up', 'down'] as const).map((direction) => ({
      label: t(`menuEditor.${direction}`),
      onChoose: () => actions.move(dish, { direction }),
    })),
    { label: t('common.moveTo'), onChoose: () => actions.moveTo(dish) },
    ...(hasDelete ? [] : [{ label: t('common.askDelete'), isDangerous: true, onChoose: () => actions.remove(dish) }]),
  ]
}

function ServedHoursBadge({ hours, className }: { hours: readonly WeeklyHours[]; className: string }) {
  return (
    <Badge className={className}>
      <Clock className="mr-1 inline size-3.5" />
      {hours.length > 0 ? t('menu.served', { hours: weekText(hours, language) }) : t('menuEditor.served.never')}
    </Badge>
  )
}
