import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { type Settings, settingsChangeSchema } from '#shared/contracts/settings.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { DraftNotice } from '../../lib/changes/draft-notice.tsx'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { Field, TextInput } from '../../ui/inputs/field.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { SaveBar } from './save-bar.tsx'
import { useSettingsForm } from './settings-form.ts'
import { WhatsappState } from './whatsapp-state.tsx'

const resolver = zodResolver(
  z.pick(settingsChangeSchema, { ownerPhoneNumber: true, whatsappNotificationsEnabled: true }),
)

const valuesOf = ({ ownerPhoneNumber, whatsappNotificationsEnabled }: Settings) => ({
  ownerPhoneNumber: ownerPhoneNumber ?? '',
  whatsappNotificationsEnabled,
})

const WHOLE_NUMBER = /^40\d{9}$/

/**
 * The form for messages about new orders on WhatsApp: phone number and switch
 * (docs/product/settings.md#settings-whatsapp).
 */
export function WhatsappSettings() {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { form, errors, submit, isPending, draft } = useSettingsForm('whatsapp', resolver, valuesOf)
  const number = useWatch({ control: form.control, name: 'ownerPhoneNumber' }) ?? ''
  const numberForPeople = WHOLE_NUMBER.test(number) && phoneForPeople(number)
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <DraftNotice draft={draft} className="-mb-4" />
      <WhatsappState />
      <Field
        label={t('settings.ownerPhoneNumber')}
        error={fieldError(errors.ownerPhoneNumber)}
        hint={numberForPeople ? `= ${numberForPeople}` : t('settings.ownerPhoneNumberHint')}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register('ownerPhoneNumber')}
            type="tel"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            placeholder="40XXXXXXXXX"
          />
        )}
      </Field>
      <Controller
        name="whatsappNotificationsEnabled"
        control={form.control}
        render={({ field: { value = false, onChange } }) => (
          <Switch label={t('settings.whatsappEnabled')} checked={value} onCheckedChange={onChange} />
        )}
      />
      <p className="text-sm text-muted">{t('settings.whatsappHint')}</p>
      <SaveBar pending={isPending}>{t('settings.save')}</SaveBar>
    </form>
  )
}
