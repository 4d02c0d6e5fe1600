import { useTranslation } from 'react-i18next'
import { useFieldError } from '../../../lib/api/field-error.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { changeDraft } from './draft.ts'
import { typedDiscount } from './proposal.ts'

export const DISCOUNT_FIELD = 'event-discount'

interface DiscountFieldProps {
  /** In percent, as it is typed. */
  typed: string
  /** What the server said of it. */
  refusal: string | undefined
}

/** The discount in percent, judged while it is typed. */
export function DiscountField({ typed, refusal }: DiscountFieldProps) {
  const { t } = useTranslation()
  const said = useFieldError()
  const { fault } = typedDiscount(typed)
  return (
    <Field
      label={t('catering.discount')}
      error={refusal ?? said(fault === undefined ? undefined : { message: fault })}
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
          value={typed}
          onChange={({ target }) => changeDraft({ discount: target.value, issues: [] })}
          className="figures h-11!"
        />
      )}
    </Field>
  )
}
