import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { MenuCategory } from '#shared/contracts/menu.ts'
import { ALLERGENS_MAX, DISH_DESCRIPTION_MAX, DISH_NAME_MAX, INGREDIENTS_MAX } from '#shared/contracts/menu-editing.ts'
import { ALLERGEN_CODES } from '#shared/domain/allergens.ts'
import { TAG_KEYS } from '#shared/domain/tags.ts'
import { useFieldError } from '../../../lib/api/field-error.ts'
import { Field, TextArea, TextInput } from '../../../ui/inputs/field.tsx'
import { ToggleChips } from '../../../ui/inputs/toggle-chips.tsx'
import { CategoryField } from '../categories/category-field.tsx'
import { declarationGaps } from '../declaration.ts'
import { typedNutrition } from './dish-form.ts'
import { PriceField } from './price-field.tsx'

import type { DishEditorForm } from './use-dish-editor.ts'

interface DishFieldsProps {
  form: DishEditorForm
  categories: readonly MenuCategory[]
}

const TEXTS = { name: DISH_NAME_MAX, description: DISH_DESCRIPTION_MAX, ingredients: INGREDIENTS_MAX } as const

/** What is written about a dish: each text in both languages beside each other, price, category, tags, allergens. */
export function DishFields({ form, categories }: DishFieldsProps) {
  const { t } = useTranslation()
  const said = useFieldError()
  const { errors } = form.formState
  const both = (text: keyof typeof TEXTS) =>
    ([text, `${text}Ro`] as const).map((field) => (
      <Field
        key={field}
        label={t(`menuEditor.fields.${field}`)}
        error={said(errors[field])}
        hint={text === 'ingredients' && t('menuEditor.ingredientsHint')}
      >
        {(control) => {
          const input = {
            ...control,
            ...form.register(field),
            maxLength: TEXTS[text],
            lang: field === text ? 'en' : 'ro',
          }
          return text === 'name' ? <TextInput {...input} autoComplete="off" /> : <TextArea {...input} rows={3} />
        }}
      </Field>
    ))
  return (
    <div className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-2">
        {both('name')}
        {both('description')}
        <PriceField form={form} />
        <CategoryField form={form} categories={categories} />
      </div>
      <Tags control={form.control} kept={form.formState.defaultValues?.tags ?? []} />
      <div className="space-y-3">
        <Allergens control={form.control} />
        <Field label={t('menuEditor.fields.allergens')} error={said(errors.allergens)}>
          {(control) => (
            <TextInput {...control} {...form.register('allergens')} autoComplete="off" maxLength={ALLERGENS_MAX} />
          )}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">{both('ingredients')}</div>
      <Gaps control={form.control} />
    </div>
  )
}

type DishControl = DishEditorForm['control']

/** The tags that Masa knows by their labels; others, which the dish had, as they are. */
function Tags({ control, kept }: { control: DishControl; kept: readonly (string | undefined)[] }) {
  const { t } = useTranslation()
  const known: readonly string[] = TAG_KEYS
  const options = [
    ...TAG_KEYS.map((tag) => ({ value: tag as string, label: t(`menu.tags.${tag}.label`) })),
    ...kept
      .filter((tag) => tag !== undefined && !known.includes(tag))
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

function Allergens({ control }: { control: DishControl }) {
  const { t } = useTranslation()
  return (
    <Controller
      name="allergenCodes"
      control={control}
      render={({ field: { value, onChange } }) => (
        <ToggleChips
          legend={t('menuEditor.fields.allergenCodes')}
          options={ALLERGEN_CODES.map((code) => ({ value: code, label: t(`menu.allergens.${code}`) }))}
          value={value}
          // In the regulation's order, whatever was touched first.
          onChange={(codes) => onChange(ALLERGEN_CODES.filter((code) => codes.includes(code)))}
          tone="warning"
        />
      )}
    />
  )
}

/** What the declaration lacks; nothing is said of one that is complete (docs/product.md#menu-declaration-gaps). */
function Gaps({ control }: { control: DishControl }) {
  const { t } = useTranslation()
  const [ingredients, ingredientsRo, values] = useWatch({
    control,
    name: ['ingredients', 'ingredientsRo', 'nutritionalValues'],
  })
  const gaps = declarationGaps({ ingredients, ingredientsRo, nutritionalValues: typedNutrition(values) })
  if (gaps.length === 0) return null
  return (
    <p className="text-sm text-pending">
      {t('menuEditor.gaps', { gaps: gaps.map((gap) => t(`menuEditor.gap.${gap}`)).join(', ') })}
    </p>
  )
}
