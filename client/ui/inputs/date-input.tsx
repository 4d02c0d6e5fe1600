import { Popover } from '@base-ui/react/popover'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { addDays, DATES, weekdayOf } from '#shared/domain/time/local-time.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { weekdayName } from '#shared/i18n/format.ts'
import { cx } from '../cx.ts'
import { useBackCloses } from '../overlays/back.ts'
import { IconButton } from '../parts/button.tsx'
import { language, t } from '../translation.ts'
import { type FieldControl, TextInput } from './field.tsx'

/** A day as its field shows it: `28.11.2026`. @param day YYYY-MM-DD; an empty one is an empty text */
const dayText = (day: string) => day.split('-').reverse().join('.')

/** The day that was typed: `28.11.2026`, `28/11/26` or `2026-11-28`. @returns YYYY-MM-DD */
export function parseDay(text: string): string | undefined {
  const [first = '', month = '', last = '', ...more] = text.trim().split(/[\s./-]+/)
  if (more.length > 0) return
  const [year, date] = first.length === 4 ? [first, last] : [last.length === 2 ? `20${last}` : last, first]
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const moment = Date.parse(`${day}T00:00:00Z`)
  // A day that its month does not have becomes one of the next month.
  return /^\d{4}-\d\d-\d\d$/.test(day) && new Date(moment || 0).toISOString().startsWith(day) ? day : undefined
}

/** The locale whose dates begin with the day. */
function localeOf(): string {
  return language === 'ro' ? 'ro-RO' : 'en-GB'
}

interface DayMark {
  /** Read after the date. */
  label: string
  /** The look of its cell, unless it is chosen. */
  className: string
}

interface MonthGridProps {
  /** The chosen day, YYYY-MM-DD; empty if none is. */
  value: string
  /** The day whose month is shown while none is chosen, YYYY-MM-DD. */
  today: string
  min?: string
  markOf?: (day: string) => DayMark | undefined
  /** Whether the day takes the focus at once, as in a calendar that has just been opened. */
  autoFocus?: boolean
  onChoose: (day: string) => void
}

/** Days that a key moves by; PageUp and PageDown move by months. */
const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The days of a month, weeks from Monday on. Arrow keys move through them, Enter chooses. */
export function MonthGrid(props: MonthGridProps) {
  const { value, today, min = DATES.first, markOf, autoFocus, onChoose } = props
  const [cursor, setCursor] = useState(() => within(value || today, min))
  const cell = useRef<HTMLButtonElement>(null)
  const isMoving = useRef(autoFocus)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the cursor
  useEffect(() => {
    if (isMoving.current) cell.current?.focus()
    isMoving.current = false
  }, [cursor])
  const isOutside = (day: string) => day !== within(day, min)
  const moveTo = (day: string) => setCursor(within(day, min))
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const months = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0
    if (step === undefined && months === 0) return
    event.preventDefault()
    isMoving.current = true
    moveTo(step === undefined ? addMonths(cursor, months) : addDays(cursor, step))
  }
  const first = `${cursor.slice(0, 7)}-01`
  const [previous, next] = [addDays(first, -1), addMonths(first, 1)]
  const count = Number(addDays(next, -1).slice(8))
  const month = new Intl.DateTimeFormat(localeOf(), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat(localeOf(), { weekday: 'short', timeZone: 'UTC' })
  const title = month.format(Date.parse(first))
  return (
    <div className="w-77 max-w-full">
      <div className="flex items-center justify-between">
        <IconButton
          label={t('calendar.previous')}
          disabled={isOutside(previous)}
          onClick={() => moveTo(addMonths(cursor, -1))}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <p aria-live="polite" className="font-semibold first-letter:uppercase">
          {title}
        </p>
        <IconButton label={t('calendar.next')} disabled={isOutside(next)} onClick={() => moveTo(addMonths(cursor, 1))}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <div aria-hidden="true" className="grid grid-cols-7 pb-1 text-center text-small text-muted">
        {/* The first of January 2024 was a Monday. */}
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <span key={day}>{weekday.format(Date.UTC(2024, 0, day)).replace('.', '')}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would have no keys of its own either */}
      <div role="group" aria-label={title} onKeyDown={move} className="grid grid-cols-7">
        {Array.from({ length: count }, (_, i) => addDays(first, i)).map((day, i) => {
          const mark = markOf?.(day)
          return (
            <button
              key={day}
              ref={day === cursor ? cell : undefined}
              type="button"
              disabled={isOutside(day)}
              tabIndex={day === cursor ? 0 : -1}
              aria-label={formatLongDay(day, language) + (mark ? `, ${mark.label}` : '')}
              aria-pressed={day === value}
              aria-current={day === today ? 'date' : undefined}
              title={mark?.label}
              style={i === 0 ? { gridColumnStart: weekdayOf(first) } : undefined}
              onClick={() => {
                setCursor(day)
                onChoose(day)
              }}
              className={cx(
                'figures grid h-11 place-items-center rounded-control text-body disabled:opacity-60',
                day === value ? 'bg-ink font-bold text-paper' : (mark?.className ?? 'not-disabled:hover:bg-sunk'),
                day === today && 'font-bold underline underline-offset-4',
              )}
            >
              {i + 1}
            </button>
          )
        })}
      </div>
    </div>
  )
}

function within(day: string, min: string): string {
  return day < min ? min : day > DATES.last ? DATES.last : day
}

/** The same day of another month, or the last one that it has. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

interface DateInputProps extends Partial<FieldControl> {
  /** YYYY-MM-DD, or empty. */
  value: string
  /** Receives an empty text while what was typed is no day; if it may be empty, what was typed. */
  onChange: (day: string) => void
  mayBeEmpty?: boolean
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
  /** The accessible name, if no Field provides one. */
  'aria-label'?: string
  required?: boolean
  className?: string
}

/** A date, typed or chosen from a calendar. Browsers write a date in their own language, this with the day first. */
export function DateInput(props: DateInputProps) {
  const { value, onChange, mayBeEmpty, onBlur, className, ...control } = props
  const day = parseDay(value) ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  useBackCloses(isOpen, () => setOpen(false))
  const isStale = typed !== null && day !== '' && parseDay(typed) !== day
  return (
    <div className={cx('@container relative', className)}>
      <TextInput
        {...control}
        maxLength={20}
        placeholder={t('calendar.example')}
        value={typed === null || isStale ? dayText(day) : typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(parseDay(target.value) ?? (mayBeEmpty ? target.value : ''))
        }}
        onBlur={() => {
          // What is no day stays, to be corrected.
          if (day !== '') setTyped(null)
          onBlur?.()
        }}
        className="figures pr-11"
      />
      {day !== '' && (
        <span className="pointer-events-none absolute inset-y-0 right-12 grid place-items-center text-muted text-small @max-[10.5rem]:hidden">
          {weekdayName(weekdayOf(day), 'short', language)}
        </span>
      )}
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger
          aria-label={t('calendar.open')}
          title={t('calendar.open')}
          className="touch absolute top-0.5 right-0.5 grid size-10.5 place-items-center rounded-control text-muted hover:bg-sunk"
        >
          <CalendarDays aria-hidden="true" className="size-5" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner align="end" sideOffset={6} collisionPadding={8} className="z-60 outline-none">
            <Popover.Popup aria-label={t('calendar.calendar')} className="popup p-2">
              <MonthGrid
                value={day}
                today={today()}
                autoFocus
                onChoose={(day) => {
                  setTyped(null)
                  onChange(day)
                  setOpen(false)
                }}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}

/** Today on this device: only where the calendar opens depends on it. */
function today(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10)
}
