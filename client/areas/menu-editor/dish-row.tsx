import { CircleSlash } from 'lucide-react'
import { memo } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { descriptionIn, type Language, nameIn } from '#shared/domain/language.ts'
import { type Currency, moneyParts } from '#shared/domain/money.ts'
import { Badge, cx, IconButton, Money, MoreMenu, useFocusOnRemoval, useTranslation } from '../../ui/index.ts'
import { DishPicture } from '../pictures/index.ts'
import type { DishMove } from './menu-requests.ts'
import { SelectBox } from './selection.tsx'
import { NotServedMark } from './served-hours.tsx'

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

export const DishListRow = memo(function DishListRow({
  dish,
  language,
  currency,
  isSelected,
  actions,
}: DishListRowProps) {
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
