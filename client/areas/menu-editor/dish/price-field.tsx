import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { PriceInput } from '../price/price-input.tsx'
import { readPrice } from '../price/price-text.ts'
import type { DishEditorForm } from './use-dish-editor.ts'

/** The input for the price of a dish (docs/product/menu.md#menu-price-field). */
export function PriceField({ form }: { form: DishEditorForm }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { currency } = useSettings()
  const text = useWatch({ control: form.control, name: 'price' })
  const message = fieldError(form.formState.errors.price)
  const isUnclear = readPrice(text).kind === 'unclear'
  return (
    <Field
      label={t('menuEditor.fields.price')}
      error={message && isUnclear ? t('menuEditor.price.choose') : message}
      hint={t(`menuEditor.price.hint.${currency}`)}
    >
      {(control) => (
        <PriceInput
          {...control}
          {...form.register('price')}
          text={text}
          onChoose={(chosen) =>
            form.setValue('price', chosen, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }
        />
      )}
    </Field>
  )
}
