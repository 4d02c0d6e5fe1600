import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TABLE_LABEL_MAX } from '#shared/contracts/tables.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { Field, type FieldControl, TextInput } from '../../../ui/inputs/field.tsx'
import { FILL_IN, type TypedTable } from './table-form.ts'

// biome-ignore lint/suspicious/noExplicitAny: forms differ in their output types.
type TableForm = UseFormReturn<TypedTable, any, any>

interface TableFieldsProps {
  form: TableForm
  numberRef?: RefObject<HTMLInputElement | null>
  className: string
  labelClassName: string
}

/**
 * The fields for number, capacity and label, each with its own error; `FillInMessage` shows the message for empty ones once.
 */
export function TableFields({ form, numberRef, className, labelClassName }: TableFieldsProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { errors } = form.formState
  const fields = [
    ['number', 4],
    ['capacity', 3],
    ['label', TABLE_LABEL_MAX],
  ] as const
  return fields.map(([name, maxLength]) => {
    const isMissing = errors[name]?.message === FILL_IN
    const { ref, ...field } = form.register(name)
    const marked = (control: FieldControl) => ({ ...control, ...(isMissing && { 'aria-invalid': true as const }) })
    return (
      <Field
        key={name}
        label={t(`tables.${name}`)}
        error={isMissing ? undefined : fieldError(errors[name])}
        className={name === 'label' ? labelClassName : className}
      >
        {(control) => (
          <TextInput
            {...marked(control)}
            {...field}
            ref={(input) => {
              ref(input)
              if (name === 'number' && numberRef) numberRef.current = input
            }}
            {...(name === 'label' ? { placeholder: t('tables.labelExample') } : { inputMode: 'numeric' })}
            autoComplete="off"
            maxLength={maxLength}
            className="figures"
          />
        )}
      </Field>
    )
  })
}

export function FillInMessage({ form }: { form: TableForm }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  const isMissing = [errors.number, errors.capacity].some((error) => error?.message === FILL_IN)
  return (
    <p role="alert" className="text-sm font-medium text-cancelled">
      {isMissing && t(FILL_IN)}
    </p>
  )
}
