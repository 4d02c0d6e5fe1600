import { type CSSProperties, memo, startTransition, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import type { Currency } from '#shared/domain/money.ts'
import { useNear } from '../../lib/browser/layout.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Badge, SharedActionMenu, useTranslation } from '../../ui/index.ts'
import { type DishActions, DishListRow } from './dish-row.tsx'
import type { DishGroup } from './filters.ts'
import { SelectBox, selectionState } from './selection.tsx'
import { ServedHoursBadge } from './served-hours.tsx'

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
