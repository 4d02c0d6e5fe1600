import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldError, Resolver } from 'react-hook-form'
import { type Customer, type CustomerChange, customerChangeSchema } from '#shared/contracts/customers.ts'
import { CUSTOMER_NOTES_MAX } from '#shared/domain/customers/customer.ts'
import { DraftNotice } from '../../lib/changes/draft-notice.tsx'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { Button, TextArea, TextField, toast, useTranslation } from '../../ui/index.ts'
import { useChangeCustomer } from './customer-requests.ts'

/** The values of the form; the tags are one text, separated by commas. */
type PersonForm = Record<'name' | 'email' | 'notes' | 'tags', string>

const valuesOf = ({ name, email, notes, tags }: Customer): PersonForm => ({
  name,
  email: email ?? '',
  notes: notes ?? '',
  tags: tags.join(', '),
})
const checkChange = zodResolver(customerChangeSchema)

function tagsOf(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || [])
}

export const personDraft = (id: number) => `customer.${id}`

/** The form for a customer's name, email, tags and notes. Typed values stay if the customer changes meanwhile. */
export function PersonDetails({ customer, onDone }: { customer: Customer; onDone: () => void }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { mutateAsync } = useChangeCustomer(customer.id)
  const savedValues = valuesOf(customer)
  // Validate only changed fields: a name from an order may be shorter than the form allows.
  const resolver: Resolver<PersonForm, unknown, CustomerChange> = (values, context, options) => {
    const { tags, ...texts } = changedValues(values, savedValues)
    const changed = { ...texts, ...(tags !== undefined && { tags: tagsOf(tags) }) }
    return checkChange(changed, context, options as never) as never
  }
  const { form, errors, register, submit, isPending, draft } = useEditor({
    name: personDraft(customer.id),
    resolver,
    saved: customer,
    valuesOf,
    follows: true,
    change: ({ changed }) => mutateAsync(changed),
    onSaved: () => toast({ title: t('customers.saved') }),
    onDone,
  })
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={(event) => void submit(event)}>
      <DraftNotice draft={draft} className="-mb-4 sm:col-span-2" />
      <TextField label={t('customers.name')} {...register('name')} maxLength={100} />
      <TextField
        label={t('customers.email')}
        {...register('email')}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <TextField
        label={t('customers.tags')}
        error={fieldError(firstError(errors.tags))}
        hint={t('customers.tagsHint')}
        fieldClass="sm:col-span-2"
        register={() => form.register('tags')}
        maxLength={700}
      />
      <TextField
        as={TextArea}
        label={t('customers.notes')}
        hint={t('customers.notesHint')}
        fieldClass="sm:col-span-2"
        {...register('notes')}
        rows={3}
        maxLength={CUSTOMER_NOTES_MAX}
      />
      <Button type="submit" variant="outline" pending={isPending} className="sm:col-start-2 sm:justify-self-end">
        {t('common.save')}
      </Button>
    </form>
  )
}

function changedValues(values: PersonForm, saved: PersonForm): Partial<PersonForm> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== saved[name as keyof PersonForm]))
}

/** The error of the list of tags, or of the first tag that has one. */
function firstError(errors: FieldError | undefined): { message?: string } | undefined {
  const ofTags = Array.isArray(errors) ? (errors as { message?: string }[]) : []
  return errors?.message === undefined ? ofTags.find((error) => error?.message !== undefined) : errors
}
