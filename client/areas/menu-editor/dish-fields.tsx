import { type Ref, useState } from 'react'
import { Controller, useController, useWatch } from 'react-hook-form'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { CATEGORY_NAME_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { OPTIONAL_TEXTS, REQUIRED_TEXTS } from '#shared/contracts/menu/menu-fields.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_TAGS } from '#shared/domain/menu/allergen-tags.ts'
import { repeatsAllergens, TAG_KEYS } from '#shared/domain/menu/filter.ts'
import { TextPair, useBothLanguages } from '../../lib/changes/both-languages.tsx'
import { fieldError } from '../../lib/changes/field-error.ts'
import { currency } from '../../lib/settings/settings.ts'
import { type FieldControl, language, Select, TextField, ToggleChips, t } from '../../ui/index.ts'
import { AllergenFields } from './declaration-fields.tsx'
import type { DishEditorForm } from './dish-form.ts'
import { PriceInput, readPrice, wholeNumbersAre } from './price-input.tsx'

/** The fields for an existing or a new category, and for the Romanian name of a category without one. */
function CategoryField({ form, categories }: { form: DishEditorForm; categories: readonly MenuCategory[] }) {
  const { isRomanianFirst, hint, errorOf } = useBothLanguages()
  const {
    field: { value: category, onChange, ref },
  } = useController({ control: form.control, name: 'category' })
  const categoryRo = useWatch({ control: form.control, name: 'categoryRo' })
  const { defaultValues, errors } = form.formState
  const existing = categories.find(({ name }) => name === category)
  const [isNew, setNew] = useState(categories.length === 0)
  /** The Romanian name of the category, even if it was deleted meanwhile. */
  const storedRo = existing?.nameRo ?? defaultValues?.categoryRo ?? ''
  // The field stays once another name is entered, even if somebody else changes the category meanwhile.
  const isRomanianNameShown = isNew || (category !== '' && (storedRo === '' || categoryRo !== storedRo))
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
      error={errorOf(form, 'categoryRo')}
      register={() => form.register('categoryRo')}
      maxLength={CATEGORY_NAME_MAX}
    />
  )
  return (
    <>
      <TextField
        as={CategorySelect}
        label={t('menuEditor.fields.category')}
        error={isNew ? undefined : fieldError(errors.category)}
        ref={isNew ? undefined : ref}
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
          error={errorOf(form, 'category')}
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
function PriceField({ form }: { form: DishEditorForm }) {
  const text = useWatch({ control: form.control, name: 'price' })
  const message = fieldError(form.formState.errors.price)
  const isUnclear = readPrice(text).kind === 'unclear'
  return (
    <TextField
      as={PriceInput}
      label={t('menuEditor.fields.price')}
      error={message && isUnclear ? t('menuEditor.price.choose') : message}
      hint={wholeNumbersAre.read() ? <WholePricesNote /> : t(`menuEditor.price.hint.${currency}`)}
      register={() => form.register('price')}
      text={text}
      onChoose={(chosen) => form.setValue('price', chosen, { shouldValidate: form.formState.isSubmitted })}
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

const MAX_LENGTHS = { ...REQUIRED_TEXTS, ...OPTIONAL_TEXTS }

export function DishFields({ form, categories }: { form: DishEditorForm; categories: readonly MenuCategory[] }) {
  const bothLanguages = (field: 'name' | 'description' | 'ingredients') => ({
    form,
    field,
    label: (each: `${typeof field}${'' | 'Ro'}`) => t(`menuEditor.fields.${each}`),
    maxLength: MAX_LENGTHS[field],
  })
  return (
    <div className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextPair {...bothLanguages('name')} fieldClass="sm:col-span-2" />
        <TextPair {...bothLanguages('description')} hint={false} rows={3} />
        <PriceField form={form} />
        <CategoryField form={form} categories={categories} />
      </div>
      <Tags control={form.control} current={form.formState.defaultValues?.tags ?? []} />
      <AllergenFields form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextPair {...bothLanguages('ingredients')} hint={t('menuEditor.ingredientsHint')} rows={3} />
      </div>
    </div>
  )
}

type DishControl = DishEditorForm['control']

/** Known tags with their labels, then the other tags of the dish as they are. */
function Tags({ control, current }: { control: DishControl; current: readonly (string | undefined)[] }) {
  const tagKeys: readonly string[] = TAG_KEYS
  const codes = useWatch({ control, name: 'allergenCodes' })
  const options = [
    ...TAG_KEYS.filter(
      (tag) => !ALLERGEN_TAGS.includes(tag) || (current.includes(tag) && !repeatsAllergens(tag, codes)),
    ).map((tag) => ({
      value: tag as string,
      label: t(`menu.tags.${tag}`),
    })),
    ...current
      .filter((tag) => tag !== undefined && !tagKeys.includes(tag))
      .map((tag) => ({ value: tag as string, label: tag as string })),
  ]
  return (
    <Controller
      name="tags"
      control={control}
      render={({ field: { value, onChange } }) => (
        <ToggleChips
          legend={t('menuEditor.fields.tags')}
          options={options}
          value={value}
          onChange={onChange}
          tone="ink"
        />
      )}
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
