import { useId } from 'react'
import { Controller, type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { ALLERGENS_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { tagsFollowing } from '#shared/domain/menu/allergen-tags.ts'
import { ALLERGEN_CODES, type AllergenCode, allergenDeclaration } from '#shared/domain/menu/allergens.ts'
import { isCounted, NUTRIENTS } from '#shared/domain/menu/nutrients.ts'
import type { DayHours, WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { fieldError, fieldProps } from '../../lib/changes/field-error.ts'
import { WeekEditor, withDayNames } from '../../lib/settings/week-editor.tsx'
import { cx, FieldError, Switch, TextField, ToggleChips, t } from '../../ui/index.ts'
import type { DishEditorForm } from './dish-form.ts'

/** The inputs for what a dish declares of its allergens (docs/product/menu.md#menu-allergens). */
export function AllergenFields({ form }: { form: DishEditorForm }) {
  const register = fieldProps(form)
  return (
    <div className="space-y-3">
      <Controller
        name="allergenCodes"
        control={form.control}
        render={({ field }) => (
          <AllergenChips
            value={field.value}
            onChange={(codes) => {
              const tags = form.getValues('tags')
              form.setValue('tags', tagsFollowing(tags, field.value, codes))
              field.onChange(codes)
            }}
          />
        )}
      />
      <TextField label={t('menuEditor.fields.allergens')} {...register('allergens')} maxLength={ALLERGENS_MAX} />
      <AllergensChecked form={form} />
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
function AllergensChecked({ form }: { form: DishEditorForm }) {
  const hintId = useId()
  const declaration = useWatch({
    control: form.control,
    compute: (values) => allergenDeclaration({ ...values, allergens: values.allergens.trim() }),
  })
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5 font-semibold text-body">
        <input
          type="checkbox"
          {...form.register('allergensChecked')}
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
export function NutritionFields({ form }: { form: DishEditorForm }) {
  const id = useId()
  const values = useWatch({ control: form.control, name: 'nutritionalValues' })
  const isAnyKnown = NUTRIENTS.some((nutrient) => values[nutrient].trim() !== '')
  const errors = form.formState.errors.nutritionalValues
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

const MORNING: DayHours = { from: '08:00', to: '12:00' }

/** The hours of a category, or of a dish, which without its own has those of its category. */
export function ServedHoursField({ form }: Pick<WeekFieldProps, 'form'>) {
  return (
    <WeekField
      form={form}
      name="servedHours"
      section={t('menuEditor.fields.servedHours')}
      label={t('menuEditor.served.has')}
      hint={t('menuEditor.served.hint')}
      usual={MORNING}
      none={t('menuEditor.served.none')}
    />
  )
}

interface WeekFieldProps {
  // biome-ignore lint/suspicious/noExplicitAny: forms differ in their other fields.
  form: UseFormReturn<any, any, any>
  name: string
  section: string
  label: string
  hint?: string
  usual: DayHours
  /** What is said of a day without hours. */
  none: string
}

/** A switch for hours of the week, with their editor while it is on; the field is null while it is off. */
function WeekField({ form, name, section, label, hint, usual, none }: WeekFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  const value: WeeklyHours[] | null = field.value ?? null
  const message = fieldError(fieldState.error)
  return (
    <section aria-label={section} className="space-y-2.5">
      <Switch
        label={label}
        hint={hint}
        checked={value !== null}
        onCheckedChange={(on) => field.onChange(on ? WEEKDAYS.map((day) => ({ day, ...usual })) : null)}
      />
      {value && <WeekEditor week={value} usual={usual} none={none} onChange={field.onChange} />}
      {message && <FieldError id={undefined}>{withDayNames(message)}</FieldError>}
    </section>
  )
}
