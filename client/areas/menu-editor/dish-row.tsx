import { CircleSlash, Ellipsis, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { descriptionIn, type Language, nameIn } from '#shared/domain/language.ts'
import { type Currency, moneyParts } from '#shared/domain/money.ts'
import { cx } from '../../ui/cx.ts'
import { useFocusOnRemoval } from '../../ui/focus-neighbour.ts'
import { ActionMenu } from '../../ui/overlays/menu.tsx'
import { Badge, type BadgeTone } from '../../ui/parts/badge.tsx'
import { IconButton } from '../../ui/parts/button.tsx'
import { Money } from '../../ui/parts/money.tsx'
import { DishPicture } from '../pictures/index.ts'
import { type DishFilter, marksOf } from './filters.ts'
import type { DishMove } from './menu-calls.ts'
import { SelectBox } from './selection.tsx'

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
}

interface DishListRowProps {
  dish: MenuItem
  language: Language
  currency: Currency
  isSelected: boolean
  actions: DishActions
}

// Gaps of a declaration have an icon instead: at first most dishes have some.
const MARK_TONES: Partial<Record<DishFilter, BadgeTone>> = {
  hidden: 'neutral',
  soldOut: 'cancelled',
  noPicture: 'neutral',
  noRomanian: 'pending',
  noEnglish: 'pending',
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
  const marks = marksOf(dish)
  const isSoldOut = marks.includes('soldOut')
  return (
    <li
      ref={row}
      aria-label={name}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-2.5 py-2.5 sm:px-4',
        '[contain-intrinsic-size:auto_84px] [content-visibility:auto]',
        isSelected && 'bg-accent-soft',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        <SelectBox
          label={t('menuEditor.select', { name })}
          state={isSelected ? 'all' : 'none'}
          onChange={(next) => actions.select([dish.id], next)}
        />
        <DishPicture
          dish={dish}
          sizes="60px"
          className={cx('size-15 shrink-0 rounded-[12px]', !dish.isActive && 'opacity-55')}
        />
        <div className="min-w-0 flex-1">
          <p className="*:not-last:mr-1.5">
            <span className={cx('font-semibold break-words', !dish.isActive && 'text-muted')}>{name}</span>
            {marks.map((mark) =>
              mark === 'incomplete' ? (
                <IncompleteMark key={mark} label={t('menuEditor.marks.incomplete')} />
              ) : (
                <Badge key={mark} tone={MARK_TONES[mark]} className="whitespace-nowrap align-[0.1em]">
                  {/* The filters' words are plurals in Romanian. */}
                  {mark === 'hidden' && t('menuEditor.isHidden')}
                  {mark === 'soldOut' && t('menuEditor.soldOutToday')}
                  {mark !== 'hidden' && mark !== 'soldOut' && t(`menuEditor.marks.${mark}`)}
                </Badge>
              ),
            )}
          </p>
          {otherName && otherName !== name && <p className="truncate text-[13px] text-muted">{otherName}</p>}
          {description && <p className="truncate text-sm text-muted">{description}</p>}
        </div>
      </div>
      {/* Beside the dish, the price is above the buttons in a narrow row; below the dish, it is before them. */}
      <div className="ml-auto flex shrink-0 items-center max-sm:w-full sm:max-xl:flex-col sm:max-xl:items-end">
        <Money
          parts={moneyParts(dish.price, currency)}
          className="display text-right text-lg max-sm:mr-auto sm:mr-2 sm:text-xl xl:min-w-26"
        />
        <div className="flex items-center">
          <IconButton
            aria-pressed={isSoldOut}
            label={`${t('menuEditor.soldOutToday')}: ${name}`}
            onClick={() => actions.sellOut(dish)}
          >
            <CircleSlash aria-hidden="true" className={cx('size-5', isSoldOut ? 'text-cancelled' : 'text-muted')} />
          </IconButton>
          <IconButton
            role="switch"
            aria-checked={dish.isActive}
            label={t('menuEditor.shown', { name })}
            onClick={() => actions.toggle(dish)}
          >
            {dish.isActive ? (
              <Eye aria-hidden="true" className="size-5 text-muted" />
            ) : (
              <EyeOff aria-hidden="true" className="size-5 text-muted" />
            )}
          </IconButton>
          <IconButton data-main-action label={t('menuEditor.edit', { name })} onClick={() => actions.edit(dish)}>
            <Pencil aria-hidden="true" className="size-5 text-muted" />
          </IconButton>
          <IconButton label={t('menuEditor.delete', { name })} onClick={() => actions.remove(dish)}>
            <Trash2 aria-hidden="true" className="size-5 text-muted" />
          </IconButton>
          <ActionMenu
            trigger={
              <IconButton label={t('menuEditor.more', { name })}>
                <Ellipsis aria-hidden="true" className="size-5 text-muted" />
              </IconButton>
            }
            actions={[
              { key: 'copy', label: t('menuEditor.copy'), onChoose: () => actions.copy(dish) },
              ...(['up', 'down'] as const).map((direction) => ({
                key: direction,
                label: t(`menuEditor.${direction}`),
                onChoose: () => actions.move({ dish, where: { direction } }),
              })),
              { key: 'moveTo', label: t('menuEditor.moveTo'), onChoose: () => actions.moveTo(dish) },
            ]}
          />
        </div>
      </div>
    </li>
  )
})

/** Text, because a list of a thousand dishes can have a thousand of them; it stays on the line of the last word. */
function IncompleteMark({ label }: { label: string }) {
  return (
    <>
      {'\u00a0'}
      <span
        role="img"
        aria-label={label}
        title={label}
        className="rounded-full bg-pending-soft px-[0.45em] py-[0.1em] font-bold text-pending text-xs"
      >
        !
      </span>
    </>
  )
}
