import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { customerFields, ORDER_NOTES_MAX } from '#shared/contracts/orders.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { Field, TextArea } from '../../ui/inputs/field.tsx'
import { useKeptCheckout } from './checkout-draft.ts'
import { OptionalLabel } from './customer-form.tsx'
import { draft } from './use-checkout.ts'

const tableForm = z.object({ notes: customerFields.notes })

interface TableFormProps {
  id: string
  pending: boolean
  onSubmit: (notes: string | null) => void
}

/** The form for a table's order: only optional notes. */
export function TableForm({ id, pending, onSubmit }: TableFormProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const form = useForm({
    resolver: zodResolver(tableForm),
    defaultValues: { notes: '', ...draft.table },
  })
  useKeptCheckout('table', form)
  return (
    <form id={id} noValidate onSubmit={(event) => void form.handleSubmit(({ notes }) => onSubmit(notes))(event)}>
      <fieldset disabled={pending} className="space-y-4">
        <Field label={<OptionalLabel name={t('checkout.notes')} />} error={fieldError(form.formState.errors.notes)}>
          {(control) => <TextArea {...control} {...form.register('notes')} rows={3} maxLength={ORDER_NOTES_MAX} />}
        </Field>
        <p className="text-[13px] text-muted">{t('checkout.allergensHint')}</p>
      </fieldset>
    </form>
  )
}
