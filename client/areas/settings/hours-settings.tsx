import { Plus, Trash2 } from 'lucide-react'
import { type Control, type Resolver, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { openingHoursSchema } from '#shared/contracts/hours.ts'
import { MAX_LAST_ORDER_MINUTES, type Settings } from '#shared/contracts/settings.ts'
import { nameIn } from '#shared/domain/language.ts'
import { nextHolidays } from '#shared/domain/time/holidays.ts'
import { localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import {
  type DayHours,
  MAX_EXCEPTIONS,
  type OpeningHours,
  type WeeklyHours,
} from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { DraftNotice } from '../../lib/changes/draft-notice.tsx'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { usePauseText } from '../../lib/settings/pause-note.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Intervals, WeekEditor } from '../../lib/settings/week-editor.tsx'
import { withDayNames } from '../../lib/settings/week-text.ts'
import { formatDay, weekdayName } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { Field, FieldError, TextInput } from '../../ui/inputs/field.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Button, IconButton } from '../../ui/parts/button.tsx'
import { SaveBar, useSettingsForm } from './settings-form.tsx'

/** An exception as typed: without hours the date is closed. */
interface TypedException {
  date: string
  hours: DayHours[]
  note: string
  noteRo: string
}

interface HoursForm {
  hasHours: boolean
  week: WeeklyHours[]
  exceptions: TypedException[]
  lastOrderMinutes: string
}

const USUAL: DayHours = { from: '10:00', to: '22:00' }
/** So many of the next public holidays are offered. */
const OFFERED_HOLIDAYS = 6

function valuesOf({ openingHours, lastOrderMinutes = 0 }: Settings): HoursForm {
  return {
    hasHours: openingHours != null,
    week: openingHours?.weekly ?? WEEKDAYS.map((day) => ({ day, ...USUAL })),
    exceptions: inOrder(
      (openingHours?.exceptions ?? []).map((one) => ({
        date: one.date,
        hours: 'hours' in one ? one.hours : [],
        note: one.note ?? '',
        noteRo: one.noteRo ?? '',
      })),
    ),
    lastOrderMinutes: String(lastOrderMinutes),
  }
}

const inOrder = (exceptions: TypedException[]) => exceptions.toSorted((a, b) => a.date.localeCompare(b.date))

function hoursOf({ week, exceptions }: HoursForm): OpeningHours {
  return {
    weekly: week,
    exceptions: exceptions.map(({ date, hours, note, noteRo }) => ({
      date,
      ...(hours.length > 0 ? { hours } : { closed: true as const }),
      ...(note && { note }),
      ...(noteRo && { noteRo }),
    })),
  }
}

const numberOf = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** The server's rules; what is wrong with the hours is shown below them as one sentence. */
const resolver: Resolver<HoursForm, unknown, HoursForm> = (values) => {
  const issue = values.hasHours ? openingHoursSchema.safeParse(hoursOf(values)).error?.issues[0] : undefined
  const minutes = numberOf(values.lastOrderMinutes)
  const errors = {
    ...(issue && { week: { type: 'hours', message: issue.message } }),
    ...(!(minutes <= MAX_LAST_ORDER_MINUTES) && {
      lastOrderMinutes: { type: 'max', message: `validation.atMost ${MAX_LAST_ORDER_MINUTES}` },
    }),
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
}

/** When the restaurant is open, and until when guests can order (docs/product/hours.md#hours-owner). */
export function HoursSettings() {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const pauseText = usePauseText()
  const { form, errors, submit, isPending, draft } = useSettingsForm('hours', resolver, valuesOf, {
    changeOf: (values) => ({
      openingHours: values.hasHours ? hoursOf(values) : null,
      lastOrderMinutes: numberOf(values.lastOrderMinutes),
    }),
  })
  const hasHours = useWatch({ control: form.control, name: 'hasHours' })
  const language = useLanguage()
  const week = useWatch({ control: form.control, name: 'week' })
  const weekError = fieldError(errors.week as { message?: string } | undefined)
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <DraftNotice draft={draft} className="-mb-4" />
      <p className="text-sm text-muted">
        {t('settings.hours.guestsSee', { text: pauseText ?? t('settings.hours.takesOrders') })}
      </p>
      <Switch
        label={t('settings.hours.has')}
        hint={t('settings.hours.hasHint')}
        checked={hasHours}
        onCheckedChange={(on) => form.setValue('hasHours', on, { shouldDirty: true })}
      />
      {hasHours && (
        <>
          <WeekEditor
            week={week}
            usual={USUAL}
            onChange={(next) => form.setValue('week', next, { shouldDirty: true, shouldValidate: true })}
          />
          {weekError && <FieldError id={undefined}>{withDayNames(weekError, language)}</FieldError>}
          <Exceptions form={form} />
          <Field
            label={t('settings.hours.lastOrder')}
            hint={t('settings.hours.lastOrderHint')}
            error={fieldError(errors.lastOrderMinutes)}
          >
            {(control) => (
              <TextInput
                {...control}
                {...form.register('lastOrderMinutes')}
                inputMode="numeric"
                autoComplete="off"
                maxLength={3}
                className="figures"
              />
            )}
          </Field>
        </>
      )}
      <SaveBar isDirty={form.formState.isDirty} pending={isPending} />
    </form>
  )
}

type Form = UseFormReturn<HoursForm, unknown, HoursForm>

/** The dates with other hours, and the next public holidays to add. */
function Exceptions({ form }: { form: Form }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { timeZone } = useSettings()
  const exceptions = useWatch({ control: form.control as Control<HoursForm>, name: 'exceptions' })
  const set = (next: TypedException[]) => form.setValue('exceptions', next, { shouldDirty: true, shouldValidate: true })
  const change = (i: number, part: Partial<TypedException>) =>
    set(exceptions.map((one, n) => (n === i ? { ...one, ...part } : one)))
  const today = localTime(new Date(serverNow()), timeZone).day
  const holidays = nextHolidays(today, OFFERED_HOLIDAYS).filter(
    (holiday) => !exceptions.some(({ date }) => date === holiday.date),
  )
  const dayText = (date: string) =>
    date && `${weekdayName(weekdayOf(date), 'short', language)}, ${formatDay(date, language)}`
  // An owner writes the note in the language of their pages; a holiday has it in both.
  const noteField = language === 'ro' ? 'noteRo' : 'note'
  return (
    <section aria-label={t('settings.hours.exceptions')} className="flex flex-col gap-3">
      <h3 className="text-base font-bold">{t('settings.hours.exceptions')}</h3>
      {exceptions.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-card">
          {exceptions.map(({ date, hours, note, noteRo }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a date may be empty while it is typed
            <li key={i} aria-label={dayText(date)} className="grid gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[12rem_1fr]">
              <div className="flex flex-col gap-2">
                <TextInput
                  type="date"
                  value={date}
                  min={today}
                  aria-label={t('settings.hours.date')}
                  onChange={(event) => change(i, { date: event.target.value })}
                />
                <TextInput
                  value={(language === 'ro' && noteRo) || note || noteRo}
                  maxLength={140}
                  placeholder={t('settings.hours.note')}
                  aria-label={t('settings.hours.note')}
                  onChange={({ target: { value } }) =>
                    change(i, value === '' ? { note: '', noteRo: '' } : { [noteField]: value })
                  }
                />
              </div>
              <div className="flex items-start gap-2">
                <Intervals
                  hours={hours}
                  day={dayText(date)}
                  usual={USUAL}
                  onChange={(next) => change(i, { hours: next })}
                />
                <IconButton
                  label={`${t('settings.hours.removeDate')}: ${dayText(date)}`}
                  onClick={() => set(exceptions.filter((_, n) => n !== i))}
                >
                  <Trash2 aria-hidden="true" className="size-5" />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      {exceptions.length < MAX_EXCEPTIONS && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="small"
            onClick={() => set([...exceptions, { date: '', hours: [], note: '', noteRo: '' }])}
          >
            {t('settings.hours.addDate')}
          </Button>
          {holidays.map((holiday) => (
            <Button
              key={holiday.date}
              className="text-left"
              variant="quiet"
              size="small"
              onClick={() =>
                set(
                  inOrder([
                    ...exceptions,
                    { date: holiday.date, hours: [], note: holiday.name, noteRo: holiday.nameRo },
                  ]),
                )
              }
            >
              <Plus aria-hidden="true" className="size-4" />
              {dayText(holiday.date)} · {nameIn(language, holiday)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
