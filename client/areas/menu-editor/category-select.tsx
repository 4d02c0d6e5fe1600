import { type Ref, useState } from 'react'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { type FieldControl, Select, useTranslation } from '../../ui/index.ts'
import { foldedCategories } from './owners-menu.ts'

/** The option for a new category; no category has an empty name. */
export const NEW_CATEGORY = ''
const UNFOLD = '\n'

interface CategorySelectProps extends Partial<FieldControl> {
  ref?: Ref<HTMLButtonElement> | undefined
  /** The name of the chosen category, or `NEW_CATEGORY`; null for none. */
  value: string | null
  onValueChange: (name: string) => void
  categories: readonly MenuCategory[]
  newLabel: string
  placeholder?: string
  className?: string
}

/** A list of the categories. The many without dishes that a restaurant begins with wait behind one line. */
export function CategorySelect({ categories, newLabel, value, onValueChange, ...props }: CategorySelectProps) {
  const { t, language } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(false)
  const own = categories.filter(({ hasItems, name }) => hasItems || name === value)
  const empty = categories.filter((category) => !own.includes(category))
  const folded = isUnfolded
    ? []
    : foldedCategories(categories, ({ hasItems }) => hasItems).filter(({ name }) => name !== value)
  // A category that was renamed or deleted since the dish was fetched stays an option.
  const isMissing = value && !categories.some(({ name }) => name === value)
  return (
    <Select
      {...props}
      value={value}
      onValueChange={(next) => (next === UNFOLD ? setUnfolded(true) : onValueChange(next))}
      options={[
        ...(isMissing ? [{ value, label: value }] : []),
        ...[...own, ...empty.filter((category) => !folded.includes(category))].map((category) => ({
          value: category.name,
          label: nameIn(language, category),
        })),
        { value: NEW_CATEGORY, label: newLabel },
        ...(folded.length > 0
          ? [
              {
                value: UNFOLD,
                label: t('menuEditor.categories.suggestions', { count: folded.length }),
                keepsOpen: true,
              },
            ]
          : []),
      ]}
    />
  )
}
