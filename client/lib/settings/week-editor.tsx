import { Copy, Plus, Trash2 } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import type { Language } from '#shared/domain/language.ts'
import { type DayHours, MAX_DAY_HOURS, minutesOf, type WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { isTimeOfDay, WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { formatDay, hoursText, weekdayName } from '#shared/i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { FieldError } from '../../ui/inputs/field.tsx'
import { TimeInput } from '../../ui/inputs/text-inputs.tsx'
import { Button, IconButton } from '../../ui/parts/button.tsx'
import { useTranslation } from '../../ui/translation.ts'

const DAY_MINUTES = 24 * 60
/** The picture of a week shows this much of each day, in minutes: also the evening that goes past midnight. */
export const AXIS_MINUTES = 30 * 60
/** The ends of an interval are dragged in steps of this many minutes. */
const STEP_MINUTES = 15

/** Where hours begin and end, in minutes from the midnight before; undefined while they are being typed. */
function spanOf({ from, to }: DayHours): { from: number; to: number } | undefined {
  if (!isTimeOfDay(from) || !isTimeOfDay(to)) return undefined
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  return { from: begin, to: end <= begin ? end + DAY_MINUTES : end }
}

/** Hours of which one end was dragged to a minute of the picture; they stay 15 minutes to 24 hours long. */
export function dragged(hours: DayHours, end: keyof DayHours, minute: number): DayHours {
  const span = spanOf(hours)
  if (!span) return hours
  const [least, most] =
    end === 'from'
      ? [Math.max(0, span.to - DAY_MINUTES), Math.min(span.to, DAY_MINUTES) - STEP_MINUTES]
      : [span.from + STEP_MINUTES, Math.min(span.from + DAY_MINUTES, AXIS_MINUTES)]
  const stepped = Math.round(minute / STEP_MINUTES) * STEP_MINUTES
  return { ...hours, [end]: timeOf(Math.max(least, Math.min(most, stepped))) }
}

function timeOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`
}

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
export function withDayNames(message: string, language: Language): string {
  return message
    .replace(/\b\d{4}-\d\d-\d\d(?=: )/g, (date) => formatDay(date, language))
    .replace(/\b([1-7]): /g, (_, day) => `${weekdayName(Number(day), 'short', language)} `)
}

const percent = (minutes: number) => `${(Math.min(minutes, AXIS_MINUTES) / AXIS_MINUTES) * 100}%`
const MARKED_HOURS = [0, 6, 12, 18, 24, 30]

interface WeekEditorProps {
  week: readonly WeeklyHours[]
  onChange: (week: WeeklyHours[]) => void
  usual: DayHours
}

/** A week's hours as one picture, to drag by their ends; below it, those of the chosen day are typed. */
export function WeekEditor({ week, onChange, usual }: WeekEditorProps) {
  const { t, language } = useTranslation()
  const [chosen, setChosen] = useState(1)
  const ofDay = (day: number) => week.filter((hours) => hours.day === day)
  const setDay = (day: number, hours: readonly DayHours[]) =>
    onChange(WEEKDAYS.flatMap((other) => (other === day ? hours.map((one) => ({ ...one, day })) : ofDay(other))))
  const copyToAll = () => onChange(WEEKDAYS.flatMap((day) => ofDay(chosen).map(({ from, to }) => ({ day, from, to }))))
  const name = weekdayName(chosen, 'long', language)
  return (
    <div className="min-w-0 card-face">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] px-2 pt-2 pb-1.5">
        <div aria-hidden="true" className="figures relative col-start-2 mx-2.5 h-4 text-xs text-muted leading-4">
          {MARKED_HOURS.map((hour) => (
            <span key={hour} className="absolute -translate-x-1/2" style={{ left: percent(hour * 60) }}>
              {hour % 24 || (hour && 24)}
            </span>
          ))}
        </div>
        {WEEKDAYS.map((day) => (
          <DayRow
            key={day}
            day={day}
            hours={ofDay(day)}
            isChosen={day === chosen}
            onChoose={() => setChosen(day)}
            onChange={(hours) => setDay(day, hours)}
          />
        ))}
      </div>
      <fieldset className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-t px-4 py-3">
        <legend className="float-left w-24 pt-2.5 font-semibold">{name}</legend>
        <Intervals hours={ofDay(chosen)} day={name} usual={usual} onChange={(hours) => setDay(chosen, hours)} />
        <Button variant="quiet" size="small" onClick={copyToAll}>
          <Copy className="size-4" />
          {t('settings.hours.copyToAll')}
        </Button>
      </fieldset>
    </div>
  )
}

interface DayRowProps {
  day: number
  hours: readonly DayHours[]
  isChosen: boolean
  onChoose: () => void
  onChange: (hours: DayHours[]) => void
}

/** A day's name, which chooses it, and its hours on the axis. */
function DayRow({ day, hours, isChosen, onChoose, onChange }: DayRowProps) {
  const { t, language } = useTranslation()
  const name = weekdayName(day, 'long', language)
  return (
    <>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`${name}: ${hoursText(hours) || t('settings.hours.closed')}`}
        onClick={onChoose}
        className={cx(
          'h-11 min-w-12 rounded-l-chip px-2 text-left text-sm',
          isChosen ? 'bg-sunk font-bold' : 'hover:bg-sunk',
        )}
      >
        {weekdayName(day, 'short', language)}
      </button>
      <div onPointerDown={onChoose} className={cx('relative h-11 rounded-r-chip px-2.5', isChosen && 'bg-sunk')}>
        <div data-axis="" className="relative h-full">
          {MARKED_HOURS.map((hour) => (
            <span
              key={hour}
              className={cx('absolute inset-y-0 w-px', hour === 24 ? 'bg-edge' : 'bg-line')}
              style={{ left: percent(hour * 60) }}
            />
          ))}
          {hours.map((one, i) => (
            <Bar
              // biome-ignore lint/suspicious/noArrayIndexKey: hours have no other identity, and are never reordered
              key={i}
              hours={one}
              isChosen={isChosen}
              onChange={(next) => onChange(hours.map((other, n) => (n === i ? next : other)))}
            />
          ))}
        </div>
      </div>
    </>
  )
}

interface BarProps {
  hours: DayHours
  isChosen: boolean
  onChange: (hours: DayHours) => void
}

function Bar({ hours, isChosen, onChange }: BarProps) {
  const span = spanOf(hours)
  if (!span) return null
  const drag = (end: keyof DayHours) => (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget
    if (event.type === 'pointerdown') handle.setPointerCapture(event.pointerId)
    const axis = handle.closest('[data-axis]')?.getBoundingClientRect()
    if (event.type !== 'pointermove' || !axis || !handle.hasPointerCapture(event.pointerId)) return
    onChange(dragged(hours, end, ((event.clientX - axis.left) / axis.width) * AXIS_MINUTES))
  }
  return (
    <div
      className={cx('absolute inset-y-2 rounded-small', isChosen ? 'bg-ink' : 'bg-edge')}
      style={{ left: percent(span.from), right: `calc(100% - ${percent(span.to)})` }}
    >
      {(['from', 'to'] as const).map((end) => (
        <span
          key={end}
          data-end={end}
          onPointerDown={drag(end)}
          onPointerMove={drag(end)}
          className={cx(
            'absolute -inset-y-2 grid w-6 cursor-ew-resize touch-none place-items-center',
            end === 'from' ? '-left-3' : '-right-3',
          )}
        >
          <span className="h-5 w-2 rounded-full border-2 border-ink bg-card" />
        </span>
      ))}
    </div>
  )
}

interface IntervalsProps {
  hours: readonly DayHours[]
  /** Whose hours they are, for screen readers. */
  day: string
  usual: DayHours
  onChange: (hours: DayHours[]) => void
  /** What is wrong with them. */
  error?: string | undefined
}

export function Intervals({ hours, day, usual, onChange, error }: IntervalsProps) {
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
