import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { nameIn } from '#shared/domain/language.ts'
import { nextHolidays } from '#shared/domain/time/holidays.ts'
import { localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { type DayHours, MAX_EXCEPTIONS } from '#shared/domain/time/opening-hours.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Intervals } from '../../lib/settings/week-editor.tsx'
import { formatDay, hoursText, weekdayName } from '../../lib/words/format.ts'
import { Button, IconButton, MonthGrid, TextInput, useTranslation } from '../../ui/index.ts'

/** An exception as typed: without hours the date is closed. */
export interface TypedException {
  date: string
  hours: DayHours[]
  note: string
  noteRo: string
}

export const USUAL: DayHours = { from: '10:00', to: '22:00' }
/** So many of the next public holidays are offered in words; the calendar marks those of a year and more. */
const OFFERED_HOLIDAYS = 6
const MARKED_HOLIDAYS = 30

const CLOSED = 'bg-cancelled-soft font-bold text-cancelled'
const OTHER_HOURS = 'bg-accent-soft font-bold text-accent'
const HOLIDAY = 'border border-edge border-dashed enabled:hover:bg-sunk'

export const inOrder = (exceptions: TypedException[]) => exceptions.toSorted((a, b) => a.date.localeCompare(b.date))

interface ExceptionsProps {
  exceptions: TypedException[]
  onChange: (exceptions: TypedException[]) => void
}

/** The dates with other hours on a calendar, each with its hours beside it, and the next public holidays to add. */
export function Exceptions({ exceptions, onChange }: ExceptionsProps) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const list = useRef<HTMLUListElement>(null)
  const change = (date: string, part: Partial<TypedException>) =>
    onChange(exceptions.map((one) => (one.date === date ? { ...one, ...part } : one)))
  const today = localTime(new Date(serverNow()), timeZone).day
  const holidays = nextHolidays(today, MARKED_HOLIDAYS)
  const exceptionOn = (day: string) => exceptions.find(({ date }) => date === day)
  const holidayOn = (day: string) => holidays.find(({ date }) => date === day)
  const isFull = exceptions.length >= MAX_EXCEPTIONS
  const choose = (date: string) => {
    if (exceptionOn(date)) {
      list.current?.querySelector<HTMLElement>(`[data-date="${date}"] input`)?.focus()
    } else if (!isFull) {
      const { name = '', nameRo = '' } = holidayOn(date) ?? {}
      onChange(inOrder([...exceptions, { date, hours: [], note: name, noteRo: nameRo }]))
    }
  }
  const markOf = (day: string) => {
    const exception = exceptionOn(day)
    const holiday = holidayOn(day)
    if (exception) {
      const hours = hoursText(exception.hours)
      return hours ? { className: OTHER_HOURS, label: hours } : { className: CLOSED, label: t('settings.hours.closed') }
    }
    return holiday && { className: HOLIDAY, label: nameIn(language, holiday) }
  }
  const dayText = (date: string) => `${weekdayName(weekdayOf(date), 'short', language)}, ${formatDay(date, language)}`
  // An owner writes the note in the language of their pages; a holiday has it in both.
  const noteField = language === 'ro' ? 'noteRo' : 'note'
  return (
    <section aria-label={t('settings.hours.exceptions')} className="flex flex-col gap-3">
      <div>
        <h3 className="text-base font-bold">{t('settings.hours.exceptions')}</h3>
        <p className="text-sm text-muted">{t('settings.hours.exceptionsHint')}</p>
      </div>
      <div className="w-fit max-w-full rounded-card border border-line bg-card p-2">
        <MonthGrid value="" today={today} min={today} markOf={markOf} onChoose={choose} />
      </div>
      {!isFull && (
        <div className="flex flex-wrap gap-2">
          {holidays
            .slice(0, OFFERED_HOLIDAYS)
            .filter(({ date }) => !exceptionOn(date))
            .map((holiday) => (
              <Button
                key={holiday.date}
                className="text-left"
                variant="quiet"
                size="small"
                onClick={() => choose(holiday.date)}
              >
                <Plus aria-hidden="true" className="size-4" />
                {dayText(holiday.date)} · {nameIn(language, holiday)}
              </Button>
            ))}
        </div>
      )}
      {exceptions.length > 0 && (
        <ul ref={list} className="divide-y divide-line rounded-card border border-line bg-card">
          {exceptions.map(({ date, hours, note, noteRo }) => (
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
