import { Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { SLOT_MINUTES } from '#shared/domain/orders/pickup.ts'
import { localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { MAX_EXCEPTIONS } from '#shared/domain/time/opening-hours.ts'
import { formatDay, hoursText, weekdayName } from '#shared/i18n/format.ts'
import { fieldError } from '../../lib/changes/field-error.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import { Intervals, WeekEditor, withDayNames } from '../../lib/settings/week-editor.tsx'
import { FieldError, IconButton, language, MonthGrid, Switch, TextInput, t } from '../../ui/index.ts'
import { lengthText } from './setting-texts.ts'
import {
  Choice,
  inOrder,
  Numeric,
  PICKUP_NUMBERS,
  settingsForm,
  type TypedException,
  USUAL,
  useSetting,
  useSettingsForm,
  Yes,
} from './settings-form.tsx'

/** The first message of an error that may be deep in a list. */
function firstError(error: object | undefined): { message: string } | undefined {
  if (error && 'message' in error) return error as { message: string }
  return Object.values(error ?? {}).reduce((found, inner) => found ?? firstError(inner), undefined)
}

/** An error in hours, with the names of the days. */
function useHoursError() {
  return (error: object | undefined) => withDayNames(fieldError(firstError(error)) ?? '')
}

/** When the restaurant is open, and until when guests can order (docs/product/hours.md#hours-owner). */
export function HoursSettings() {
  const { errors } = useSettingsForm().formState
  const errorOf = useHoursError()
  const [has, setHas] = useSetting('openingHours.has')
  const [weekly, setWeekly] = useSetting('openingHours.weekly')
  const [exceptions, setExceptions] = useSetting('openingHours.exceptions')
  const { reservations } = useSettings()
  const isNeeded = has && Boolean(reservations?.on && reservations.online)
  const { openingHours, lastOrderMinutes } = errors
  const weekError = errorOf(openingHours?.weekly)
  const hasError = openingHours?.message ? errorOf(openingHours) : undefined
  return (
    <>
      <Switch
        label={t('settings.hours.has')}
        hint={t(isNeeded ? 'validation.onlineNeedsHours' : 'settings.hours.hasHint')}
        checked={has}
        disabled={isNeeded}
        error={hasError}
        onCheckedChange={setHas}
      />
      {(has || lastOrderMinutes) && (
        <>
          <WeekEditor week={weekly} usual={USUAL} none={t('settings.hours.closed')} onChange={setWeekly} />
          {weekError && <FieldError id={undefined}>{weekError}</FieldError>}
          <Exceptions
            exceptions={exceptions}
            errorOf={(i) => errorOf(openingHours?.exceptions?.[i])}
            onChange={setExceptions}
          />
          <Numeric
            name="lastOrderMinutes"
            label="settings.hours.lastOrder"
            hint="settings.hours.lastOrderHint"
            maxLength={4}
          />
        </>
      )}
    </>
  )
}

const CLOSED = 'bg-cancelled-soft font-bold text-cancelled'
const OTHER_HOURS = 'bg-accent-soft font-bold text-accent'

interface ExceptionsProps {
  exceptions: TypedException[]
  errorOf: (index: number) => string | undefined
  onChange: (exceptions: TypedException[]) => void
}

/** The dates with other hours on a calendar, each with its hours below. */
function Exceptions({ exceptions, errorOf, onChange }: ExceptionsProps) {
  const list = useRef<HTMLUListElement>(null)
  const change = (date: string, part: Partial<TypedException>) =>
    onChange(exceptions.map((one) => (one.date === date ? { ...one, ...part } : one)))
  const today = localTime(new Date(serverNow()), timeZone).day
  const exceptionOn = (day: string) => exceptions.find(({ date }) => date === day)
  const choose = (date: string) => {
    if (exceptionOn(date)) {
      list.current?.querySelector<HTMLElement>(`[data-date="${date}"] input`)?.focus()
    } else if (exceptions.length < MAX_EXCEPTIONS) {
      onChange(inOrder([...exceptions, { date, hours: [], note: '', noteRo: '' }]))
    }
  }
  const markOf = (day: string) => {
    const exception = exceptionOn(day)
    const hours = exception && hoursText(exception.hours)
    if (hours) return { className: OTHER_HOURS, label: hours }
    return exception && { className: CLOSED, label: t('settings.hours.closed') }
  }
  const dayText = (date: string) => `${weekdayName(weekdayOf(date), 'short', language)}, ${formatDay(date, language)}`
  // An owner writes the note in the language of their pages.
  const noteField = language === 'ro' ? 'noteRo' : 'note'
  return (
    <section aria-label={t('settings.hours.exceptions')} className="flex flex-col gap-3">
      <div>
        <h3 className="text-base font-bold">{t('settings.hours.exceptions')}</h3>
        <p className="text-sm text-muted">{t('settings.hours.exceptionsHint')}</p>
      </div>
      <div className="w-fit max-w-full card-face p-2">
        <MonthGrid value="" today={today} min={today} markOf={markOf} onChoose={choose} />
      </div>
      {exceptions.length > 0 && (
        <ul ref={list} className="divide-y divide-line card-face">
          {exceptions.map(({ date, hours, note, noteRo }, i) => (
            <li
              key={date}
              data-date={date}
              aria-label={dayText(date)}
              className="grid gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[12rem_1fr]"
            >
              <div className="flex flex-col gap-2">
                <p className="pt-2.5 font-semibold">{dayText(date)}</p>
                <TextInput
                  value={(language === 'ro' && noteRo) || note || noteRo}
                  maxLength={140}
                  placeholder={t('settings.hours.note')}
                  aria-label={t('settings.hours.note')}
                  onChange={({ target: { value } }) =>
                    change(date, value === '' ? { note: '', noteRo: '' } : { [noteField]: value })
                  }
                />
              </div>
              <div className="flex items-start gap-2">
                <Intervals
                  hours={hours}
                  day={dayText(date)}
                  usual={USUAL}
                  none={t('settings.hours.closed')}
                  error={errorOf(i)}
                  onChange={(next) => change(date, { hours: next })}
                />
                <IconButton
                  label={`${t('settings.hours.removeDate')}: ${dayText(date)}`}
                  onClick={() => onChange(exceptions.filter((one) => one.date !== date))}
                >
                  <Trash2 aria-hidden="true" className="size-5" />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** When takeaway orders are picked up (docs/product/hours.md#hours-pickup). */
export function PickupSettings() {
  const { errors } = useSettingsForm().formState
  const headingId = useId()
  const isOn = settingsForm.useValues(({ pickup }) => pickup.on)
  return (
    <section aria-labelledby={headingId} className="mt-1 flex flex-col gap-4 border-line border-t pt-5">
      <h3 id={headingId} className="font-bold text-base">
        {t('settings.pickup.title')}
      </h3>
      <Yes name="pickup.on" label="settings.pickup.on" hint="settings.pickup.onHint" />
      {(isOn || errors.pickup) && (
        <>
          <Choice
            name="pickup.slotMinutes"
            label="settings.pickup.slotMinutes"
            options={SLOT_MINUTES.map((value) => ({ value, label: lengthText(value) }))}
          />
          {PICKUP_NUMBERS.map((name) => (
            <Numeric
              key={name}
              name={`pickup.${name}`}
              label={`settings.pickup.${name}`}
              hint={`settings.pickup.${name}Hint`}
              maxLength={4}
            />
          ))}
        </>
      )}
    </section>
  )
}
