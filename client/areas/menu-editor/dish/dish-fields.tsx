import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { OPTIONAL_TEXTS, REQUIRED_TEXTS } from '#shared/contracts/menu/menu-fields.ts'
import { TAG_KEYS } from '#shared/domain/menu/tags.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { Field, TextArea, TextInput } from '../../../ui/inputs/field.tsx'
import { ToggleChips } from '../../../ui/inputs/toggle-chips.tsx'
import { CategoryField } from '../categories/category-field.tsx'
import { declarationGaps } from '../declaration.ts'
import { AllergenFields } from './allergen-fields.tsx'
import { parseNutrition } from './dish-form.ts'
import { PriceField } from './price-field.tsx'
import type { DishEditorForm } from './use-dish-editor.ts'

interface DishFieldsProps {
  form: DishEditorForm
  categories: readonly MenuCategory[]
}

const MAX_LENGTHS = { ...REQUIRED_TEXTS, ...OPTIONAL_TEXTS }

/** The inputs for the texts (both languages side by side), price, category, tags and allergens of a dish. */
export function DishFields({ form, categories }: DishFieldsProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { errors } = form.formState
  const bothLanguages = (text: 'name' | 'description' | 'ingredients') =>
    ([text, `${text}Ro`] as const).map((field) => (
      <Field
        key={field}
        label={t(`menuEditor.fields.${field}`)}
        error={fieldError(errors[field])}
        hint={text === 'ingredients' && t('menuEditor.ingredientsHint')}
      >
        {(control) => {
          const input = {
            ...control,
            ...form.register(field),
            maxLength: MAX_LENGTHS[field],
            lang: field === text ? 'en' : 'ro',
          }
          return text === 'name' ? <TextInput {...input} autoComplete="off" /> : <TextArea {...input} rows={3} />
        }}
      </Field>
    ))
  return (
    <div className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-2">
        {bothLanguages('name')}
        {bothLanguages('description')}
        <PriceField form={form} />
        <CategoryField form={form} categories={categories} />
      </div>
      <Tags control={form.control} current={form.formState.defaultValues?.tags ?? []} />
      <AllergenFields form={form} />
      <div className="grid gap-4 sm:grid-cols-2">{bothLanguages('ingredients')}</div>
      <DeclarationGaps control={form.control} />
    </div>
  )
}

type DishControl = DishEditorForm['control']

/** Known tags with their labels, then the other tags of the dish as they are. */
function Tags({ control, current }: { control: DishControl; current: readonly (string | undefined)[] }) {
  const { t } = useTranslation()
  const tagKeys: readonly string[] = TAG_KEYS
  const options = [
    ...TAG_KEYS.map((tag) => ({ value: tag as string, label: t(`menu.tags.${tag}`) })),
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

/** Lists what the declaration lacks; renders nothing if it is complete (docs/product/menu.md#menu-declaration-gaps). */
function DeclarationGaps({ control }: { control: DishControl }) {
  const { t } = useTranslation()
  const gaps = useWatch({
    control,
    compute: (form) =>
      declarationGaps({
        ...form,
        allergens: form.allergens.trim(),
        nutritionalValues: parseNutrition(form.nutritionalValues),
      }),
  })
  if (gaps.length === 0) return null
  return (
    <p className="text-sm text-pending">
      {t('menuEditor.gaps', { gaps: gaps.map((gap) => t(`menuEditor.gap.${gap}`)).join(', ') })}
    </p>
  )
}
