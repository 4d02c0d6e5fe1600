import { type Resolver, useWatch } from 'react-hook-form'
import { openingHoursSchema } from '#shared/contracts/hours.ts'
import { MAX_LAST_ORDER_MINUTES, type Settings } from '#shared/contracts/settings.ts'
import type { OpeningHours, WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { usePauseText } from '../../lib/settings/pause-note.tsx'
import { WeekEditor } from '../../lib/settings/week-editor.tsx'
import { withDayNames } from '../../lib/settings/week-text.ts'
import { FieldError, Switch, TextField, useTranslation } from '../../ui/index.ts'
import { Exceptions, inOrder, type TypedException, USUAL } from './exceptions.tsx'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

interface HoursForm {
  hasHours: boolean
  week: WeeklyHours[]
  exceptions: TypedException[]
  lastOrderMinutes: string
}

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
  const { t, language } = useTranslation()
  const fieldError = useFieldError()
  const pauseText = usePauseText()
  const editor = useSettingsForm('hours', resolver, valuesOf, {
    changeOf: (values) => ({
      openingHours: values.hasHours ? hoursOf(values) : null,
      lastOrderMinutes: numberOf(values.lastOrderMinutes),
    }),
  })
  const { form, errors, register } = editor
  const hasHours = useWatch({ control: form.control, name: 'hasHours' })
  const week = useWatch({ control: form.control, name: 'week' })
  const exceptions = useWatch({ control: form.control, name: 'exceptions' })
  const weekError = fieldError(errors.week as { message?: string } | undefined)
  return (
    <SettingsForm editor={editor} className="gap-5!">
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
          <Exceptions
            exceptions={exceptions}
            onChange={(next) => form.setValue('exceptions', next, { shouldDirty: true, shouldValidate: true })}
          />
          <TextField
            label={t('settings.hours.lastOrder')}
            hint={t('settings.hours.lastOrderHint')}
            {...register('lastOrderMinutes')}
            inputMode="numeric"
            maxLength={3}
            className="figures"
          />
        </>
      )}
    </SettingsForm>
  )
}
