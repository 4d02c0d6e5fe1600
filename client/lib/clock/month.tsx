import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { addDays, weekdayOf } from '#shared/domain/time/local-time.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/parts/button.tsx'
import { formatDay, monthName, weekdayName } from '../words/format.ts'
import { useLanguage } from '../words/language.ts'

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

export interface DayMark {
  className: string
  /** What the day is, in a word or two; said after its date. */
  note: string
}

interface MonthProps {
  /** YYYY-MM-DD, the first day that can be chosen; its month is shown first. */
  first: string
  markOf: (day: string) => DayMark | undefined
  onChoose: (day: string) => void
  className?: string
}

/** A calendar of one month, from Monday, whose days are buttons; arrow keys move between them. */
export function Month({ first, markOf, onChoose, className }: MonthProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [current, setCurrent] = useState(first)
  const grid = useRef<HTMLDivElement>(null)
  const month = current.slice(0, 7)
  const days = daysOf(month)
  const isFirst = month <= first.slice(0, 7)
  const turn = (to: string) => setCurrent(to < first ? first : to)
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    flushSync(() => turn(addDays(current, step)))
    grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
  }
  return (
    <div className={cx('w-full max-w-88', className)}>
      <div className="flex items-center justify-between">
        <IconButton
          label={t('calendar.previous')}
          disabled={isFirst}
          onClick={() => turn(`${addDays(`${month}-01`, -1).slice(0, 7)}-01`)}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <p aria-live="polite" className="font-bold first-letter:uppercase">
          {monthName(month, language)}
        </p>
        <IconButton label={t('calendar.next')} onClick={() => turn(addDays(days.at(-1) ?? month, 1))}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: each day is a button, which a fieldset's legend would not name */}
      <div
        ref={grid}
        role="group"
        aria-label={monthName(month, language)}
        className="grid grid-cols-7 gap-0.5"
        onKeyDown={move}
      >
        {WEEKDAYS.map((day) => (
          <span key={day} aria-hidden="true" className="py-1 text-center text-muted text-xs">
            {weekdayName(day, 'short', language)}
          </span>
        ))}
        {days.map((day, i) => {
          const mark = markOf(day)
          return (
            <button
              key={day}
              type="button"
              disabled={day < first}
              tabIndex={day === current ? 0 : -1}
              aria-label={[formatDay(day, language), mark?.note].filter(Boolean).join(', ')}
              onClick={() => {
                setCurrent(day)
                onChoose(day)
              }}
              style={i === 0 ? { gridColumnStart: weekdayOf(day) } : undefined}
              className={cx(
                'figures h-11 rounded-[10px] text-sm disabled:text-muted disabled:opacity-50',
                mark ? mark.className : 'enabled:hover:bg-sunk',
              )}
            >
              {Number(day.slice(8))}
            </button>
          )
        })}
      </div>
    </div>
  )
}

function daysOf(month: string): string[] {
  return Array.from({ length: 31 }, (_, i) => addDays(`${month}-01`, i)).filter((day) => day.startsWith(month))
}
