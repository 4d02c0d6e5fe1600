import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useMoney, useSettings } from '../../../entities/settings/index.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { hasDecimals, parsePrice, suggestedPrice } from './dish-form.ts'
import type { DishEditorForm } from './use-dish-editor.ts'

/** The input for the price in minor units, with the formatted price beside it (docs/product/menu.md#menu-price). */
export function PriceField({ form }: { form: DishEditorForm }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { format } = useMoney()
  const { currency } = useSettings()
  const text = useWatch({ control: form.control, name: 'price' })
  const price = parsePrice(text)
  const suggestion = suggestedPrice(text)
  const hint = suggestion !== undefined && t('menuEditor.priceMeant', { price: format(suggestion), minor: suggestion })
  const message = fieldError(form.formState.errors.price)
  const error = message && hasDecimals(text) ? t('validation.wholeNumber') : message
  return (
    <Field
      label={t(`menuEditor.priceIn.${currency}`)}
      error={error && hint ? `${error}. ${hint}` : error}
      hint={hint || t('menuEditor.priceHint', { price: format(2850) })}
    >
      {(control) => (
        <div className="relative">
          <TextInput
            {...control}
            {...form.register('price')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            className="figures pr-28!"
          />
          {price !== undefined && (
            <output htmlFor={control.id} className="figures absolute top-3 right-3.5 text-[15px] text-muted">
              {format(price)}
            </output>
          )}
        </div>
      )}
    </Field>
  )
}
