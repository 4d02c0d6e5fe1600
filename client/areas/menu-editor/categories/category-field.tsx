import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { CATEGORY_NAME_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import type { DishEditorForm } from '../dish/use-dish-editor.ts'

interface CategoryFieldProps {
  form: DishEditorForm
  categories: readonly MenuCategory[]
}

/** The option for a new category; no category has an empty name. */
const NEW_CATEGORY = ''

/** The fields for an existing or a new category, and for the Romanian name of a category without one. */
export function CategoryField({ form, categories }: CategoryFieldProps) {
  const { t } = useTranslation()
  const errorText = useFieldError()
  const language = useLanguage()
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
    form.setValue('category', name, { shouldDirty: true })
    form.setValue('categoryRo', chosen?.nameRo ?? '', { shouldDirty: true })
    form.clearErrors(['category', 'categoryRo'])
  }
  // A category that was renamed or deleted since the dish was fetched stays an option.
  const missing = category !== '' && !existing && !isNew ? [{ value: category, label: category }] : []
  const options = [
    ...missing,
    ...categories.map((entry) => ({ value: entry.name, label: nameIn(language, entry) })),
    { value: NEW_CATEGORY, label: t('menuEditor.newCategory') },
  ]
  return (
    <>
      <Field label={t('menuEditor.fields.category')} error={isNew ? undefined : errorText(errors.category)}>
        {(control) => (
          <Select
            {...control}
            ref={isNew ? undefined : ref}
            value={isNew ? NEW_CATEGORY : category || null}
            onValueChange={choose}
            options={options}
            placeholder={t('menuEditor.chooseCategory')}
            className="h-[46px]! border-edge"
          />
        )}
      </Field>
      {isNew && (
        <Field label={t('menuEditor.newCategoryName')} error={errorText(errors.category)}>
          {(control) => (
            <TextInput
              {...control}
              ref={ref}
              value={category}
              onChange={onChange}
              autoComplete="off"
              maxLength={CATEGORY_NAME_MAX}
            />
          )}
        </Field>
      )}
      {isRomanianNameShown && (
        <Field label={t('menuEditor.newCategoryNameRo')} error={errorText(errors.categoryRo)}>
          {(control) => (
            <TextInput {...control} {...form.register('categoryRo')} autoComplete="off" maxLength={CATEGORY_NAME_MAX} />
          )}
        </Field>
      )}
    </>
  )
}
