import { Controller } from 'react-hook-form'
import { EVENT_NOTES_MAX } from '#shared/contracts/catering.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { Button, Card, ChoiceChips, DateInput, TextArea, TextField, useTranslation } from '../../ui/index.ts'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import type { ProposalEditor } from './proposal.ts'

interface DetailsStepProps {
  editor: ProposalEditor
  onNext: () => void
}

/** The first step of the wizard. */
export function DetailsStep({ editor: { form, register, language }, onNext }: DetailsStepProps) {
  const { t, language: pageLanguage } = useTranslation()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <Card className="grid gap-x-5 gap-y-4 p-4 @phone/page:grid-cols-2 @phone/page:p-6">
        <TextField
          label={t('customers.name')}
          fieldClass="@phone/page:col-span-2"
          {...register('customerName')}
          maxLength={100}
          required
        />
        <TextField label={t('customers.email')} {...register('customerEmail')} type="email" maxLength={254} required />
        <Controller
          name="customerPhone"
          control={form.control}
          render={({ field: { value, ...field } }) => (
            <TextField
              as={PhoneInput}
              label={t('customers.phone')}
              error={register('customerPhone').error}
              {...field}
              defaultValue={value}
              required
            />
          )}
        />
        <Controller
          name="eventDate"
          control={form.control}
          render={({ field }) => (
            <TextField
              as={DateInput}
              label={t('catering.eventDate')}
              error={register('eventDate').error}
              hint={field.value && formatLongDay(field.value, pageLanguage)}
              {...field}
              max="2999-12-31"
              required
            />
          )}
        />
        <TextField
          label={t('catering.numberOfGuests')}
          {...register('numberOfGuests')}
          inputMode="numeric"
          maxLength={6}
          required
        />
        <div className="@phone/page:col-span-2">
          <ChoiceChips
            label={t('catering.language')}
            value={language}
            onChange={(chosen) => form.setValue('language', chosen, { shouldDirty: true })}
            options={LANGUAGES.map((value) => ({ value, label: t(`catering.languages.${value}`) }))}
          />
        </div>
        <TextField
          as={TextArea}
          label={t('customers.notes')}
          hint={t('catering.notesHint')}
          fieldClass="@phone/page:col-span-2"
          {...register('notes')}
          rows={3}
          maxLength={EVENT_NOTES_MAX}
        />
        <div className="flex justify-end @phone/page:col-span-2">
          <Button type="submit" className="@max-phone/page:w-full">
            {t('catering.toMenu')}
          </Button>
        </div>
      </Card>
    </form>
  )
}
