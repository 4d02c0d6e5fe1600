import { useTranslation } from 'react-i18next'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { changeDraft } from './draft.ts'
import { parseDiscount } from './proposal.ts'

export const DISCOUNT_FIELD = 'event-discount'

interface DiscountFieldProps {
  /** The typed discount, in percent. */
  discountText: string
  /** The server's message for this field. */
  serverError: string | undefined
}

/** The discount in percent, validated while it is typed. */
export function DiscountField({ discountText, serverError }: DiscountFieldProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { error } = parseDiscount(discountText)
  return (
    <Field
      label={t('catering.discount')}
      error={serverError ?? fieldError(error === undefined ? undefined : { message: error })}
      className="w-36"
    >
      {(control) => (
        <TextInput
          {...control}
          data-field={DISCOUNT_FIELD}
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
          placeholder="0"
          value={discountText}
          onChange={({ target }) => changeDraft({ discount: target.value, issues: [] })}
          className="figures h-11!"
        />
      )}
    </Field>
  )
}
