import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Customer, type CustomerChange, customerChangeSchema } from '#shared/contracts/customers.ts'
import { CUSTOMER_NOTES_MAX } from '#shared/domain/merge-people.ts'
import { useFieldError } from '../../lib/field-error.ts'
import { RequestError } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { useChangeCustomer } from './customers.ts'

const FIELDS = ['name', 'email', 'notes'] as const

/** Name, email and notes of a customer. What is typed stays, also when the customer changes meanwhile. */
export function PersonDetails({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const said = useFieldError()
  const { mutate, isPending } = useChangeCustomer(customer.id)
  const { name, email, notes } = customer
  const form = useForm({
    resolver: zodResolver(customerChangeSchema),
    values: { name, email: email ?? '', notes: notes ?? '' },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, dirtyFields } = form.formState
  const refused = (error: Error) => {
    if (!(error instanceof RequestError)) return
    for (const { path, message } of error.issues) {
      const field = FIELDS.find((known) => known === path)
      if (field) form.setError(field, { type: 'server', message }, { shouldFocus: true })
    }
  }
  const submit = form.handleSubmit((typed) => {
    // Only what was changed here: another owner may have changed the rest.
    const changed = FIELDS.filter((field) => dirtyFields[field]).map((field) => [field, typed[field]])
    mutate(Object.fromEntries(changed) as CustomerChange, {
      onSuccess: (saved) => form.reset({ name: saved.name, email: saved.email ?? '', notes: saved.notes ?? '' }),
      onError: refused,
    })
  })
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={(event) => void submit(event)}>
      <Field label={t('customers.name')} error={said(errors.name)}>
        {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" maxLength={100} />}
      </Field>
      <Field label={t('customers.email')} error={said(errors.email)}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('email')}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
          />
        )}
      </Field>
      <Field
        label={t('customers.notes')}
        error={said(errors.notes)}
        hint={t('customers.notesHint')}
        className="sm:col-span-2"
      >
        {(control) => <TextArea {...control} {...form.register('notes')} rows={3} maxLength={CUSTOMER_NOTES_MAX} />}
      </Field>
      <Button type="submit" look="outline" pending={isPending} className="sm:col-start-2 sm:justify-self-end">
        {t('customers.save')}
      </Button>
    </form>
  )
}
