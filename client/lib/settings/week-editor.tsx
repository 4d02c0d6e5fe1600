import { Copy, Plus, Trash2 } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { type DayHours, MAX_DAY_HOURS, type WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { cx } from '../../ui/cx.ts'
import { TimeInput } from '../../ui/inputs/text-inputs.tsx'
import { Button, IconButton } from '../../ui/parts/button.tsx'
import { useTranslation } from '../../ui/translation.ts'
import { hoursText, weekdayName } from '../words/format.ts'
import { AXIS_MINUTES, dragged, spanOf } from './week.ts'

const percent = (minutes: number) => `${(Math.min(minutes, AXIS_MINUTES) / AXIS_MINUTES) * 100}%`
const MARKED_HOURS = [0, 6, 12, 18, 24, 30]

interface WeekEditorProps {
  week: readonly WeeklyHours[]
  onChange: (week: WeeklyHours[]) => void
  /** The hours that are added to a day. */
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
    <div className="min-w-0 rounded-card border border-line bg-card">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] px-2 pt-2 pb-1.5">
        <div aria-hidden="true" className="figures relative col-start-2 mx-2.5 h-4 text-[11px] text-muted leading-4">
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
          'h-10 min-w-12 rounded-l-[10px] px-2 text-left text-sm',
          isChosen ? 'bg-sunk font-bold' : 'hover:bg-sunk',
        )}
      >
        {weekdayName(day, 'short', language)}
      </button>
      <div onPointerDown={onChoose} className={cx('relative h-10 rounded-r-[10px] px-2.5', isChosen && 'bg-sunk')}>
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
  /** Whether its day is the one that is edited. */
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
      className={cx('absolute inset-y-2 rounded-[7px]', isChosen ? 'bg-ink' : 'bg-edge')}
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
}

export function Intervals({ hours, day, usual, onChange }: IntervalsProps) {
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
    </div>
  )
}
