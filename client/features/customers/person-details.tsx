import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Customer, type CustomerChange, customerChangeSchema } from '#shared/contracts/customers.ts'
import { CUSTOMER_NOTES_MAX } from '#shared/domain/merge-people.ts'
import { useFieldError } from '../../lib/api/field-error.ts'
import { useChangeForm } from '../../lib/api/use-change-form.ts'
import { Field, TextArea, TextInput } from '../../ui/inputs/field.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { useChangeCustomer } from './customers.ts'

const valuesOf = ({ name, email, notes }: Customer): CustomerChange => ({
  name,
  email: email ?? '',
  notes: notes ?? '',
})
const checkChange = zodResolver(customerChangeSchema)

/** Name, email and notes of a customer. What is typed stays, also when the customer changes meanwhile. */
export function PersonDetails({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const said = useFieldError()
  const { mutate, isPending } = useChangeCustomer(customer.id)
  const known: Record<string, unknown> = valuesOf(customer)
  // A name that came with an order may be shorter than one that is typed here: what is not changed is not checked.
  const resolver: Resolver<CustomerChange, unknown, CustomerChange> = (typed, context, options) => {
    const changed = Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== known[name]))
    return checkChange(changed, context, options)
  }
  const { form, errors, submit } = useChangeForm({ resolver, held: customer, valuesOf, save: mutate })
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
      <Button type="submit" variant="outline" pending={isPending} className="sm:col-start-2 sm:justify-self-end">
        {t('customers.save')}
      </Button>
    </form>
  )
}
