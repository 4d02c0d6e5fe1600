import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { Controller, type Resolver, useForm } from 'react-hook-form'
import { EVENT_NOTES_MAX } from '#shared/contracts/catering.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { useFieldError, useFieldProps } from '../../lib/changes/field-error.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Card, ChoiceChips, DateInput, TextArea, TextField, useTranslation } from '../../ui/index.ts'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import { changeDraft, type Draft } from './draft.ts'
import {
  type Details,
  type DetailsForm,
  detailsSchema,
  EMPTY_DETAILS,
  parseDetails,
  proposalLanguage,
} from './proposal.ts'

const checkDetails = zodResolver(detailsSchema)
const resolver: Resolver<DetailsForm, unknown, Details> = (values, context, options) =>
  checkDetails(parseDetails(values), context, options as never) as never

export function DetailsStep({ draft: { details, ...draft } }: { draft: Draft }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const settings = useSettings()
  const form = useForm<DetailsForm, unknown, Details>({ resolver, defaultValues: details })
  const register = useFieldProps(form)
  const { errors } = form.formState
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => storeDetails(values) }),
    [form],
  )
  // This step sends nothing, so the server's issues exist before it is rendered.
  const [issues] = useState(draft.issues)
  useEffect(() => {
    const detailIssues = issues.filter(({ path }) => path in EMPTY_DETAILS)
    detailIssues.forEach(({ path, message }, i) => {
      form.setError(path as keyof DetailsForm, { type: 'server', message }, { shouldFocus: i === 0 })
    })
  }, [form, issues])
  const goToMenu = form.handleSubmit(() =>
    changeDraft((draft) => ({ step: 'menu', issues: draft.issues.filter(({ path }) => !(path in EMPTY_DETAILS)) })),
  )
  return (
    <form noValidate onSubmit={(event) => void goToMenu(event)}>
      <Card className="grid gap-x-5 gap-y-4 p-4 @min-[40rem]/page:grid-cols-2 @min-[40rem]/page:p-6">
        <TextField
          label={t('catering.customerName')}
          fieldClass="@min-[40rem]/page:col-span-2"
          {...register('customerName')}
          maxLength={100}
          required
        />
        <TextField
          label={t('catering.customerEmail')}
          {...register('customerEmail')}
          type="email"
          maxLength={254}
          required
        />
        <Controller
          name="customerPhone"
          control={form.control}
          render={({ field: { value, ...field } }) => (
            <TextField
              as={PhoneInput}
              label={t('catering.customerPhone')}
              error={fieldError(errors.customerPhone)}
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
              error={fieldError(errors.eventDate)}
              hint={field.value !== '' && <DateInWords day={field.value} timeZone={settings.timeZone} />}
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
        <div className="@min-[40rem]/page:col-span-2">
          <Controller
            name="language"
            control={form.control}
            render={({ field: { onChange, value } }) => (
              <ChoiceChips
                label={t('catering.language')}
                value={proposalLanguage({ language: value }, settings.language)}
                onChange={onChange}
                options={LANGUAGES.map((language) => ({ value: language, label: t(`catering.languages.${language}`) }))}
              />
            )}
          />
        </div>
        <TextField
          as={TextArea}
          label={t('catering.notes')}
          hint={t('catering.notesHint')}
          fieldClass="@min-[40rem]/page:col-span-2"
          {...register('notes')}
          rows={3}
          maxLength={EVENT_NOTES_MAX}
        />
        <div className="flex justify-end @min-[40rem]/page:col-span-2">
          <Button type="submit" className="@max-[40rem]/page:w-full">
            {t('catering.toMenu')}
          </Button>
        </div>
      </Card>
    </form>
  )
}

function DateInWords({ day, timeZone }: { day: string; timeZone: string }) {
  const { t, language } = useTranslation()
  return (
    <>
      {formatLongDay(day, language)}
      {day < localTime(new Date(), timeZone).day && ` · ${t('catering.eventDatePast')}`}
    </>
  )
}

/** Stores the form in the draft, and removes the server's issues of fields that have changed. */
function storeDetails(details: DetailsForm): void {
  const isUnchanged = (path: string, previous: DetailsForm) =>
    details[path as keyof DetailsForm] === previous[path as keyof DetailsForm]
  changeDraft((draft) => ({ details, issues: draft.issues.filter(({ path }) => isUnchanged(path, draft.details)) }))
}
