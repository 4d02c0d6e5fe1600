import { useEffect, useRef, useState } from 'react'
import { addDays, weekdayOf } from '#shared/domain/time/local-time.ts'
import { dayWords, shortDate, weekdayName } from '#shared/i18n/format.ts'
import { ChoiceChips, DateInput, language, t } from '../../ui/index.ts'
import { useToday } from './requests.ts'
import { dayTitle } from './rows.ts'

interface DayChipsProps {
  day: string
  onChange: (day: string) => void
  /** The days of requests that wait for an answer, which are marked. */
  asked?: readonly string[]
  className?: string
}

/** The next seven days with their weekdays, and a field for any other one. */
export function DayChips({ day, onChange, asked = [], className }: DayChipsProps) {
  const today = useToday()
  const chips = useRef<HTMLDivElement>(null)
  /** Whether the field holds no day, while somebody types one. */
  const [isBlank, setBlank] = useState(false)
  // A chosen day is in sight, also where the chips are wider than the form.
  useEffect(() => {
    const chosen = chips.current?.querySelector(`input[value="${day}"]`)
    chosen?.closest('label')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [day])
  const days = Array.from({ length: 7 }, (_, i) => addDays(today, i))
  return (
    <div className={className}>
      <div ref={chips} className="flex items-center gap-2 overflow-x-auto overscroll-x-contain py-0.5">
        <div className="shrink-0">
          <ChoiceChips
            label={t('reservations.day')}
            value={day}
            onChange={onChange}
            options={days.map((value, i) => ({
              value,
              label: (
                <span className="text-center leading-tight">
                  {i > 1 ? weekdayName(weekdayOf(value), 'short', language) : dayWords(value, today, language)}
                  <span className="block font-medium text-sm opacity-80">
                    {i > 1 ? '' : `${weekdayName(weekdayOf(value), 'short', language)} `}
                    {shortDate(value, language)}
                  </span>
                  {asked.includes(value) && (
                    <span className="absolute top-1 right-1 size-2.5 rounded-full border border-card bg-accent">
                      <span className="sr-only">
                        {' '}
                        {t('reservations.toAnswer', { count: asked.filter((one) => one === value).length })}
                      </span>
                    </span>
                  )}
                </span>
              ),
            }))}
            className="flex gap-1.5"
            chipClass="shrink-0 px-2.5! py-1"
          />
        </div>
        <DateInput
          aria-label={t('reservations.otherDay')}
          value={isBlank ? '' : day}
          onChange={(next) => {
            setBlank(next === '')
            if (next) onChange(next)
          }}
          onBlur={() => setBlank(false)}
          className="w-48 shrink-0"
        />
      </div>
      {!days.includes(day) && (
        <p className="pt-1 font-semibold text-sm first-letter:uppercase">{dayTitle(day, language)}</p>
      )}
    </div>
  )
}
