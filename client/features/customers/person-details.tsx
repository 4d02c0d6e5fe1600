import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Customer, type CustomerChange, customerChangeSchema } from '#shared/contracts/customers.ts'
import { CUSTOMER_NOTES_MAX } from '#shared/domain/customers/merge-people.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { useChangeForm } from '../../lib/changes/use-change-form.ts'
import { Field, TextArea, TextInput } from '../../ui/inputs/field.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { useChangeCustomer } from './customer-calls.ts'

const valuesOf = ({ name, email, notes }: Customer): CustomerChange => ({
  name,
  email: email ?? '',
  notes: notes ?? '',
})
const checkChange = zodResolver(customerChangeSchema)

/** The form for a customer's name, email and notes. Typed values stay if the customer changes meanwhile. */
export function PersonDetails({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { mutate, isPending } = useChangeCustomer(customer.id)
  const savedValues: Record<string, unknown> = valuesOf(customer)
  // Validate only changed fields: a name from an order may be shorter than the form allows.
  const resolver: Resolver<CustomerChange, unknown, CustomerChange> = (values, context, options) => {
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== savedValues[name]))
    return checkChange(changed, context, options)
  }
  const { form, errors, submit } = useChangeForm({ resolver, saved: customer, valuesOf, save: mutate })
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={(event) => void submit(event)}>
      <Field label={t('customers.name')} error={fieldError(errors.name)}>
        {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" maxLength={100} />}
      </Field>
      <Field label={t('customers.email')} error={fieldError(errors.email)}>
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
        error={fieldError(errors.notes)}
        hint={t('customers.notesHint')}
        className="sm:col-span-2"
      >
        {(control) => <TextArea {...control} {...form.register('notes')} rows={3} maxLength={CUSTOMER_NOTES_MAX} />}
      </Field>
      <Button type="submit" variant="outline" pending={isPending} className="sm:col-start-2 sm:justify-self-end">
        {t('customers.save')}
      </Button>
    </form>
  )
}
