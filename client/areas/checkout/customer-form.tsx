import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { customerFields, ORDER_NOTES_MAX } from '#shared/contracts/orders.ts'
import { scrollBehavior } from '../../lib/browser/scroll-behavior.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Field, TextArea, TextInput } from '../../ui/inputs/field.tsx'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import { useKeptCheckout } from './checkout-draft.ts'
import { DiningChoice } from './dining-choice.tsx'
import type { CustomerDetails } from './order-body.ts'
import { RememberChoice } from './remember-choice.tsx'
import { rememberedGuest } from './remembered-guest.ts'
import { draft } from './use-checkout.ts'

const customerForm = z.object(customerFields)
type FormValues = z.input<typeof customerForm>

const EMPTY: FormValues = { customerName: '', phoneNumber: '', email: '', notes: '' }

interface CustomerFormProps {
  id: string
  dining: CustomerDetails['diningOption']
  onDining: (dining: CustomerDetails['diningOption']) => void
  pending: boolean
  /** Whether this phone may keep the guest's name and number: it is the guest's own. */
  mayRemember: boolean
  /** The server's validation errors; `path` is the name of a field. */
  issues: readonly { path: string; message: string }[]
  onSubmit: (details: CustomerDetails) => void
}

/**
 * The form for a guest's own order: contact details, dining option and notes
 * (docs/product/checkout.md#checkout-customer-form).
 */
export function CustomerForm({ id, dining, onDining, pending, mayRemember, issues, onSubmit }: CustomerFormProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const [kept, setKept] = useState(() => (mayRemember ? rememberedGuest.read() : undefined))
  const [remember, setRemember] = useState(draft.remember || kept !== undefined)
  useEffect(() => {
    draft.remember = mayRemember && remember
  }, [mayRemember, remember])
  const form = useForm({
    resolver: zodResolver(customerForm),
    defaultValues: { ...EMPTY, ...kept, ...draft.customer },
  })
  const forget = () => {
    rememberedGuest.clear()
    setKept(undefined)
    setRemember(false)
    form.setValue('customerName', '')
    form.setValue('phoneNumber', '')
    form.setFocus('customerName')
  }
  const { errors } = form.formState

  useKeptCheckout('customer', form)
  useEffect(() => {
    for (const { path, message } of issues) {
      if (path in EMPTY) form.setError(path as keyof FormValues, { type: 'server', message })
    }
  }, [issues, form])

  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => onSubmit({ ...values, diningOption: dining }))(event)}
    >
      <fieldset disabled={pending} className="space-y-3.5">
        <DiningChoice value={dining} onChange={onDining} />
        <Field label={t('checkout.name')} error={fieldError(errors.customerName)}>
          {(control) => (
            <TextInput {...control} {...form.register('customerName')} autoComplete="name" maxLength={100} required />
          )}
        </Field>
        <Field label={t('checkout.phone')} error={fieldError(errors.phoneNumber)}>
          {(control) => (
            <Controller
              name="phoneNumber"
              control={form.control}
              render={({ field: { value, ...field } }) => (
                // The input holds its text itself: a new one is empty once the number is forgotten.
                <PhoneInput key={kept && 'kept'} {...control} {...field} defaultValue={value} required />
              )}
            />
          )}
        </Field>
        {mayRemember && (
          <RememberChoice isKept={kept !== undefined} checked={remember} onCheck={setRemember} onForget={forget} />
        )}
        <Field label={<OptionalLabel name={t('checkout.email')} />} error={fieldError(errors.email)}>
          {(control) => (
            <TextInput {...control} {...form.register('email')} type="email" autoComplete="email" maxLength={254} />
          )}
        </Field>
        <Field label={<OptionalLabel name={t('checkout.notes')} />} error={fieldError(errors.notes)}>
          {(control) => <TextArea {...control} {...form.register('notes')} rows={1} maxLength={ORDER_NOTES_MAX} />}
        </Field>
        <OrderTerms />
      </fieldset>
    </form>
  )
}

/** The label of an optional field. */
export function OptionalLabel({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <>
      {name} <span className="font-normal text-muted">{t('checkout.optional')}</span>
    </>
  )
}

/** What a guest should know before ordering: how their data is used, and where to find the allergens. */
function OrderTerms() {
  const { t } = useTranslation()
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = useSettings()
  const contact = [restaurantAddress, restaurantPhone?.replaceAll(' ', '\u00a0'), taxNumber].filter(Boolean).join(' · ')
  return (
    <div className="space-y-1 text-[13px] leading-snug text-muted">
      <p>{t('checkout.allergensHint')}</p>
      <p>{t('checkout.privacy')}</p>
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() })
        }}
      >
        <summary className="touch w-fit py-1 font-semibold text-ink underline decoration-edge underline-offset-3">
          {t('checkout.privacyMore')}
        </summary>
        <p className="mt-1">
          {t('checkout.privacyText', { controller: legalName || restaurantName || t('checkout.controllerUnnamed') })}
          {contact && ` ${t('checkout.privacyContact', { contact })}`}
        </p>
      </details>
    </div>
  )
}
