import { Plus, Trash2 } from 'lucide-react'
import { type Control, type Resolver, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { openingHoursSchema } from '#shared/contracts/hours.ts'
import { MAX_LAST_ORDER_MINUTES, type Settings } from '#shared/contracts/settings.ts'
import { type DayHours, MAX_DAY_HOURS, type OpeningHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { DraftNotice } from '../../lib/changes/draft-notice.tsx'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { usePauseText } from '../../lib/settings/pause-note.tsx'
import { weekdayName } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { Field, FieldError, TextInput } from '../../ui/inputs/field.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { TimeInput } from '../../ui/inputs/text-inputs.tsx'
import { Button, IconButton } from '../../ui/parts/button.tsx'
import { SaveBar, useSettingsForm } from './settings-form.tsx'

/** An exception as typed: without hours the date is closed. */
interface TypedException {
  date: string
  hours: DayHours[]
  note: string
}

interface HoursForm {
  hasHours: boolean
  /** Of each weekday, from Monday. */
  week: DayHours[][]
  exceptions: TypedException[]
  lastOrderMinutes: string
}

const EVENING: DayHours = { from: '10:00', to: '22:00' }

function valuesOf({ openingHours, lastOrderMinutes = 0 }: Settings): HoursForm {
  const ofDay = (day: number) => (openingHours?.weekly ?? []).filter((hours) => hours.day === day)
  return {
    hasHours: openingHours != null,
    week: WEEKDAYS.map((day) => (openingHours ? ofDay(day).map(({ from, to }) => ({ from, to })) : [EVENING])),
    exceptions: (openingHours?.exceptions ?? []).map((one) => ({
      date: one.date,
      hours: 'hours' in one ? one.hours : [],
      note: one.note ?? '',
    })),
    lastOrderMinutes: String(lastOrderMinutes),
  }
}

function hoursOf({ week, exceptions }: HoursForm): OpeningHours {
  return {
    weekly: week.flatMap((hours, i) => hours.map((one) => ({ day: i + 1, ...one }))),
    exceptions: exceptions.map(({ date, hours, note }) => ({
      date,
      ...(hours.length > 0 ? { hours } : { closed: true as const }),
      ...(note && { note }),
    })),
  }
}

const minutesOf = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** The server's rules; what is wrong with the hours is shown below them as one sentence. */
const resolver: Resolver<HoursForm, unknown, HoursForm> = (values) => {
  const issue = values.hasHours ? openingHoursSchema.safeParse(hoursOf(values)).error?.issues[0] : undefined
  const minutes = minutesOf(values.lastOrderMinutes)
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
      lastOrderMinutes: minutesOf(values.lastOrderMinutes),
    }),
  })
  const hasHours = useWatch({ control: form.control, name: 'hasHours' })
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
          <Week form={form} />
          {weekError && <FieldError id={undefined}>{weekError}</FieldError>}
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
      <SaveBar pending={isPending}>{t('common.save')}</SaveBar>
    </form>
  )
}

type Form = UseFormReturn<HoursForm, unknown, HoursForm>

/** The hours of each weekday. */
function Week({ form }: { form: Form }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const week = useWatch({ control: form.control as Control<HoursForm>, name: 'week' })
  const set = (next: DayHours[][]) => form.setValue('week', next, { shouldDirty: true, shouldValidate: true })
  return (
    <div className="rounded-card border border-line bg-card">
      {WEEKDAYS.map((day, i) => (
        <fieldset key={day} className="flex flex-wrap gap-x-4 gap-y-2 border-line px-4 py-3 not-first:border-t">
          <legend className="float-left w-28 pt-2.5 font-semibold">{weekdayName(day, 'long', language)}</legend>
          <Intervals
            hours={week[i] ?? []}
            day={weekdayName(day, 'long', language)}
            onChange={(hours) => set(week.map((other, n) => (n === i ? hours : other)))}
          />
          {i === 0 && (
            <Button variant="quiet" size="small" onClick={() => set(week.map(() => [...(week[0] ?? [])]))}>
              {t('settings.hours.copyToAll')}
            </Button>
          )}
        </fieldset>
      ))}
    </div>
  )
}

interface IntervalsProps {
  hours: readonly DayHours[]
  /** Whose hours they are, for screen readers. */
  day: string
  onChange: (hours: DayHours[]) => void
}

/** Hours with inputs to change them, a button to remove each and one to add some. */
function Intervals({ hours, day, onChange }: IntervalsProps) {
  const { t } = useTranslation()
  const change = (i: number, part: Partial<DayHours>) =>
    onChange(hours.map((one, n) => (n === i ? { ...one, ...part } : one)))
  return (
    <div className="flex min-w-56 flex-1 flex-col gap-2">
      {hours.length === 0 && <p className="py-2.5 text-muted">{t('settings.hours.closed')}</p>}
      {hours.map(({ from, to }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hours have no other identity, and are never reordered
        <div key={i} className="flex items-center gap-2">
          {(['from', 'to'] as const).map((end) => (
            <TimeInput
              key={end}
              value={end === 'from' ? from : to}
              aria-label={t(`settings.hours.${end}`, { day })}
              onChange={(event) => change(i, { [end]: event.target.value })}
            />
          ))}
          <IconButton
            label={t('settings.hours.remove', { day })}
            onClick={() => onChange(hours.filter((_, n) => n !== i))}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      ))}
      {hours.length < MAX_DAY_HOURS && (
        <Button variant="quiet" size="small" className="self-start" onClick={() => onChange([...hours, EVENING])}>
          <Plus aria-hidden="true" className="size-4" />
          {t('settings.hours.add')}
        </Button>
      )}
    </div>
  )
}

/** The dates with other hours. */
function Exceptions({ form }: { form: Form }) {
  const { t } = useTranslation()
  const exceptions = useWatch({ control: form.control as Control<HoursForm>, name: 'exceptions' })
  const set = (next: TypedException[]) => form.setValue('exceptions', next, { shouldDirty: true, shouldValidate: true })
  const change = (i: number, part: Partial<TypedException>) =>
    set(exceptions.map((one, n) => (n === i ? { ...one, ...part } : one)))
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-base font-bold">{t('settings.hours.exceptions')}</h3>
      {exceptions.map(({ date, hours, note }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a date may be empty while it is typed
        <div key={i} className="flex flex-wrap gap-3 rounded-card border border-line bg-card px-4 py-3">
          <TextInput
            type="date"
            value={date}
            aria-label={t('settings.hours.date')}
            onChange={(event) => change(i, { date: event.target.value })}
            className="max-w-44"
          />
          <Intervals hours={hours} day={date} onChange={(next) => change(i, { hours: next })} />
          <TextInput
            value={note}
            maxLength={140}
            placeholder={t('settings.hours.note')}
            aria-label={t('settings.hours.note')}
            onChange={(event) => change(i, { note: event.target.value })}
          />
          <Button variant="quiet" size="small" onClick={() => set(exceptions.filter((_, n) => n !== i))}>
            {t('settings.hours.removeDate')}
          </Button>
        </div>
      ))}
      <Button
        variant="outline"
        size="small"
        className="self-start"
        onClick={() => set([...exceptions, { date: '', hours: [], note: '' }])}
      >
        {t('settings.hours.addDate')}
      </Button>
    </section>
  )
}
