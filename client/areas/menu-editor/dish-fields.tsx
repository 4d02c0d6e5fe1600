import { type Ref, useState } from 'react'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { CATEGORY_NAME_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_TAGS } from '#shared/domain/menu/allergen-tags.ts'
import { knownTags, repeatsAllergens, TAG_KEYS } from '#shared/domain/menu/filter.ts'
import { fieldsOf, useField } from '../../kit/fields.tsx'
import { useFormContext } from '../../kit/form.ts'
import { useBothLanguages } from '../../lib/changes/both-languages.tsx'
import { currency, money } from '../../lib/settings/settings.ts'
import { type FieldControl, language, Select, TextField, ToggleChips, t } from '../../ui/index.ts'
import { AllergenFields } from './declaration-fields.tsx'
import { dishForm } from './dish-form.ts'
import { knownPrice, PriceInput, readPrice, wholeNumbersAre } from './price-input.tsx'

const { Both } = fieldsOf(dishForm)

/** The fields for an existing or a new category, and for the Romanian name of a category without one. */
function CategoryField({ categories }: { categories: readonly MenuCategory[] }) {
  const { form } = useFormContext()
  const { isRomanianFirst, hint } = useBothLanguages()
  const { field, error } = useField('category', 'menuEditor.fields.category')
  const romanian = useField('categoryRo', 'menuEditor.fields.categoryRo')
  const { value: category, onChange, ref } = field
  const { defaultValues } = form.formState
  const existing = categories.find(({ name }) => name === category)
  const [isNew, setNew] = useState(categories.length === 0)
  /** The Romanian name of the category, even if it was deleted meanwhile. */
  const storedRo = existing?.nameRo ?? defaultValues?.categoryRo ?? ''
  // The field stays once another name is entered, even if somebody else changes the category meanwhile.
  const isRomanianNameShown = isNew || (category !== '' && (storedRo === '' || romanian.field.value !== storedRo))
  const choose = (name: string) => {
    const chosen = categories.find((entry) => entry.name === name)
    setNew(name === NEW_CATEGORY)
    form.setValue('category', name)
    form.setValue('categoryRo', chosen?.nameRo ?? '')
    form.clearErrors(['category', 'categoryRo'])
  }
  const romanianName = isRomanianNameShown && (
    <TextField
      label={t('menuEditor.fields.categoryRo')}
      error={romanian.error}
      {...romanian.field}
      maxLength={CATEGORY_NAME_MAX}
    />
  )
  return (
    <>
      <TextField
        as={CategorySelect}
        label={t('menuEditor.fields.category')}
        error={isNew ? undefined : (error ?? (isRomanianNameShown ? undefined : romanian.error))}
        ref={(element) => {
          if (!isNew) ref(element)
          if (!isRomanianNameShown) romanian.field.ref(element)
        }}
        value={isNew ? NEW_CATEGORY : category || null}
        onValueChange={choose}
        categories={categories}
        newLabel={t('menuEditor.newCategory')}
        placeholder={t('menuEditor.chooseCategory')}
        className="h-[46px]! border-edge"
      />
      {isRomanianFirst && romanianName}
      {isNew && (
        <TextField
          label={t('menuEditor.newCategoryName')}
          error={error}
          hint={hint('category')}
          ref={ref}
          value={category}
          onChange={onChange}
          maxLength={CATEGORY_NAME_MAX}
        />
      )}
      {!isRomanianFirst && romanianName}
    </>
  )
}

/** The input for the price of a dish (docs/product/menu.md#menu-price-field). */
function PriceField() {
  const { field, error } = useField('price', 'menuEditor.fields.price', (text: string) => {
    const price = knownPrice(text)
    return price === undefined ? text : money(price)
  })
  const isUnclear = readPrice(field.value).kind === 'unclear'
  return (
    <TextField
      as={PriceInput}
      label={t('menuEditor.fields.price')}
      error={error && isUnclear ? t('menuEditor.price.choose') : error}
      hint={wholeNumbersAre.read() ? <WholePricesNote /> : t(`menuEditor.price.hint.${currency}`)}
      {...field}
      text={field.value}
      onChoose={field.onChange}
    />
  )
}

/** Says that whole numbers are amounts here, with the way back. */
function WholePricesNote() {
  const [isBack, setBack] = useState(false)
  if (isBack) return t(`menuEditor.price.hint.${currency}`)
  return (
    <>
      {t(`menuEditor.price.wholeIs.${currency}`)}{' '}
      <button
        type="button"
        className="touch underline underline-offset-4"
        onClick={() => {
          wholeNumbersAre.write(undefined)
          setBack(true)
        }}
      >
        {t('menuEditor.price.askAgain')}
      </button>
    </>
  )
}

export function DishFields({ categories }: { categories: readonly MenuCategory[] }) {
  return (
    <div className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Both name="name" label="menuEditor.fields.name" fieldClass="sm:col-span-2" />
        <Both name="description" label="menuEditor.fields.description" hint={false} rows={3} />
        <PriceField />
        <CategoryField categories={categories} />
      </div>
      <Tags />
      <AllergenFields />
      <div className="grid gap-4 sm:grid-cols-2">
        <Both name="ingredients" label="menuEditor.fields.ingredients" hint="menuEditor.ingredientsHint" rows={3} />
      </div>
    </div>
  )
}

/** Known tags with their labels, then the other tags of the dish as they are. */
function Tags() {
  const current: string[] = useFormContext().form.formState.defaultValues?.tags ?? []
  const codes = dishForm.useValues(({ allergenCodes }) => allergenCodes)
  const { field } = useField('tags', 'menuEditor.fields.tags', (tags: string[]) =>
    tags.map((tag) => knownTags([tag]).map((key) => t(`menu.tags.${key}`))[0] ?? tag).join(', '),
  )
  const known: string[] = TAG_KEYS.filter(
    (tag) => !ALLERGEN_TAGS.includes(tag) || (current.includes(tag) && !repeatsAllergens(tag, codes)),
  )
  const others = current.filter((tag) => !TAG_KEYS.includes(tag as 'vegan'))
  return (
    <ToggleChips
      legend={t('menuEditor.fields.tags')}
      options={[
        ...known.map((value) => ({ value, label: t(`menu.tags.${value as 'vegan'}`) })),
        ...others.map((value) => ({ value, label: value })),
      ]}
      value={field.value}
      onChange={field.onChange}
      tone="ink"
    />
  )
}

/** The option for a new category; no category has an empty name. */
export const NEW_CATEGORY = ''

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

/** A list of the categories, those with dishes first. */
export function CategorySelect({ categories, newLabel, value, onValueChange, ...props }: CategorySelectProps) {
  const used = categories.filter(({ hasItems }) => hasItems)
  const empty = categories.filter(({ hasItems }) => !hasItems)
  // A category that was renamed or deleted since the dish was fetched stays an option.
  const isMissing = value && !categories.some(({ name }) => name === value)
  return (
    <Select
      {...props}
      value={value}
      onValueChange={onValueChange}
      options={[
        ...(isMissing ? [{ value, label: value }] : []),
        ...[...used, ...empty].map((category) => ({
          value: category.name,
          label: nameIn(language, category),
        })),
        { value: NEW_CATEGORY, label: newLabel },
      ]}
    />
  )
}
