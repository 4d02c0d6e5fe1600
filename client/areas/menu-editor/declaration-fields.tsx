import { useId } from 'react'
import { tagsFollowing } from '#shared/domain/menu/allergen-tags.ts'
import { ALLERGEN_CODES, type AllergenCode, allergenDeclaration } from '#shared/domain/menu/allergens.ts'
import { isCounted, NUTRIENTS, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import { fieldsOf, useField } from '../../kit/fields.tsx'
import { useFormContext } from '../../kit/form.ts'
import { fieldError } from '../../lib/changes/field-error.ts'
import { cx, ToggleChips, t } from '../../ui/index.ts'
import { type DishForm, dishForm } from './dish-form.ts'

const { Text } = fieldsOf(dishForm)

/** The inputs for what a dish declares of its allergens (docs/product/menu.md#menu-allergens). */
export function AllergenFields() {
  const { form } = useFormContext()
  const { field } = useField('allergenCodes', 'menuEditor.fields.allergenCodes', (codes: AllergenCode[]) =>
    codes.map((code) => t(`menu.allergens.${code}`)).join(', '),
  )
  return (
    <div className="space-y-3">
      <AllergenChips
        value={field.value}
        onChange={(codes) => {
          form.setValue('tags', tagsFollowing(form.getValues('tags'), field.value, codes))
          field.onChange(codes)
        }}
      />
      <Text name="allergens" label="menuEditor.fields.allergens" />
      <AllergensChecked />
    </div>
  )
}

interface AllergenChipsProps {
  value: AllergenCode[]
  onChange: (codes: AllergenCode[]) => void
}

/** The allergen codes of a dish or an option, in the order of the EU regulation. */
export function AllergenChips({ value, onChange }: AllergenChipsProps) {
  return (
    <ToggleChips
      legend={t('menuEditor.fields.allergenCodes')}
      options={ALLERGEN_CODES.map((code) => ({ value: code, label: t(`menu.allergens.${code}`) }))}
      value={value}
      onChange={(codes) => onChange(ALLERGEN_CODES.filter((code) => codes.includes(code)))}
      tone="warning"
    />
  )
}

/** The owner's confirmation, with what guests read of the present input. */
function AllergensChecked() {
  const hintId = useId()
  const { field } = useField('allergensChecked', 'menuEditor.fields.allergensChecked', (isChecked: boolean) =>
    t(isChecked ? 'menuEditor.checked' : 'menuEditor.notChecked'),
  )
  const declaration = dishForm.useValues((values) =>
    allergenDeclaration({ ...values, allergens: values.allergens.trim() }),
  )
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5 font-semibold text-body">
        <input
          type="checkbox"
          {...field}
          checked={field.value}
          aria-describedby={hintId}
          className="size-5 shrink-0 accent-accent"
        />
        {t('menuEditor.fields.allergensChecked')}
      </label>
      <p
        id={hintId}
        role="status"
        className={cx('text-sm', declaration === 'undeclared' ? 'text-pending' : 'text-muted')}
      >
        {t(`menuEditor.guestsRead.${declaration}`)}
      </p>
    </div>
  )
}

/** The inputs for nutrition. An empty value is unknown; the first five count as 0 once any value is given. */
export function NutritionFields() {
  const id = useId()
  const { form, said } = useFormContext()
  const values = dishForm.useValues(({ nutritionalValues }) => nutritionalValues)
  said.set('nutritionalValues', {
    label: t('menuEditor.fields.nutritionalValues'),
    textOf: ({ nutritionalValues: texts }: DishForm) =>
      NUTRIENTS.filter((nutrient) => texts[nutrient] !== '')
        .map((nutrient) => `${t(`menuEditor.nutrients.${nutrient}`)} ${texts[nutrient]}`)
        .join(', '),
  })
  const isAnyKnown = NUTRIENTS.some((nutrient) => values[nutrient].trim() !== '')
  const errors = form.formState.errors.nutritionalValues as Partial<Record<Nutrient, { message?: string }>> | undefined
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="mb-1 text-sm font-semibold">{t('menuEditor.nutrition')}</legend>
      <div className="divide-y divide-line rounded-panel border border-line bg-card px-3.5">
        {NUTRIENTS.map((nutrient) => {
          const error = fieldError(errors?.[nutrient])
          const errorId = `${id}-${nutrient}`
          return (
            <div key={nutrient} className="py-1">
              <label className="flex min-h-11 items-center gap-2">
                <span className="flex-1 text-body leading-tight">{t(`menuEditor.nutrients.${nutrient}`)}</span>
                <input
                  {...form.register(`nutritionalValues.${nutrient}`)}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={10}
                  placeholder={isAnyKnown && isCounted(nutrient) ? '0' : '–'}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? errorId : undefined}
                  className="control figures h-10 w-24! px-2 text-right font-semibold placeholder:text-muted"
                />
                <span className="w-8 text-sm text-muted">{nutrient === 'calories' ? 'kcal' : 'g'}</span>
              </label>
              {error && (
                <p id={errorId} className="pb-1.5 text-sm font-medium text-cancelled">
                  {error}
                </p>
              )}
            </div>
          )
        })}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {t('menuEditor.nutritionHint')}
      </p>
    </fieldset>
  )
}
