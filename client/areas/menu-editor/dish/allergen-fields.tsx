import { useId } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ALLERGENS_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { ALLERGEN_CODES, allergenDeclaration } from '#shared/domain/menu/allergens.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { cx } from '../../../ui/cx.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { ToggleChips } from '../../../ui/inputs/toggle-chips.tsx'
import type { DishEditorForm } from './use-dish-editor.ts'

/** The inputs for what a dish declares of its allergens (docs/product/menu.md#menu-allergens). */
export function AllergenFields({ form }: { form: DishEditorForm }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  return (
    <div className="space-y-3">
      <Allergens control={form.control} />
      <Field label={t('menuEditor.fields.allergens')} error={fieldError(form.formState.errors.allergens)}>
        {(control) => (
          <TextInput {...control} {...form.register('allergens')} autoComplete="off" maxLength={ALLERGENS_MAX} />
        )}
      </Field>
      <AllergensChecked form={form} />
    </div>
  )
}

function Allergens({ control }: { control: DishEditorForm['control'] }) {
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
          // In the order of the EU regulation.
          onChange={(codes) => onChange(ALLERGEN_CODES.filter((code) => codes.includes(code)))}
          tone="warning"
        />
      )}
    />
  )
}

/** The owner's confirmation, with what guests read of the present input. */
function AllergensChecked({ form }: { form: DishEditorForm }) {
  const { t } = useTranslation()
  const hintId = useId()
  const declaration = useWatch({
    control: form.control,
    compute: (values) => allergenDeclaration({ ...values, allergens: values.allergens.trim() }),
  })
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5 font-semibold text-[15px]">
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
