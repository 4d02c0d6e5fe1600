import { Copy, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Language } from '#shared/domain/language.ts'
import { type DayHours, MAX_DAY_HOURS, type WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { formatDay, hoursText, weekdayName } from '#shared/i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { FieldError } from '../../ui/inputs/field.tsx'
import { TimeInput } from '../../ui/inputs/text-inputs.tsx'
import { Button, IconButton } from '../../ui/parts/button.tsx'
import { language, t } from '../../ui/translation.ts'

/** The hours of a week as one line, such as `Mon–Fri 12:00–15:00; Sat 10:00–14:00`; empty if there are none. */
export function weekText(week: readonly WeeklyHours[], language: Language): string {
  const runs: { from: number; to: number; text: string }[] = []
  for (const day of WEEKDAYS) {
    const text = hoursText(week.filter((hours) => hours.day === day))
    const last = runs.at(-1)
    if (last?.text === text) last.to = day
    else runs.push({ from: day, to: day, text })
  }
  const name = (day: number) => weekdayName(day, 'short', language)
  const days = ({ from, to }: { from: number; to: number }) =>
    from === 1 && to === 7 ? '' : `${name(from)}${to > from ? `–${name(to)}` : ''} `
  return runs.flatMap((run) => (run.text ? `${days(run)}${run.text}` : [])).join('; ')
}

/** A message that names hours by the numbers of their days, or by a date, with the names of the days. */
export function withDayNames(message: string): string {
  return message
    .replace(/\b\d{4}-\d\d-\d\d(?=: )/g, (date) => formatDay(date, language))
    .replace(/\b([1-7]): /g, (_, day) => `${weekdayName(Number(day), 'short', language)} `)
}

interface WeekEditorProps {
  week: readonly WeeklyHours[]
  onChange: (week: WeeklyHours[]) => void
  usual: DayHours
  /** What is said of a day without hours. */
  none: string
}

/** A week's hours, a line for each day; below them, those of the chosen day are typed. */
export function WeekEditor({ week, onChange, usual, none }: WeekEditorProps) {
  const [chosen, setChosen] = useState(1)
  const ofDay = (day: number) => week.filter((hours) => hours.day === day)
  const setDay = (day: number, hours: readonly DayHours[]) =>
    onChange(WEEKDAYS.flatMap((other) => (other === day ? hours.map((one) => ({ ...one, day })) : ofDay(other))))
  const copyToAll = () => onChange(WEEKDAYS.flatMap((day) => ofDay(chosen).map(({ from, to }) => ({ day, from, to }))))
  const name = weekdayName(chosen, 'long', language)
  return (
    <div className="min-w-0 card-face">
      <div className="p-2">
        {WEEKDAYS.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={day === chosen}
            onClick={() => setChosen(day)}
            className={cx(
              'flex min-h-11 w-full items-center gap-3 rounded-chip px-2 text-left text-body hover:bg-sunk',
              day === chosen && 'bg-sunk font-semibold',
            )}
          >
            <span className="w-24 shrink-0 first-letter:uppercase">{weekdayName(day, 'long', language)}</span>{' '}
            <span className="figures">{hoursText(ofDay(day)) || none}</span>
          </button>
        ))}
      </div>
      <fieldset className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-t px-4 py-3">
        <legend className="float-left w-24 pt-2.5 font-semibold first-letter:uppercase">{name}</legend>
        <Intervals
          hours={ofDay(chosen)}
          day={name}
          usual={usual}
          none={none}
          onChange={(hours) => setDay(chosen, hours)}
        />
        <Button variant="quiet" size="small" onClick={copyToAll}>
          <Copy className="size-4" />
          {t('settings.hours.copyToAll')}
        </Button>
      </fieldset>
    </div>
  )
}

interface IntervalsProps {
  hours: readonly DayHours[]
  /** Whose hours they are, for screen readers. */
  day: string
  usual: DayHours
  none: string
  onChange: (hours: DayHours[]) => void
  /** What is wrong with them. */
  error?: string | undefined
}

export function Intervals({ hours, day, usual, none, onChange, error }: IntervalsProps) {
  const change = (i: number, part: Partial<DayHours>) =>
    onChange(hours.map((one, n) => (n === i ? { ...one, ...part } : one)))
  return (
    <div className="flex min-w-56 flex-1 flex-col gap-2">
      {hours.length === 0 && <p className="py-2.5 text-muted">{none}</p>}
      {hours.map(({ from, to }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hours have no other identity, and are never reordered
        <div key={i} className="flex items-center gap-2">
          {(['from', 'to'] as const).map((end) => (
            <TimeInput
              key={end}
              value={end === 'from' ? from : to}
              aria-label={t(`settings.hours.${end}`, { day })}
              // The end of a day is kept as the midnight that it is.
              onChange={({ target: { value } }) =>
                change(i, { [end]: end === 'to' && value === '24:00' ? '00:00' : value })
              }
            />
          ))}
          <IconButton
            label={t('settings.hours.remove', { day })}
            onClick={() => onChange(hours.filter((_, n) => n !== i))}
          >
            <Trash2 className="size-5" />
          </IconButton>
        </div>
      ))}
      {hours.length < MAX_DAY_HOURS && (
        <Button variant="quiet" size="small" className="self-start" onClick={() => onChange([...hours, usual])}>
          <Plus className="size-4" />
          {t('settings.hours.add')}
        </Button>
      )}
      {error && <FieldError id={undefined}>{error}</FieldError>}
    </div>
  )
}
